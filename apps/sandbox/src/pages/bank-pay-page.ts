import type { Currency } from '@krapao/money'
import type { RegisteredQr } from '../bank/payments.ts'
import type { Account } from '../bank/transfers.ts'
import type { Bank } from '../operator.ts'
import { accountLine, bankChoices, bankRoom, payerCard } from './bank-parts.ts'
import { html, type Html } from './html.ts'
import { icons } from './icons.ts'
import { both, card, chip, choice, field, form, list, money, more, type Row, timeMark } from './kit.ts'
import type { Page } from './layout.ts'

/** What the first room of the bank shows. */
export interface PayView {
  readonly payer: Account
  readonly unpaid: readonly RegisteredQr[]
  readonly now: Date
  /** The text that was pasted, to be shown again. */
  readonly payload: string
  readonly problem: string | null
}

/** The QRs that wait for their payer, and the field for the text of any other. */
export function payPage({ payer, unpaid, now, payload, problem }: PayView): Page {
  /** The wallet takes such a QR for ended; the bank does not mind. */
  const isEnded = (qr: RegisteredQr): boolean => qr.expiresAt !== null && qr.expiresAt < now.getTime()
  const rowsOf = (qrs: readonly RegisteredQr[]): Row[] => qrs.map((qr) => qrRow(qr, now))
  const ended = rowsOf(unpaid.filter(isEnded))
  const waiting = list(
    {
      id: 'waiting',
      news: 'New QR',
      empty: ['qr', 'No QR waits.', 'Make one in the wallet: Deposit, an amount, QR. It shows up here.'],
    },
    rowsOf(unpaid.filter((qr) => !isEnded(qr))),
  )
  const late = html`<p class="quiet">
    The bank still takes them: see what the wallet does with money that comes late.
  </p>`
  const paste = html`<h2>${both('Or paste its text', 'วางข้อความของ QR')}</h2>
    <label>
      ${both('Text of the QR', 'ข้อความ')}
      <textarea name="payload" rows="3" required spellcheck="false" placeholder="000201…">${payload}</textarea>
    </label>
    <button class="tonal wide">Review ${icons.next}</button>`
  return bankRoom(
    '/bank',
    html`<div class="columns">
      ${card(
        'qrs',
        ['Waiting QRs', 'QR ที่รอจ่าย'],
        html`${waiting}
        ${ended.length === 0 ? null : more(both('Ended QRs', 'QR ที่หมดอายุ'), html`${late} ${list({ id: 'ended' }, ended)}`)}`,
      )}
      <div>${payerCard(payer, '/bank')} ${form({ action: '/bank/pay', method: 'get', look: 'card' }, paste)}</div>
    </div>`,
    problem,
  )
}

function qrRow({ reference, amountMinor, currency, expiresAt }: RegisteredQr, now: Date): Row {
  const until = expiresAt === null ? null : html`<span class="quiet">until ${timeMark(expiresAt, now)}</span>`
  return {
    key: reference,
    href: `/bank/pay?reference=${encodeURIComponent(reference)}`,
    mark: icons.qr,
    lines: [money(amountMinor, currency), html`<span class="quiet mono">${reference}</span>`],
    end: html`${until}<span class="go">Choose${icons.next}</span>`,
  }
}

/** A QR about to be paid. */
export interface ReviewView {
  readonly payer: Account
  readonly receiver: Account
  readonly currency: Currency
  /** Null when the payer chooses the amount. */
  readonly amountMinor: number | null
  readonly reference: string
  /** The text it was read from; null when it was chosen from the list. */
  readonly payload: string | null
  readonly expiresAt: number | null
  readonly isPaid: boolean
  readonly now: Date
  readonly problem: string | null
}

/** What is about to be paid, by whom and to whom; one button pays. */
export function reviewPage(view: ReviewView): Page {
  const { amountMinor, payload, payer, receiver } = view
  const hidden = payload === null ? { reference: view.reference } : { payload }
  const back = encodeURIComponent(`/bank/pay?${new URLSearchParams(hidden)}`)
  const amount = amountMinor === null ? null : money(amountMinor, view.currency)
  const content = html`<p class="big">${amount ?? 'Any amount'}</p>
    ${state(view)}
    <dl class="facts">
      <dt>${both('To', 'ผู้รับ')}</dt>
      <dd><strong>${receiver.name}</strong><br />${receiver.bankCode} · ${receiver.accountNo}</dd>
      <dt>${both('Reference', 'เลขอ้างอิง')}</dt>
      <dd class="mono">${view.reference}</dd>
      <dt>${both('You pay as', 'บัญชีผู้จ่าย')}</dt>
      <dd>
        <strong>${payer.name}</strong><br />${payer.bankCode} · ${payer.accountNo}<br />
        <a href="/bank/payer?back=${back}">Change the payer</a>
      </dd>
    </dl>
    ${amount === null ? field(both('Amount', 'จำนวนเงิน'), 'amount', { mode: 'decimal' }) : otherAmount()}
    <button class="wide">${icons.check}Pay ${amount} <span class="thai" lang="th">ยืนยันการจ่าย</span></button>`
  return {
    party: 'bank',
    title: ['Review', 'ตรวจสอบรายการ'],
    back: { path: '/bank', label: 'Bank' },
    problem: view.problem,
    content: html`<div class="narrow">${form({ action: '/bank/pay', look: 'card', hidden }, content)}</div>`,
  }
}

function state({ isPaid, expiresAt, now }: ReviewView): Html | null {
  const paid = 'This QR was paid already. The bank takes it once more all the same.'
  if (isPaid) return html`<p class="note of-warn">${paid}</p>`
  if (expiresAt === null) return null
  const until = timeMark(expiresAt, now)
  return expiresAt < now.getTime()
    ? html`<p class="note of-warn">Ended at ${until}. The bank still takes it.</p>`
    : html`<p class="quiet centred">${icons.clock} Good until ${until}</p>`
}

function otherAmount(): Html {
  return more(
    both('Pay another amount', 'จ่ายจำนวนอื่น'),
    html`<p class="quiet">Some bank apps let people change it. See what the wallet makes of that.</p>
      ${field(both('Amount instead', 'จำนวนเงิน'), 'amount', { mode: 'decimal', isOptional: true })}`,
  )
}

/** Whom to pay as: everybody the bank knows, one click each, or somebody new. */
export function payerPage(view: {
  banks: readonly Bank[]
  payer: Account
  known: readonly Account[]
  back: string
  problem: string | null
}): Page {
  const { payer, back } = view
  const known = view.known.map((account) => {
    const isCurrent = account.bankCode === payer.bankCode && account.accountNo === payer.accountNo
    const end = isCurrent ? chip('good', 'Now') : html`<span class="go">Use${icons.next}</span>`
    const button = html`<button class="line" ${isCurrent ? html`aria-current="true"` : null}>
      ${accountLine(account, end)}
    </button>`
    const { bankCode: fromBank, accountNo: fromAccount, name: fromName } = account
    const hidden = { back, fromBank, fromAccount, fromName }
    return html`<li>${form({ action: '/bank/payer', hidden }, button)}</li>`
  })
  const somebody = html`<h2>${both('Somebody else', 'บัญชีอื่น')}</h2>
    <p class="quiet">Any account will do. The bank opens it at once.</p>
    ${choice(both('Bank', 'ธนาคาร'), 'fromBank', bankChoices(view.banks), payer.bankCode)}
    ${field(both('Account number', 'เลขที่บัญชี'), 'fromAccount', { mode: 'numeric', value: payer.accountNo })}
    ${field(both('Name', 'ชื่อบัญชี'), 'fromName', { value: payer.name })}
    <button class="wide">${both('Pay as this one', 'ใช้บัญชีนี้')}</button>`
  return {
    party: 'bank',
    title: ['Pay as', 'เลือกบัญชีผู้จ่าย'],
    back: { path: back, label: 'Back' },
    problem: view.problem,
    content: html`<div class="columns">
      ${card(
        'known',
        ['Known accounts', 'บัญชีที่มีอยู่'],
        html`<ul class="rows">
          ${known}
        </ul>`,
      )}
      ${form({ action: '/bank/payer', look: 'card', hidden: { back } }, somebody)}
    </div>`,
  }
}
