import type { Currency } from '@krapao/money'
import { splitAmount } from '@krapao/money'
import type { Html } from './html.ts'
import { html } from './html.ts'
import type { Icon } from './icons.ts'
import { icons } from './icons.ts'

/** A text with its Thai one beside it, for headings and buttons. */
export function both(english: string, thai: string): Html {
  return html`${english} <span class="thai" lang="th">${thai}</span>`
}

/** An amount with its sign of currency; the fraction is drawn smaller. */
export function money(amountMinor: number, currency: Currency): Html {
  const { sign, whole, fraction } = splitAmount(amountMinor)
  const mark = currency === 'LAK' ? '₭' : '฿'
  return html`<span class="money">${sign}${mark}${whole}<small>.${fraction}</small></span>`
}

/** Credits of a game. */
export function credits(hundredths: number): Html {
  const { sign, whole, fraction } = splitAmount(hundredths)
  return html`<span class="money">${sign}${whole}<small>.${fraction}</small></span>`
}

/** A message about something that did not work. */
export function problemNote(problem: string | null): Html | null {
  return problem === null ? null : html`<p role="alert" class="problem">${problem}</p>`
}

/** What is shown where there is nothing yet. */
export function emptyNote(icon: Icon, words: string, more: string): Html {
  return html`<div class="empty" data-key="empty">
    ${icons[icon]}
    <p>${words}</p>
    <p class="quiet">${more}</p>
  </div>`
}

/** A button that puts a text on the clipboard; without its script it does not show. */
export function copyButton(text: string, what: string): Html {
  return html`<button type="button" class="copy" data-copy="${text}">
    ${icons.copy}<span data-copied="Copied">Copy</span><span class="unseen"> ${what}</span>
  </button>`
}

/** A point in time, in Bangkok: `16:30:05`, with the day in front unless it is today. */
export function timeMark(time: Date, now: Date): Html {
  const day = (at: Date): string =>
    at.toLocaleDateString('en-GB', { timeZone: 'Asia/Bangkok', day: 'numeric', month: 'short', year: 'numeric' })
  const clock = time.toLocaleTimeString('en-GB', { timeZone: 'Asia/Bangkok' })
  const shown = day(time) === day(now) ? clock : `${day(time)} ${clock}`
  return html`<time datetime="${time.toISOString()}">${shown}</time>`
}

/** The choices of a select box. */
export function options(choices: readonly { value: string; label: string }[], chosen: string): Html[] {
  return choices.map(({ value, label }) =>
    value === chosen
      ? html`<option value="${value}" selected>${label}</option>`
      : html`<option value="${value}">${label}</option>`,
  )
}
