import { readWireAmount } from '@krapao/money'
import type { Bank } from '../bank/bank.ts'
import type { CallbackView } from '../bank/callback-rows.ts'
import type { PayoutView } from '../bank/payouts.ts'
import { type Account, slipPath, slipPayload, type Transfer } from '../bank/transfers.ts'
import { shownTime } from '../bangkok-time.ts'
import type { Bank as OperatorBank } from '../operator.ts'
import { bankChoices, bankRoom, payerCard } from './bank-parts.ts'
import { html, type Html } from './html.ts'
import { icons } from './icons.ts'
import {
  both,
  card,
  chip,
  choice,
  copyButton,
  field,
  form,
  list,
  money,
  more,
  type Row,
  timeMark,
  type Tone,
} from './kit.ts'
import type { Page } from './layout.ts'

const shownRows = 50

/** What the form of a transfer shows. */
export interface TransferView {
  readonly banks: readonly OperatorBank[]
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
export function transferPage({ banks, payer, receivers, typed, problem }: TransferView): Page {
  const number = { mode: 'numeric', value: typed['toAccount'], list: 'receivers' } as const
  const fields = html`<h2>${both('Transfer to an account', 'โอนเข้าบัญชี')}</h2>
    ${choice(both('To bank', 'ธนาคารผู้รับ'), 'toBank', bankChoices(banks), typed['toBank'] ?? '')}
    ${field(both('To account', 'เลขที่บัญชี'), 'toAccount', number)}
    <datalist id="receivers">
      ${receivers.map((one) => html`<option value="${one.accountNo}">${one.bankCode} ${one.name}</option>`)}
    </datalist>
    ${field(both('Amount', 'จำนวนเงิน'), 'amount', { mode: 'decimal', value: typed['amount'] })}
    ${choice(both('The bank tells the payer’s name', 'ธนาคารแจ้งชื่อผู้โอน'), 'told', toldNames, typed['told'] ?? '')}
    <button class="wide">${both('Transfer', 'โอนเงิน')}</button>
    <p class="quiet">
      For a deposit with a slip: transfer to the account that the wallet shows, save the e-slip, send it in.
    </p>`
  return bankRoom(
    '/bank/transfer',
    html`<div class="columns">
      ${form({ action: '/bank/transfer', look: 'card' }, fields)}
      <div>${payerCard(payer, '/bank/transfer')}</div>
    </div>`,
    problem,
  )
}

/** The e-slip of a transfer just made, or looked up again, and the name of the bank that it reached. */
export function slipPage(paid: Transfer, name: string): Page {
  const path = slipPath(paid.transRef)
  const text = slipPayload(paid)
  return {
    party: 'bank',
    title: ['Paid', 'จ่ายเงินสำเร็จ'],
    back: { path: '/bank', label: 'Bank' },
    content: html`<div class="columns slip-columns">
      <section class="card" aria-label="Receipt">
        <p class="mark done of-good">${icons.check}</p>
        <p class="big">${money(paid.amountMinor, paid.currency)}</p>
        <p class="centred">
          ${paid.from.name} <span class="quiet">${paid.from.bankCode}</span><br />to <strong>${paid.to.name}</strong>
          <span class="quiet">${paid.to.bankCode}${name === paid.to.bankCode ? null : ` ${name}`}</span>
        </p>
        <p>
          <a class="button wide" href="${path}" download="slip-${paid.transRef}.png"
            >${icons.save}Save the e-slip <span class="thai" lang="th">บันทึกสลิป</span></a
          >
        </p>
        <p><a class="button tonal wide" href="/bank">${both('Done', 'เสร็จสิ้น')}</a></p>
        ${more(
          'Text of the slip’s mini-QR',
          html`<p class="mono">${text}</p>
            ${copyButton(text, 'the text of the mini-QR')}`,
        )}
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
  return bankRoom(
    '/bank/payouts',
    card(
      'payouts',
      ['Payouts', 'รายการจ่ายออก'],
      html`<p class="quiet">
          A withdrawal of the wallet comes here and is paid by itself a moment later. The buttons give it another end,
          as banks do on a bad day, and the bank calls the wallet about it.
        </p>
        ${list(
          {
            id: 'payouts',
            news: 'Payouts changed',
            empty: ['payout', 'No payout yet.', 'Withdraw in the wallet: the money leaves through here.'],
          },
          payouts.slice(0, shownRows).map(payoutRow),
        )}`,
    ),
  )
}

function payoutRow({ amount, currency, reference, state, to }: PayoutView): Row {
  const read = readWireAmount(amount)
  const end = payoutEnds.find((one) => one.state === state)
  const buttons = payoutEnds
    .filter((one) => one !== end)
    .map(
      (one) =>
        html`<button class="tonal" name="state" value="${one.state}">
          <span class="unseen">Make it </span>${one.label}
        </button>`,
    )
  return {
    key: reference,
    look: 'payout',
    lines: [
      money(read.ok ? read.amountMinor : 0, currency),
      html`to <strong>${to.name}</strong> · ${to.bankCode} ${to.accountNo}`,
      html`<span class="quiet mono">${reference}</span>`,
    ],
    end: chip(end?.tone ?? 'wait', end === undefined ? both('Sent', 'ส่งแล้ว') : both(end.label, end.thai)),
    under: form(
      { action: '/bank/payouts', look: 'buttons', label: `Another end for ${reference}`, hidden: { reference } },
      html`<span class="quiet" aria-hidden="true">Make it</span>${buttons}`,
    ),
  }
}

/** The operator's statements of today, of each bank that it was paid at. */
function statements(bank: Bank, now: Date): Html {
  const [day] = shownTime(now.getTime())
  const codes = [...new Set(bank.transfers.receivers(shownRows).map(({ bankCode }) => bankCode))]
  return html`${codes.map(
    (code) =>
      html`<a
        class="button tonal"
        href="/api/bank/statement.csv?bank=${code}&day=${day}"
        download="statement-${code}-${day}.csv"
        >${icons.save}${both(`Statement of ${code}`, `รายการเดินบัญชี ${code}`)}</a
      > `,
  )}`
}

/** The book: transfers with their e-slips, and what the bank told the server. */
export function activityPage(bank: Bank, now: Date): Page {
  const transfers = list(
    {
      id: 'transfers',
      empty: ['activity', 'No money moved yet.', 'Payments, transfers and payouts are written here.'],
    },
    bank.transfers.newest(shownRows).map((transfer) => transferRow(transfer, now)),
  )
  const callbacks = list(
    { id: 'callbacks', empty: ['clock', 'The bank had nothing to tell yet.', 'Pay a QR and see.'] },
    bank.callbacks.newest(shownRows).map(callbackRow),
  )
  return bankRoom(
    '/bank/activity',
    html`<div class="columns">
      ${card('transfers', ['Transfers', 'รายการโอน'], html`${statements(bank, now)}${transfers}`)}
      ${card(
        'callbacks',
        ['Calls to the wallet', 'การแจ้งเตือนไปยังกระเป๋า'],
        html`<p class="quiet">
            The bank tells the wallet of each payment and payout, signed, again and again until it says yes.
          </p>
          ${callbacks}`,
      )}
    </div>`,
  )
}

function transferRow({ transRef, amountMinor, currency, from, to, reference, occurredAt }: Transfer, now: Date): Row {
  const quiet = (words: string): Html => html`<span class="quiet">${words}</span>`
  return {
    key: transRef,
    lines: [
      money(amountMinor, currency),
      html`${from.name} ${quiet(from.bankCode)} → ${to.name} ${quiet(to.bankCode)}`,
      html`<span class="quiet mono">${reference || 'no reference'}</span>`,
    ],
    end: html`<span class="quiet">${timeMark(occurredAt, now)}</span>
      <a class="go" href="/bank?paid=${transRef}">E-slip<span class="unseen"> of ${transRef}</span></a>`,
  }
}

const callbackStates: Readonly<Record<string, readonly [words: string, tone: Tone]>> = {
  waiting: ['Waiting', 'wait'],
  held: ['Held back', 'warn'],
  dropped: ['Dropped', 'bad'],
  done: ['Taken', 'good'],
}

function callbackRow({ id, eventId, state, attempts, lastAnswer }: CallbackView): Row {
  const [words, tone] = callbackStates[state] ?? [state, 'wait']
  const tries = attempts === 1 ? '1 try' : `${attempts} tries`
  // A status as it is; the name of an error says no more to people than that there was no answer.
  const answer = /^\d+$/.test(lastAnswer) ? `HTTP ${lastAnswer}` : 'none'
  const said = lastAnswer === '' ? tries : `${tries}, last answer ${answer}`
  return {
    key: String(id),
    lines: [html`<span class="mono">${eventId}</span>`, html`<span class="quiet">${said}</span>`],
    end: chip(tone, words),
  }
}
