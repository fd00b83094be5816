import { formatAmount, toWireAmount } from '@krapao/money'
import type { Bank } from '../bank/bank.ts'
import { banks } from '../bank/banks.ts'
import type { CallbackView } from '../bank/callback-rows.ts'
import type { PayoutView } from '../bank/payouts.ts'
import type { Account, Transfer } from '../bank/transfers.ts'
import { slipPath, slipPayload } from '../bank/transfers.ts'
import type { Html } from './html.ts'
import { html } from './html.ts'
import { layout, options, timeText } from './layout.ts'

/** What the bank's page shows besides the bank's books. */
export interface BankView {
  readonly payer: Account
  /** What was typed into the forms, to be shown again. */
  readonly typed: Readonly<Record<string, string>>
  /** The transfer whose e-slip is shown. */
  readonly paid: Transfer | null
  readonly problem: string | null
}

const shownRows = 20

/** Pay as anybody, see and save the e-slip; the transfers, payouts and callbacks. */
export function bankPage(bank: Bank, view: BankView): Html {
  return layout(
    'Bank',
    html`${view.problem === null ? null : html`<p role="alert" class="problem">${view.problem}</p>`}
      ${view.paid === null ? null : slipCard(view.paid)} ${payForm(view)} ${transferForm(view)}
      <h2>Transfers</h2>
      <ul class="messages">
        ${bank.transfers.newest(shownRows).map(transferItem)}
      </ul>
      <h2>Payouts</h2>
      <ul class="messages">
        ${bank.payouts.list().slice(0, shownRows).map(payoutItem)}
      </ul>
      <h2>Callbacks to the server</h2>
      <ul class="messages">
        ${bank.callbacks.newest(shownRows).map(callbackItem)}
      </ul>`,
  )
}

function slipCard(paid: Transfer): Html {
  const path = slipPath(paid.transRef)
  return html`<section class="card" aria-label="E-slip">
    <h2>Paid</h2>
    <img src="${path}" width="360" height="540" alt="E-slip of transfer ${paid.transRef}" />
    <p><a href="${path}" download="slip-${paid.transRef}.png" class="button">Save the e-slip</a></p>
    <p class="meta">Text of its mini-QR: <code>${slipPayload(paid)}</code></p>
  </section>`
}

function payForm(view: BankView): Html {
  return html`<form method="post" action="/bank/pay" class="card">
    <h2>Pay a QR</h2>
    <label>Text of the QR <textarea name="payload" rows="4" required>${view.typed['payload'] ?? ''}</textarea></label>
    <label>Another amount than the QR says <input name="amount" inputmode="decimal" /></label>
    ${payerFields(view.payer)}
    <button>Pay</button>
  </form>`
}

function transferForm(view: BankView): Html {
  const { typed } = view
  return html`<form method="post" action="/bank/transfer" class="card">
    <h2>Transfer to an account</h2>
    <label
      >To bank
      <select name="toBank">
        ${bankOptions(typed['toBank'] ?? 'KBANK')}
      </select></label
    >
    <label>
      To account
      <input name="toAccount" inputmode="numeric" required value="${typed['toAccount'] ?? ''}" />
    </label>
    <label>Amount <input name="amount" inputmode="decimal" required value="${typed['amount'] ?? ''}" /></label>
    ${payerFields(view.payer)}
    <button>Transfer</button>
  </form>`
}

function payerFields(payer: Account): Html {
  return html`<fieldset>
    <legend>Payer</legend>
    <label
      >Bank
      <select name="fromBank">
        ${bankOptions(payer.bankCode)}
      </select></label
    >
    <label>Account <input name="fromAccount" inputmode="numeric" required value="${payer.accountNo}" /></label>
    <label>Name <input name="fromName" required value="${payer.name}" /></label>
  </fieldset>`
}

function bankOptions(chosen: string): Html[] {
  return options(
    banks.map((bank) => ({ value: bank.code, label: `${bank.code} ${bank.name}` })),
    chosen,
  )
}

function transferItem(transfer: Transfer): Html {
  return html`<li>
    <p>
      <strong>${formatAmount(transfer.amountMinor)} ${transfer.currency}</strong> ${transfer.from.bankCode}
      ${transfer.from.name} → ${transfer.to.bankCode} ${transfer.to.name}
    </p>
    <p class="meta">
      ${timeText(new Date(transfer.occurredAt))} ${transfer.reference}
      <a href="/bank?paid=${transfer.transRef}">${transfer.transRef}</a>
    </p>
  </li>`
}

function payoutItem(payout: PayoutView): Html {
  const ends = ['PAID', 'FAILED', 'RETURNED'].filter((state) => state !== payout.state)
  return html`<li>
    <p>
      <strong>${payout.amount} ${payout.currency}</strong> → ${payout.to.bankCode} ${payout.to.accountNo}
      ${payout.to.name}
    </p>
    <p class="meta">${payout.reference} ${payout.state}</p>
    <form method="post" action="/bank/payouts" class="row">
      <input type="hidden" name="reference" value="${payout.reference}" />
      ${ends.map((state) => html`<button class="quiet" name="state" value="${state}">Make it ${state}</button>`)}
    </form>
  </li>`
}

function callbackItem(callback: CallbackView): Html {
  return html`<li>
    <p>${callback.eventId} <strong>${callback.state}</strong></p>
    <p class="meta">${callback.attempts} attempts, last answer ${callback.lastAnswer || 'none'}</p>
  </li>`
}

/** An amount typed by a person as the number of the doors; anything that is none stays a text, which they refuse. */
export function typedAmount(text: string): number | string {
  const plain = text.replaceAll(',', '').trim()
  return /^\d{1,11}(\.\d{1,2})?$/.test(plain) ? toWireAmount(Math.round(Number(plain) * 100)) : text
}
