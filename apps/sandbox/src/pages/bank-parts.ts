import { toWireAmount } from '@krapao/money'
import type { Account } from '../bank/transfers.ts'
import type { Bank } from '../operator.ts'
import { html, type Html } from './html.ts'
import { icons } from './icons.ts'
import { card, line, type Words } from './kit.ts'
import type { Page } from './layout.ts'

const rooms = [
  { path: '/bank', icon: 'qr', label: 'Pay a QR' },
  { path: '/bank/transfer', icon: 'transfer', label: 'Transfer' },
  { path: '/bank/payouts', icon: 'payout', label: 'Payouts' },
  { path: '/bank/activity', icon: 'activity', label: 'Activity' },
] as const

/** A room of the bank: its page under the ways between the rooms. */
export function bankRoom(current: (typeof rooms)[number]['path'], content: Html, problem: string | null = null): Page {
  const ways = rooms.map(
    ({ path, icon, label }) =>
      html`<a href="${path}" ${path === current ? html`aria-current="page"` : null}
        >${icons[icon]}<span>${label}</span></a
      >`,
  )
  return {
    party: 'bank',
    problem,
    content: html`<nav class="rooms" aria-label="Bank">${ways}</nav>
      ${content}`,
  }
}

/** An account as a line: its owner, and bank and number. */
export function accountLine({ name, bankCode, accountNo }: Account, end: Html): Html {
  const mark = Array.from(name.trim())[0] ?? '·'
  const lines = [html`<strong>${name}</strong>`, html`<span class="quiet">${bankCode} · ${accountNo}</span>`]
  return line({ mark, lines, end })
}

/** Who pays, with the way to somebody else. */
export function payerCard(payer: Account, back: string): Html {
  const change = html`<a class="button tonal" href="/bank/payer?back=${encodeURIComponent(back)}">Change</a>`
  return card('payer', ['You pay as', 'บัญชีผู้จ่าย'], html`<div class="line">${accountLine(payer, change)}</div>`)
}

/** The choices of a bank. */
export function bankChoices(banks: readonly Bank[]): Words[] {
  return banks.map(({ code, name }) => [code, `${code} ${name}`])
}

/** An amount typed by a person as the number of the doors; anything that is none stays a text, which they refuse. */
export function typedAmount(text: string): number | string {
  const plain = text.replaceAll(',', '').trim()
  return /^\d{1,11}(\.\d{1,2})?$/.test(plain) ? toWireAmount(Math.round(Number(plain) * 100)) : text
}
