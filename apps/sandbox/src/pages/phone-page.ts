import type { Message } from '../phone/phone.ts'
import type { Html } from './html.ts'
import { html } from './html.ts'
import { layout, timeText } from './layout.ts'

/** All inboxes, or the messages of one number, newest first. */
export function phonePage(number: string | null, messages: readonly Message[]): Html {
  const none = number === null ? 'No message was sent yet.' : `No message was sent to ${number} yet.`
  return layout(
    number === null ? 'Phone' : `Phone ${number}`,
    html`<form method="get" action="/phone" class="row">
        <label>Number <input name="to" inputmode="tel" value="${number ?? ''}" /></label>
        <button>Open inbox</button>
      </form>
      ${messages.length === 0 ? html`<p>${none}</p>` : null}
      <ul class="messages">
        ${messages.map(
          (message) =>
            html`<li>
              <p class="meta">
                <a href="/phone?to=${encodeURIComponent(message.to)}">${message.to}</a>
                <time datetime="${message.sentAt}">${timeText(new Date(message.sentAt))}</time>
              </p>
              <p class="text">${message.text}</p>
            </li>`,
        )}
      </ul>`,
  )
}
