import { type Currency, splitAmount } from '@krapao/money'
import { html, type Html, type Part } from './html.ts'
import { type Icon, icons } from './icons.ts'

/** A text in English and in Thai. */
export type Words = readonly [english: string, thai: string]

/** A text with its Thai one beside it, for headings, labels and buttons. */
export function both(english: string, thai: string): Html {
  return html`${english} <span class="thai" lang="th">${thai}</span>`
}

/** An amount with its sign of currency, or credits of a game without one; the fraction is drawn smaller. */
export function money(amountMinor: number, currency: Currency | null): Html {
  const { sign, whole, fraction } = splitAmount(amountMinor)
  const mark = currency === null ? '' : { BAHT: '฿', LAK: '₭' }[currency]
  return html`<span class="money">${sign}${mark}${whole}<small>.${fraction}</small></span>`
}

/** A point in time, in Bangkok: `16:30:05`, with the day in front unless it is today. */
export function timeMark(at: Date | string | number, now: Date): Html {
  const time = new Date(at)
  const day = (one: Date): string =>
    one.toLocaleDateString('en-GB', { timeZone: 'Asia/Bangkok', day: 'numeric', month: 'short', year: 'numeric' })
  const clock = time.toLocaleTimeString('en-GB', { timeZone: 'Asia/Bangkok' })
  return html`<time datetime="${time.toISOString()}">${day(time) === day(now) ? clock : `${day(time)} ${clock}`}</time>`
}

/** What colours a state: something good, bad, to be minded, or waited for. */
export type Tone = 'good' | 'bad' | 'warn' | 'wait'

/** A state on a badge. */
export function chip(tone: Tone, words: Part): Html {
  return html`<span class="chip of-${tone}">${words}</span>`
}

/** A message about something that did not work. */
export function problemNote(problem: string | null): Html | null {
  return problem === null ? null : html`<p role="alert" class="note of-bad">${problem}</p>`
}

/** A button that puts a text on the clipboard; without its script it does not show. */
export function copyButton(text: string, what: string): Html {
  return html`<button type="button" class="tonal copy" data-copy="${text}">
    ${icons.copy}<span data-copied="Copied">Copy</span><span class="unseen"> ${what}</span>
  </button>`
}

/** A surface under its heading. */
export function card(id: string, [english, thai]: Words, content: Part, look = ''): Html {
  return html`<section class="card ${look}" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${both(english, thai)}</h2>
    ${content}
  </section>`
}

/** What is opened by whoever wants to see it. */
export function more(summary: Html | string, content: Part): Html {
  return html`<details class="more">
    <summary>${summary}</summary>
    ${content}
  </details>`
}

/** A line of a list: what it is about, what stands at its end, and what stands under it. */
export interface Row {
  /** By which it is known again when the list is looked at anew. */
  readonly key: string
  readonly look?: string
  /** Where it leads; the line itself is pressed. */
  readonly href?: string
  readonly isCurrent?: boolean
  /** A drawing or letters in front. */
  readonly mark?: Part
  readonly lines: readonly Part[]
  readonly end?: Part
  readonly under?: Part
}

/** The line of a row, or of anything that looks like one. */
export function line({ mark = null, lines, end = null }: Pick<Row, 'mark' | 'lines' | 'end'>): Html {
  return html`${mark === null ? null : html`<span class="mark" aria-hidden="true">${mark}</span>`}
    <span class="lines">${lines.map((one) => html`<span>${one}</span>`)}</span>
    ${end === null ? null : html`<span class="end">${end}</span>`}`
}

function rowItem(row: Row): Html {
  const current = row.isCurrent ? html`aria-current="true"` : null
  return html`<li class="row ${row.look ?? ''}" data-key="${row.key}">
    ${
      row.href === undefined
        ? html`<div class="line">${line(row)}</div>`
        : html`<a class="line" href="${row.href}" ${current}>${line(row)}</a>`
    }
    ${row.under ?? null}
  </li>`
}

/** How a list is known, what is said when it has news, and what is shown in place of no rows. */
export interface ListTerms {
  readonly id: string
  readonly look?: string
  readonly news?: string
  readonly empty?: readonly [icon: Icon, words: string, more: string]
}

/** A list that looks for news by itself. */
export function list({ id, look = 'rows', news, empty }: ListTerms, rows: readonly Row[]): Html {
  const isEmpty = rows.length === 0 && empty !== undefined
  return html`<ul class="${look}" id="${id}" data-live data-news="${news ?? null}">
    ${isEmpty ? emptyItem(...empty) : rows.map(rowItem)}
  </ul>`
}

function emptyItem(icon: Icon, words: string, then: string): Html {
  return html`<li class="empty" data-key="empty">
    <span class="mark">${icons[icon]}</span>
    <p>${words}</p>
    <p class="quiet">${then}</p>
  </li>`
}

/** Where a form goes, and what it carries unseen. */
export interface FormTerms {
  readonly action: string
  readonly method?: 'get' | 'post'
  readonly look?: string
  readonly label?: string
  readonly hidden?: Readonly<Record<string, string | null>>
}

/** A form; one that changes something is sent once. */
export function form({ action, method = 'post', look = '', label, hidden = {} }: FormTerms, content: Part): Html {
  const once = method === 'post' ? html`data-once` : null
  const name = label === undefined ? null : html`aria-label="${label}"`
  return html`<form method="${method}" action="${action}" class="${look}" ${once} ${name}>
    ${hiddenFields(hidden)} ${content}
  </form>`
}

/** Fields that a form carries unseen; null leaves one out. */
export function hiddenFields(fields: Readonly<Record<string, string | null>>): Html[] {
  return Object.entries(fields).flatMap(([name, value]) =>
    value === null ? [] : [html`<input type="hidden" name="${name}" value="${value}" />`],
  )
}

/** What a field holds, and how it is typed. */
export interface FieldTerms {
  readonly value?: string | undefined
  readonly mode?: 'text' | 'numeric' | 'decimal' | 'tel'
  readonly placeholder?: string
  /** The id of a list of what may be meant. */
  readonly list?: string
  readonly isOptional?: boolean
  readonly type?: 'text' | 'password'
  /** What the browser may fill in. */
  readonly completes?: 'username' | 'current-password'
}

/** A field under its label. */
export function field(label: Part, name: string, terms: FieldTerms = {}): Html {
  return html`<label>
    ${label}
    <input
      name="${name}"
      inputmode="${terms.mode ?? 'text'}"
      type="${terms.type ?? 'text'}"
      autocomplete="${terms.completes ?? 'off'}"
      value="${terms.value ?? ''}"
      placeholder="${terms.placeholder ?? ''}"
      list="${terms.list ?? ''}"
      ${terms.isOptional ? null : html`required`}
    />
  </label>`
}

/** A field with choices, by their values, under its label. */
export function choice(label: Part, name: string, choices: readonly Words[], chosen: string): Html {
  return html`<label>
    ${label}
    <select name="${name}">
      ${choices.map(
        ([value, words]) =>
          html`<option value="${value}" ${value === chosen ? html`selected` : null}>${words}</option>`,
      )}
    </select>
  </label>`
}
