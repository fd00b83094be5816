import type { Message } from '../phone/phone.ts'
import { html, type Html } from './html.ts'
import { icons } from './icons.ts'
import { both, copyButton, form, list, timeMark } from './kit.ts'
import type { Page } from './layout.ts'

/** What the phone's page shows: every inbox by its newest message, and one inbox opened. */
export interface PhoneView {
  readonly inboxes: readonly Message[]
  /** The number that was asked for; null shows the newest inbox. */
  readonly number: string | null
  readonly messages: readonly Message[]
  readonly now: Date
}

/** The inboxes, newest first, beside the messages of one of them. On a narrow screen one after the other. */
export function phonePage({ inboxes, number, messages, now }: PhoneView): Page {
  const opened = messages[0]?.to ?? number
  const rows = inboxes.map(({ to, text, sentAt }) => ({
    key: `${to}-${sentAt}`,
    href: `/phone?to=${encodeURIComponent(to)}`,
    isCurrent: to === opened,
    lines: [
      html`<strong>${to}</strong> <span class="quiet">${timeMark(sentAt, now)}</span>`,
      html`<span class="quiet clamped">${text}</span>`,
    ],
    under: codeLine({ to, text }),
  }))
  const search = html`<label class="unseen" for="number">Phone number เบอร์โทรศัพท์</label>
    <input id="number" name="to" inputmode="tel" autocomplete="off" placeholder="08…" value="${number ?? ''}" />
    <button class="tonal">Open</button>`
  return {
    party: 'phone',
    content: html`<div class="split ${number === null ? 'split-list' : 'split-opened'}">
      <section class="split-side" aria-labelledby="inboxes-title">
        <h2 id="inboxes-title">${both('Inboxes', 'กล่องข้อความ')}</h2>
        ${form({ action: '/phone', method: 'get', look: 'search' }, search)}
        ${list(
          {
            id: 'inboxes',
            look: 'rows card',
            news: 'New message',
            empty: ['phone', 'No message was sent yet.', 'Register in the wallet: its code arrives here.'],
          },
          rows,
        )}
      </section>
      ${opened === null ? null : openedInbox(opened, messages, now)}
    </div>`,
  }
}

function openedInbox(number: string, messages: readonly Message[], now: Date): Html {
  const bubbles = messages.map(({ to, text, sentAt }) => ({
    key: `${sentAt}-${codeOf(text) ?? ''}`,
    look: 'bubble',
    lines: [timeMark(sentAt, now)],
    under: html`<div>
      <p class="text">${text}</p>
      ${codeLine({ to, text })}
    </div>`,
  }))
  return html`<section class="split-main card handset" aria-labelledby="opened-title">
    <div class="handset-top">
      <a class="back" href="/phone">${icons.back}<span class="unseen">All inboxes</span></a>
      <h2 id="opened-title">${number}</h2>
    </div>
    ${list(
      {
        id: 'messages',
        look: 'bubbles',
        news: 'New message',
        empty: ['phone', `No message was sent to ${number} yet.`, 'This page looks again by itself.'],
      },
      bubbles,
    )}
  </section>`
}

function codeLine({ to, text }: Pick<Message, 'to' | 'text'>): Html | null {
  const code = codeOf(text)
  if (code === null) return null
  return html`<div class="code-line"><span class="code">${code}</span> ${copyButton(code, `the code of ${to}`)}</div>`
}

/** The one-time code in a message: its only run of six digits. */
function codeOf(text: string): string | null {
  return /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0] ?? null
}
