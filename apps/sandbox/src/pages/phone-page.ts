import type { Message } from '../phone/phone.ts'
import type { Html } from './html.ts'
import { html } from './html.ts'
import { icons } from './icons.ts'
import type { Page } from './layout.ts'
import { both, copyButton, emptyNote, timeMark } from './parts.ts'

/** What the phone's page shows: every inbox by its newest message, and one inbox opened. */
export interface PhoneView {
  readonly inboxes: readonly Message[]
  /** The number that was asked for; null shows the newest inbox. */
  readonly number: string | null
  readonly messages: readonly Message[]
  readonly now: Date
}

/** The inboxes, newest first, beside the messages of one of them. On a narrow screen one after the other. */
export function phonePage(view: PhoneView): Page {
  const { inboxes, number, messages } = view
  const opened = messages[0]?.to ?? number
  return {
    title: 'Phone',
    thai: 'โทรศัพท์',
    party: 'phone',
    content: html`<div class="split ${number === null ? 'split-list' : 'split-opened'}">
      <section class="split-side" aria-labelledby="inboxes-title">
        <h2 id="inboxes-title">${both('Inboxes', 'กล่องข้อความ')}</h2>
        <form method="get" action="/phone" class="search" role="search">
          <label class="unseen" for="number">Phone number เบอร์โทรศัพท์</label>
          <input id="number" name="to" inputmode="tel" autocomplete="off" placeholder="08…" value="${number ?? ''}" />
          <button class="tonal">Open</button>
        </form>
        <ul class="rows" id="inboxes" data-live data-news="New message">
          ${inboxes.map((newest) => inboxItem(newest, view.now, newest.to === opened))}
          ${
            inboxes.length === 0
              ? html`<li data-key="empty">
                  ${emptyNote('phone', 'No message was sent yet.', 'Register in the wallet: its code arrives here.')}
                </li>`
              : null
          }
        </ul>
      </section>
      ${opened === null ? null : openedInbox(opened, view)}
    </div>`,
  }
}

function inboxItem(newest: Message, now: Date, isOpened: boolean): Html {
  const code = codeOf(newest.text)
  const current = isOpened ? html`aria-current="true"` : null
  return html`<li class="inbox" data-key="${newest.to}-${newest.sentAt}">
    <a class="inbox-link" href="/phone?to=${encodeURIComponent(newest.to)}" ${current}>
      <span class="inbox-top"><strong>${newest.to}</strong> ${timeMark(new Date(newest.sentAt), now)}</span>
      <span class="inbox-text">${newest.text}</span>
    </a>
    ${code === null ? null : codeLine(code, newest.to)}
  </li>`
}

function openedInbox(number: string, view: PhoneView): Html {
  return html`<section class="split-main handset" aria-labelledby="opened-title">
    <div class="handset-top">
      <a class="back" href="/phone">${icons.back}<span class="unseen">All inboxes</span></a>
      <h2 id="opened-title">${number}</h2>
    </div>
    <ul class="bubbles" id="messages" data-live data-news="New message">
      ${view.messages.map((message) => bubble(message, view.now))}
      ${
        view.messages.length === 0
          ? html`<li data-key="empty">
              ${emptyNote('phone', `No message was sent to ${number} yet.`, 'This page looks again by itself.')}
            </li>`
          : null
      }
    </ul>
  </section>`
}

function bubble(message: Message, now: Date): Html {
  const code = codeOf(message.text)
  return html`<li data-key="${message.sentAt}-${code ?? ''}">
    <p class="bubble-time">${timeMark(new Date(message.sentAt), now)}</p>
    <div class="bubble">
      <p class="text">${message.text}</p>
      ${code === null ? null : codeLine(code, message.to)}
    </div>
  </li>`
}

function codeLine(code: string, number: string): Html {
  return html`<div class="code-line">
    <span class="code">${code}</span>
    ${copyButton(code, `the code of ${number}`)}
  </div>`
}

/** The one-time code in a message: its only run of six digits. */
function codeOf(text: string): string | null {
  return /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0] ?? null
}
