import { toWireAmount } from '@krapao/money'
import { bankName } from '../bank/banks.ts'
import { operator } from '../operator.ts'
import type { Account } from '../bank/transfers.ts'
import type { Html } from './html.ts'
import { html } from './html.ts'
import type { Icon } from './icons.ts'
import { icons } from './icons.ts'
import { both, options } from './parts.ts'

/** The rooms of the bank's page. */
export type BankRoom = 'pay' | 'transfer' | 'payouts' | 'activity'

const rooms: readonly {
  readonly room: BankRoom
  readonly path: string
  readonly icon: Icon
  readonly label: string
}[] = [
  { room: 'pay', path: '/bank', icon: 'qr', label: 'Pay a QR' },
  { room: 'transfer', path: '/bank/transfer', icon: 'transfer', label: 'Transfer' },
  { room: 'payouts', path: '/bank/payouts', icon: 'payout', label: 'Payouts' },
  { room: 'activity', path: '/bank/activity', icon: 'activity', label: 'Activity' },
]

/** The ways between the bank's rooms. */
export function bankRooms(current: BankRoom): Html {
  return html`<nav class="rooms" aria-label="Bank">
    ${rooms.map(
      ({ room, path, icon, label }) =>
        html`<a href="${path}" ${room === current ? html`aria-current="page"` : null}
          >${icons[icon]}<span>${label}</span></a
        >`,
    )}
  </nav>`
}

/** An account as a line of two: its owner, and bank and number. */
function accountLines(account: Account): Html {
  const mark = Array.from(account.name.trim())[0] ?? '·'
  return html`<span class="account">
    <span class="avatar" aria-hidden="true">${mark}</span>
    <span class="account-lines">
      <strong>${account.name}</strong>
      <span class="quiet">${account.bankCode} · ${account.accountNo}</span>
    </span>
  </span>`
}

/** Who pays, with the way to somebody else. */
export function payerCard(payer: Account, back: string): Html {
  return html`<section class="card payer" aria-labelledby="payer-title">
    <h2 id="payer-title">${both('You pay as', 'บัญชีผู้จ่าย')}</h2>
    <div class="payer-line">
      ${accountLines(payer)}
      <a class="button tonal" href="/bank/payer?back=${encodeURIComponent(back)}">Change</a>
    </div>
  </section>`
}

/** The fields of a payer, filled in. */
export function payerFields(payer: Account): Html {
  return html`<div class="fields">
    <label>
      ${both('Bank', 'ธนาคาร')}
      <select name="fromBank">
        ${bankOptions(payer.bankCode)}
      </select>
    </label>
    <label>
      ${both('Account number', 'เลขที่บัญชี')}
      <input name="fromAccount" inputmode="numeric" autocomplete="off" required value="${payer.accountNo}" />
    </label>
    <label>
      ${both('Name', 'ชื่อบัญชี')}
      <input name="fromName" autocomplete="off" required value="${payer.name}" />
    </label>
  </div>`
}

/** The choices of a bank. */
export function bankOptions(chosen: string): Html[] {
  return options(
    operator().banks.map((bank) => ({ value: bank.code, label: `${bank.code} ${bank.name}` })),
    chosen,
  )
}

/** A bank's code and name. */
export function bankText(code: string): string {
  const name = bankName(code)
  return name === code ? code : `${code} ${name}`
}

/** An amount typed by a person as the number of the doors; anything that is none stays a text, which they refuse. */
export function typedAmount(text: string): number | string {
  const plain = text.replaceAll(',', '').trim()
  return /^\d{1,11}(\.\d{1,2})?$/.test(plain) ? toWireAmount(Math.round(Number(plain) * 100)) : text
}
