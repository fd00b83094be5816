import type { Gift } from '../gifts/gift.ts'
import { stateOf } from '../gifts/gift.ts'
import type { Html } from './html.ts'
import { html } from './html.ts'
import { icons } from './icons.ts'
import type { Page } from './layout.ts'
import { both, copyButton, emptyNote, money, options, problemNote, timeMark } from './parts.ts'

/** A gift and the link that gives it away. */
export interface LinkedGift {
  readonly gift: Gift
  readonly link: string
}

/** What the page of gift links shows. */
export interface GiftsView {
  readonly gifts: readonly LinkedGift[]
  /** The code of the gift that was just made. */
  readonly made: string | null
  readonly typed: Readonly<Record<string, string>>
  readonly problem: string | null
  readonly now: Date
}

const splits = [
  { value: 'R', label: 'At random' },
  { value: 'F', label: 'Alike' },
] as const

const states = {
  active: { label: 'Open', thai: 'รับได้', tone: 'wait' },
  redeemed: { label: 'Taken', thai: 'รับครบแล้ว', tone: 'good' },
  expired: { label: 'Expired', thai: 'หมดอายุ', tone: 'warn' },
} as const

/** The form that makes a link, and the links that were made. */
export function giftsPage(view: GiftsView): Page {
  const made = view.gifts.find(({ gift }) => gift.code === view.made)
  return {
    title: 'Gifts',
    thai: 'ซองของขวัญ',
    party: 'gift',
    content: html`${problemNote(view.problem)}
      <div class="columns">
        <div>${made === undefined ? null : madeCard(made)} ${giftForm(view.typed)}</div>
        <section class="card" aria-labelledby="gifts-title">
          <h2 id="gifts-title">${both('Links', 'ลิงก์ที่สร้าง')}</h2>
          <ul class="rows" id="gifts" data-live data-news="Gifts changed">
            ${view.gifts.map((linked) => giftItem(linked, view.now))}
            ${
              view.gifts.length === 0
                ? html`<li data-key="empty">
                    ${emptyNote('gift', 'No link was made yet.', 'Make one, copy it, send it in at Deposit in the wallet.')}
                  </li>`
                : null
            }
          </ul>
        </section>
      </div>`,
  }
}

function madeCard({ gift, link }: LinkedGift): Html {
  return html`<section class="card gift-made" aria-labelledby="made-title">
    <h2 id="made-title">${both('Your link is ready', 'ลิงก์พร้อมแล้ว')}</h2>
    <p class="review-amount">${money(gift.amountMinor, 'BAHT')}</p>
    <p class="mono">${link}</p>
    ${copyButton(link, 'the new link')}
  </section>`
}

function giftForm(typed: Readonly<Record<string, string>>): Html {
  return html`<form method="post" action="/gifts" class="card" data-once>
    <h2>${both('Make a gift link', 'สร้างลิงก์ของขวัญ')}</h2>
    <label>
      ${both('Amount', 'จำนวนเงิน')}
      <input name="amount" inputmode="decimal" autocomplete="off" required value="${typed['amount'] ?? '100'}" />
    </label>
    <label>
      ${both('For how many people', 'จำนวนคน')}
      <input name="people" inputmode="numeric" autocomplete="off" required value="${typed['people'] ?? '1'}" />
    </label>
    <label>
      ${both('Shared among them', 'แบ่งเงินแบบ')}
      <select name="kind">
        ${options(splits, typed['kind'] ?? 'R')}
      </select>
    </label>
    <button class="wide">${both('Make the link', 'สร้างลิงก์')}</button>
    <p class="hint">Whoever has the link can take a share. A wallet takes one share of a link, and one only.</p>
  </form>`
}

function giftItem({ gift, link }: LinkedGift, now: Date): Html {
  const { label, thai, tone } = states[stateOf(gift, now.getTime())]
  return html`<li class="gift" data-key="${gift.code}-${gift.tickets.length}-${label}">
    <a class="qr-row" href="${new URL(link).pathname}?v=${gift.code}">
      <span class="qr-mark">${icons.gift}</span>
      <span class="qr-lines">
        ${money(gift.amountMinor, 'BAHT')}
        <span class="quiet">${peopleText(gift)}</span>
      </span>
      <span class="qr-more"><span class="chip chip-${tone}">${both(label, thai)}</span></span>
    </a>
    ${copyButton(link, `the link of ${gift.code.slice(0, 6)}`)}
  </li>`
}

/** A gift as its link shows it to whoever opens it: what it is worth, and who has taken what. */
export function giftPage({ gift, link }: LinkedGift, now: Date): Page {
  const { label, thai, tone } = states[stateOf(gift, now.getTime())]
  return {
    title: 'Gift',
    thai: 'ของขวัญ',
    party: 'gift',
    back: { path: '/gifts', label: 'Gifts' },
    content: html`<div class="narrow">
      <section class="card gift-made" aria-label="Gift">
        <p class="review-amount">${money(gift.amountMinor, 'BAHT')}</p>
        <p class="centred"><span class="chip chip-${tone}">${both(label, thai)}</span></p>
        <p class="centred quiet">${peopleText(gift)} · until ${timeMark(new Date(gift.expiresAt), now)}</p>
        <p class="mono">${link}</p>
        ${copyButton(link, 'the link')}
        <ul class="rows" id="tickets" data-live>
          ${gift.tickets.map(
            (ticket) =>
              html`<li class="gift-ticket" data-key="${ticket.mobile}">
                <span>${ticket.mobile}</span>
                <span>${money(ticket.amountMinor, 'BAHT')}</span>
                ${timeMark(new Date(ticket.takenAt), now)}
              </li>`,
          )}
        </ul>
        <p class="hint">Copy the link and send it in at Deposit in the wallet.</p>
      </section>
    </div>`,
  }
}

function peopleText({ people, kind, tickets }: Gift): string {
  if (people === 1) return 'for one person'
  return `taken by ${tickets.length} of ${people}, ${kind === 'F' ? 'alike' : 'at random'}`
}
