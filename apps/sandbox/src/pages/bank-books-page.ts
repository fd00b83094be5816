import { readWireAmount } from '@krapao/money'
import type { Bank } from '../bank/bank.ts'
import type { CallbackView } from '../bank/callback-rows.ts'
import type { PayoutView } from '../bank/payouts.ts'
import type { Account, Transfer } from '../bank/transfers.ts'
import { slipPath, slipPayload } from '../bank/transfers.ts'
import { bankOptions, bankRooms, bankText, payerCard } from './bank-parts.ts'
import type { Html } from './html.ts'
import { html } from './html.ts'
import { icons } from './icons.ts'
import type { Page } from './layout.ts'
import { both, copyButton, emptyNote, money, problemNote, timeMark } from './parts.ts'

const shownRows = 50

/** What the form of a transfer shows. */
export interface TransferView {
  readonly payer: Account
  readonly receivers: readonly Account[]
  readonly typed: Readonly<Record<string, string>>
  readonly problem: string | null
}

const toldNames = [
  ['whole', 'whole'],
  ['masked', 'masked, as SOMCHAI J***'],
  ['none', 'not at all: a person decides'],
] as const

/** A transfer from one account to another. */
export function transferPage(view: TransferView): Page {
  const { typed } = view
  return {
    title: 'Bank',
    thai: 'ธนาคาร',
    party: 'bank',
    content: html`${bankRooms('transfer')} ${problemNote(view.problem)}
      <div class="columns">
        <form method="post" action="/bank/transfer" class="card" data-once>
          <h2>${both('Transfer to an account', 'โอนเข้าบัญชี')}</h2>
          <label>
            ${both('To bank', 'ธนาคารผู้รับ')}
            <select name="toBank">
              ${bankOptions(typed['toBank'] ?? '')}
            </select>
          </label>
          <label>
            ${both('To account', 'เลขที่บัญชี')}
            <input
              name="toAccount"
              inputmode="numeric"
              autocomplete="off"
              required
              list="receivers"
              value="${typed['toAccount'] ?? ''}"
            />
          </label>
          <datalist id="receivers">
            ${view.receivers.map(
              (account) => html`<option value="${account.accountNo}">${account.bankCode} ${account.name}</option>`,
            )}
          </datalist>
          <label>
            ${both('Amount', 'จำนวนเงิน')}
            <input name="amount" inputmode="decimal" autocomplete="off" required value="${typed['amount'] ?? ''}" />
          </label>
          <label>
            ${both('The bank tells the payer’s name', 'ธนาคารแจ้งชื่อผู้โอน')}
            <select name="told">
              ${toldNames.map(([value, label]) => html`<option value="${value}" ${typed['told'] === value ? html`selected` : null}>${label}</option>`)}
            </select>
          </label>
          <button class="wide">${both('Transfer', 'โอนเงิน')}</button>
          <p class="hint">
            For a deposit with a slip: transfer to the account that the wallet shows, save the e-slip, send it in.
          </p>
        </form>
        <div>${payerCard(view.payer, '/bank/transfer')}</div>
      </div>`,
  }
}

/** The e-slip of a transfer just made, or looked up again. */
export function slipPage(paid: Transfer): Page {
  const path = slipPath(paid.transRef)
  return {
    title: 'Paid',
    thai: 'จ่ายเงินสำเร็จ',
    party: 'bank',
    back: { path: '/bank', label: 'Bank' },
    content: html`<div class="slip-columns">
      <section class="card slip-words" aria-label="Receipt">
        <p class="done">${icons.check}</p>
        <p class="review-amount">${money(paid.amountMinor, paid.currency)}</p>
        <p class="centred">
          ${paid.from.name} <span class="quiet">${paid.from.bankCode}</span><br />to <strong>${paid.to.name}</strong>
          <span class="quiet">${bankText(paid.to.bankCode)}</span>
        </p>
        <p>
          <a class="button wide" href="${path}" download="slip-${paid.transRef}.png"
            >${icons.save}Save the e-slip <span class="thai" lang="th">บันทึกสลิป</span></a
          >
        </p>
        <p><a class="button tonal wide" href="/bank">${both('Done', 'เสร็จสิ้น')}</a></p>
        <details class="more">
          <summary>Text of the slip’s mini-QR</summary>
          <p class="mono">${slipPayload(paid)}</p>
          ${copyButton(slipPayload(paid), 'the text of the mini-QR')}
        </details>
      </section>
      <img src="${path}" class="slip" width="720" height="1080" alt="E-slip of transfer ${paid.transRef}" />
    </div>`,
  }
}

const payoutEnds = [
  { state: 'PAID', label: 'Paid', thai: 'จ่ายแล้ว', tone: 'good' },
  { state: 'FAILED', label: 'Failed', thai: 'ไม่สำเร็จ', tone: 'bad' },
  { state: 'RETURNED', label: 'Returned', thai: 'ถูกตีกลับ', tone: 'warn' },
] as const

/** What the wallet asked the bank to pay out, and the buttons that give it another end. */
export function payoutsPage(payouts: readonly PayoutView[]): Page {
  return {
    title: 'Bank',
    thai: 'ธนาคาร',
    party: 'bank',
    content: html`${bankRooms('payouts')}
      <section aria-labelledby="payouts-title">
        <h2 id="payouts-title">${both('Payouts', 'รายการจ่ายออก')}</h2>
        <p class="quiet">
          A withdrawal of the wallet comes here and is paid by itself a moment later. The buttons give it another end,
          as banks do on a bad day, and the bank calls the wallet about it.
        </p>
        <ul class="rows apart" id="payouts" data-live data-news="Payouts changed">
          ${payouts.slice(0, shownRows).map(payoutItem)}
          ${
            payouts.length === 0
              ? html`<li data-key="empty">
                  ${emptyNote('payout', 'No payout yet.', 'Withdraw in the wallet: the money leaves through here.')}
                </li>`
              : null
          }
        </ul>
      </section>`,
  }
}

function payoutItem(payout: PayoutView): Html {
  const read = readWireAmount(payout.amount)
  const end = payoutEnds.find(({ state }) => state === payout.state)
  return html`<li class="card payout" data-key="${payout.reference}">
    <div class="payout-top">
      ${money(read.ok ? read.amountMinor : 0, payout.currency)}
      <span class="chip chip-${end?.tone ?? 'wait'}"
        >${end === undefined ? both('Sent', 'ส่งแล้ว') : both(end.label, end.thai)}</span
      >
    </div>
    <p>to <strong>${payout.to.name}</strong> · ${payout.to.bankCode} ${payout.to.accountNo}</p>
    <p class="quiet mono">${payout.reference}</p>
    <form method="post" action="/bank/payouts" class="ends" aria-label="Another end for ${payout.reference}">
      <input type="hidden" name="reference" value="${payout.reference}" />
      <span class="ends-label" aria-hidden="true">Make it</span>
      ${payoutEnds
        .filter(({ state }) => state !== payout.state)
        .map(
          ({ state, label }) =>
            html`<button class="tonal" name="state" value="${state}">
              <span class="unseen">Make it </span>${label}
            </button>`,
        )}
    </form>
  </li>`
}

/** The book: transfers with their e-slips, and what the bank told the server. */
export function activityPage(bank: Bank, now: Date): Page {
  const transfers = bank.transfers.newest(shownRows)
  const callbacks = bank.callbacks.newest(shownRows)
  return {
    title: 'Bank',
    thai: 'ธนาคาร',
    party: 'bank',
    content: html`${bankRooms('activity')}
      <div class="columns">
        <section class="card" aria-labelledby="transfers-title">
          <h2 id="transfers-title">${both('Transfers', 'รายการโอน')}</h2>
          <ul class="rows" id="transfers" data-live>
            ${transfers.map((transfer) => transferItem(transfer, now))}
            ${
              transfers.length === 0
                ? html`<li data-key="empty">
                    ${emptyNote('activity', 'No money moved yet.', 'Payments, transfers and payouts are written here.')}
                  </li>`
                : null
            }
          </ul>
        </section>
        <section class="card" aria-labelledby="callbacks-title">
          <h2 id="callbacks-title">${both('Calls to the wallet', 'การแจ้งเตือนไปยังกระเป๋า')}</h2>
          <p class="quiet">
            The bank tells the wallet of each payment and payout, signed, again and again until it says yes.
          </p>
          <ul class="rows" id="callbacks" data-live>
            ${callbacks.map(callbackItem)}
            ${
              callbacks.length === 0
                ? html`<li data-key="empty">
                    ${emptyNote('clock', 'The bank had nothing to tell yet.', 'Pay a QR and see.')}
                  </li>`
                : null
            }
          </ul>
        </section>
      </div>`,
  }
}

function transferItem(transfer: Transfer, now: Date): Html {
  return html`<li class="entry" data-key="${transfer.transRef}">
    <div class="entry-top">
      ${money(transfer.amountMinor, transfer.currency)}
      <span class="quiet">${timeMark(new Date(transfer.occurredAt), now)}</span>
    </div>
    <p>
      ${transfer.from.name} <span class="quiet">${transfer.from.bankCode}</span> → ${transfer.to.name}
      <span class="quiet">${transfer.to.bankCode}</span>
    </p>
    <p class="entry-more">
      <span class="quiet mono">${transfer.reference || 'no reference'}</span>
      <a href="/bank?paid=${transfer.transRef}">E-slip<span class="unseen"> of ${transfer.transRef}</span></a>
    </p>
  </li>`
}

const callbackStates: Readonly<Record<string, { words: string; tone: string }>> = {
  waiting: { words: 'Waiting', tone: 'wait' },
  held: { words: 'Held back', tone: 'warn' },
  dropped: { words: 'Dropped', tone: 'bad' },
  done: { words: 'Taken', tone: 'good' },
}

function callbackItem(callback: CallbackView): Html {
  const state = callbackStates[callback.state] ?? { words: callback.state, tone: 'wait' }
  const tries = callback.attempts === 1 ? '1 try' : `${callback.attempts} tries`
  const answer = callback.lastAnswer === '' ? '' : `, last answer ${answerText(callback.lastAnswer)}`
  return html`<li class="entry" data-key="${callback.id}">
    <div class="entry-top">
      <span class="mono">${callback.eventId}</span><span class="chip chip-${state.tone}">${state.words}</span>
    </div>
    <p class="quiet">${tries}${answer}</p>
  </li>`
}

/** A status as it is; the name of an error says no more to people than that there was no answer. */
function answerText(answer: string): string {
  return /^\d+$/.test(answer) ? `HTTP ${answer}` : 'none'
}
