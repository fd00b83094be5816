import type { Currency } from '@krapao/money'
import type { RegisteredQr } from '../bank/payments.ts'
import type { Account } from '../bank/transfers.ts'
import { bankRooms, payerCard, payerFields } from './bank-parts.ts'
import type { Html } from './html.ts'
import { html } from './html.ts'
import { icons } from './icons.ts'
import type { Page } from './layout.ts'
import { both, emptyNote, money, problemNote, timeMark } from './parts.ts'

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
export function payPage(view: PayView): Page {
  const nowMs = view.now.getTime()
  const waiting = view.unpaid.filter((qr) => !isEnded(qr, nowMs))
  const ended = view.unpaid.filter((qr) => isEnded(qr, nowMs))
  return {
    title: 'Bank',
    thai: 'ธนาคาร',
    party: 'bank',
    content: html`${bankRooms('pay')} ${problemNote(view.problem)}
      <div class="columns">
        <section class="card" aria-labelledby="waiting-title">
          <h2 id="waiting-title">${both('Waiting QRs', 'QR ที่รอจ่าย')}</h2>
          <ul class="rows" id="waiting" data-live data-news="New QR">
            ${waiting.map((qr) => qrItem(qr, view.now))}
            ${
              waiting.length === 0
                ? html`<li data-key="empty">
                    ${emptyNote('qr', 'No QR waits.', 'Make one in the wallet: Deposit, an amount, QR. It shows up here.')}
                  </li>`
                : null
            }
          </ul>
          ${ended.length === 0 ? null : endedQrs(ended, view.now)}
        </section>
        <div>${payerCard(view.payer, '/bank')} ${pasteForm(view)}</div>
      </div>`,
  }
}

/** The wallet takes such a QR for ended; the bank does not mind. */
function isEnded(qr: RegisteredQr, nowMs: number): boolean {
  return qr.expiresAt !== null && qr.expiresAt < nowMs
}

function qrItem(qr: RegisteredQr, now: Date): Html {
  const until =
    qr.expiresAt === null ? null : html`<span class="quiet">until ${timeMark(new Date(qr.expiresAt), now)}</span>`
  return html`<li data-key="${qr.reference}">
    <a class="qr-row" href="/bank/pay?reference=${encodeURIComponent(qr.reference)}">
      <span class="qr-mark">${icons.qr}</span>
      <span class="qr-lines">${money(qr.amountMinor, qr.currency)} <span class="quiet">${qr.reference}</span></span>
      <span class="qr-more">${until}<span class="go">Choose${icons.next}</span></span>
    </a>
  </li>`
}

function endedQrs(ended: readonly RegisteredQr[], now: Date): Html {
  return html`<details class="more">
    <summary>${both('Ended QRs', 'QR ที่หมดอายุ')}</summary>
    <p class="quiet">The bank still takes them: see what the wallet does with money that comes late.</p>
    <ul class="rows">
      ${ended.map((qr) => qrItem(qr, now))}
    </ul>
  </details>`
}

function pasteForm(view: PayView): Html {
  return html`<form method="get" action="/bank/pay" class="card">
    <h2>${both('Or paste its text', 'วางข้อความของ QR')}</h2>
    <label>
      ${both('Text of the QR', 'ข้อความ')}
      <textarea name="payload" rows="3" required spellcheck="false" placeholder="000201…">${view.payload}</textarea>
    </label>
    <button class="tonal wide">Review ${icons.next}</button>
  </form>`
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
  const { amountMinor, currency, payload, reference } = view
  const way = payload === null ? `reference=${encodeURIComponent(reference)}` : `payload=${encodeURIComponent(payload)}`
  return {
    title: 'Review',
    thai: 'ตรวจสอบรายการ',
    party: 'bank',
    back: { path: '/bank', label: 'Bank' },
    content: html`${problemNote(view.problem)}
      <div class="narrow">
        <form method="post" action="/bank/pay" class="card review" data-once>
          ${
            payload === null
              ? html`<input type="hidden" name="reference" value="${reference}" />`
              : html`<input type="hidden" name="payload" value="${payload}" />`
          }
          <p class="review-amount">${amountMinor === null ? 'Any amount' : money(amountMinor, currency)}</p>
          ${state(view)}
          <dl class="facts">
            <dt>${both('To', 'ผู้รับ')}</dt>
            <dd><strong>${view.receiver.name}</strong><br />${view.receiver.bankCode} · ${view.receiver.accountNo}</dd>
            <dt>${both('Reference', 'เลขอ้างอิง')}</dt>
            <dd class="mono">${reference}</dd>
            <dt>${both('You pay as', 'บัญชีผู้จ่าย')}</dt>
            <dd>
              <strong>${view.payer.name}</strong><br />${view.payer.bankCode} · ${view.payer.accountNo}<br />
              <a href="/bank/payer?back=${encodeURIComponent(`/bank/pay?${way}`)}">Change the payer</a>
            </dd>
          </dl>
          ${amountMinor === null ? amountField(true, 'Amount', 'จำนวนเงิน') : otherAmount()}
          <button class="wide">
            ${icons.check}Pay ${amountMinor === null ? null : money(amountMinor, currency)}
            <span class="thai" lang="th">ยืนยันการจ่าย</span>
          </button>
        </form>
      </div>`,
  }
}

function state(view: ReviewView): Html | null {
  if (view.isPaid) return html`<p class="note">This QR was paid already. The bank takes it once more all the same.</p>`
  if (view.expiresAt === null) return null
  const until = timeMark(new Date(view.expiresAt), view.now)
  return view.expiresAt < view.now.getTime()
    ? html`<p class="note">Ended at ${until}. The bank still takes it.</p>`
    : html`<p class="quiet centred">${icons.clock} Good until ${until}</p>`
}

function otherAmount(): Html {
  return html`<details class="more">
    <summary>${both('Pay another amount', 'จ่ายจำนวนอื่น')}</summary>
    <p class="quiet">Some bank apps let people change it. See what the wallet makes of that.</p>
    ${amountField(false, 'Amount instead', 'จำนวนเงิน')}
  </details>`
}

function amountField(isRequired: boolean, label: string, thai: string): Html {
  return html`<label>
    ${both(label, thai)}
    <input name="amount" inputmode="decimal" autocomplete="off" ${isRequired ? html`required` : null} />
  </label>`
}

/** Whom to pay as: everybody the bank knows, one click each, or somebody new. */
export function payerPage(view: {
  payer: Account
  known: readonly Account[]
  back: string
  problem: string | null
}): Page {
  const isCurrent = (account: Account): boolean =>
    account.bankCode === view.payer.bankCode && account.accountNo === view.payer.accountNo
  return {
    title: 'Pay as',
    thai: 'เลือกบัญชีผู้จ่าย',
    party: 'bank',
    back: { path: view.back, label: 'Back' },
    content: html`${problemNote(view.problem)}
      <div class="columns">
        <section class="card" aria-labelledby="known-title">
          <h2 id="known-title">${both('Known accounts', 'บัญชีที่มีอยู่')}</h2>
          <ul class="rows">
            ${view.known.map((account) => knownAccount(account, view.back, isCurrent(account)))}
          </ul>
        </section>
        <form method="post" action="/bank/payer" class="card">
          <h2>${both('Somebody else', 'บัญชีอื่น')}</h2>
          <p class="quiet">Any account will do. The bank opens it at once.</p>
          <input type="hidden" name="back" value="${view.back}" />
          ${payerFields(view.payer)}
          <button class="wide">${both('Pay as this one', 'ใช้บัญชีนี้')}</button>
        </form>
      </div>`,
  }
}

function knownAccount(account: Account, back: string, isCurrent: boolean): Html {
  return html`<li>
    <form method="post" action="/bank/payer">
      <input type="hidden" name="back" value="${back}" />
      <input type="hidden" name="fromBank" value="${account.bankCode}" />
      <input type="hidden" name="fromAccount" value="${account.accountNo}" />
      <input type="hidden" name="fromName" value="${account.name}" />
      <button class="account-button" ${isCurrent ? html`aria-current="true"` : null}>
        ${html`<span class="avatar" aria-hidden="true">${Array.from(account.name.trim())[0] ?? '·'}</span>
          <span class="account-lines"
            ><strong>${account.name}</strong><span class="quiet">${account.bankCode} · ${account.accountNo}</span></span
          >`}
        ${isCurrent ? html`<span class="chip chip-good">Now</span>` : html`<span class="go">Use${icons.next}</span>`}
      </button>
    </form>
  </li>`
}
