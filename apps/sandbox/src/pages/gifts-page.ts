import { type Gift, stateOf } from '../gifts/gift.ts'
import { html, type Html } from './html.ts'
import { icons } from './icons.ts'
import { both, card, chip, choice, copyButton, field, form, list, money, type Row, timeMark } from './kit.ts'
import type { Page } from './layout.ts'

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
  ['R', 'At random'],
  ['F', 'Alike'],
] as const

const states = {
  active: { label: 'Open', thai: 'รับได้', tone: 'wait' },
  redeemed: { label: 'Taken', thai: 'รับครบแล้ว', tone: 'good' },
  expired: { label: 'Expired', thai: 'หมดอายุ', tone: 'warn' },
} as const

/** The form that makes a link, and the links that were made. */
export function giftsPage({ gifts, made, typed, problem, now }: GiftsView): Page {
  const ready = gifts.find(({ gift }) => gift.code === made)
  const links = list(
    {
      id: 'gifts',
      news: 'Gifts changed',
      empty: ['gift', 'No link was made yet.', 'Make one, copy it, send it in at Deposit in the wallet.'],
    },
    gifts.map((linked) => giftRow(linked, now)),
  )
  return {
    party: 'gift',
    problem,
    content: html`<div class="columns">
      <div>${ready === undefined ? null : madeCard(ready)} ${giftForm(typed)}</div>
      ${card('links', ['Links', 'ลิงก์ที่สร้าง'], links)}
    </div>`,
  }
}

function madeCard({ gift, link }: LinkedGift): Html {
  const content = html`<p class="big">${money(gift.amountMinor, 'BAHT')}</p>
    <p class="mono">${link}</p>
    ${copyButton(link, 'the new link')}`
  return card('made', ['Your link is ready', 'ลิงก์พร้อมแล้ว'], content, 'centred')
}

function giftForm(typed: Readonly<Record<string, string>>): Html {
  return form(
    { action: '/gifts', look: 'card' },
    html`<h2>${both('Make a gift link', 'สร้างลิงก์ของขวัญ')}</h2>
      ${field(both('Amount', 'จำนวนเงิน'), 'amount', { mode: 'decimal', value: typed['amount'] ?? '100' })}
      ${field(both('For how many people', 'จำนวนคน'), 'people', { mode: 'numeric', value: typed['people'] ?? '1' })}
      ${choice(both('Shared among them', 'แบ่งเงินแบบ'), 'kind', splits, typed['kind'] ?? 'R')}
      <button class="wide">${both('Make the link', 'สร้างลิงก์')}</button>
      <p class="quiet">Whoever has the link can take a share. A wallet takes one share of a link, and one only.</p>`,
  )
}

function giftRow({ gift, link }: LinkedGift, now: Date): Row {
  return {
    key: `${gift.code}-${gift.tickets.length}-${stateOf(gift, now.getTime())}`,
    href: `${new URL(link).pathname}?v=${gift.code}`,
    mark: icons.gift,
    lines: [money(gift.amountMinor, 'BAHT'), html`<span class="quiet">${peopleText(gift)}</span>`],
    end: stateChip(gift, now),
    under: copyButton(link, `the link of ${gift.code.slice(0, 6)}`),
  }
}

function stateChip(gift: Gift, now: Date): Html {
  const { label, thai, tone } = states[stateOf(gift, now.getTime())]
  return chip(tone, both(label, thai))
}

/** A gift as its link shows it to whoever opens it: what it is worth, and who has taken what. */
export function giftPage({ gift, link }: LinkedGift, now: Date): Page {
  const tickets = gift.tickets.map(({ mobile, amountMinor, takenAt }) => ({
    key: mobile,
    lines: [mobile],
    end: html`${money(amountMinor, 'BAHT')} ${timeMark(takenAt, now)}`,
  }))
  return {
    party: 'gift',
    title: ['Gift', 'ของขวัญ'],
    back: { path: '/gifts', label: 'Gifts' },
    content: html`<section class="card narrow centred" aria-label="Gift">
      <p class="big">${money(gift.amountMinor, 'BAHT')}</p>
      <p>${stateChip(gift, now)}</p>
      <p class="quiet">${peopleText(gift)} · until ${timeMark(gift.expiresAt, now)}</p>
      <p class="mono">${link}</p>
      ${copyButton(link, 'the link')} ${list({ id: 'tickets' }, tickets)}
      <p class="quiet">Copy the link and send it in at Deposit in the wallet.</p>
    </section>`,
  }
}

function peopleText({ people, kind, tickets }: Gift): string {
  if (people === 1) return 'for one person'
  return `taken by ${tickets.length} of ${people}, ${kind === 'F' ? 'alike' : 'at random'}`
}
