import type { Currency } from '@krapao/money'
import { bahtForLak, lakToPay } from '../books/lak.rules.ts'
import { DAY_MS, HOUR_MS } from '../../../platform/durations.ts'

const POLL_LIVE_MS = 10_000
const POLL_SLOWEST_MS = HOUR_MS
const POLL_ENDS_AFTER_MS = DAY_MS

/** What the payer is asked for, in the currency of the account that receives: baht as they are, or whole kip. */
export function chargeFor(amountMinor: number, currency: Currency, lakPerBaht: number): number {
  return currency === 'LAK' ? lakToPay(amountMinor, lakPerBaht) : amountMinor
}

/** What of a QR decides the worth of a payment: the baht agreed, and what was to be paid for them until when. */
export interface AgreedQr {
  amountMinor: number
  currency: Currency
  chargeMinor: number
  expiresAt: Date
}

/**
 * The satang that a payment is worth: baht as they were paid; kip by the agreed amount when exactly the asked sum was
 * paid in time, else by the rate when the bank received them, rounded down (rulings 2.5, 3.1). Zero is possible.
 */
export function creditFor(
  qr: AgreedQr | null,
  payment: { amountMinor: number; currency: Currency; occurredAt: Date },
  lakPerBahtAtReceipt: number,
): number {
  if (payment.currency === 'BAHT') return payment.amountMinor
  const asAgreed =
    qr !== null &&
    qr.currency === 'LAK' &&
    qr.chargeMinor === payment.amountMinor &&
    payment.occurredAt.getTime() <= qr.expiresAt.getTime()
  return asAgreed ? qr.amountMinor : bahtForLak(payment.amountMinor, lakPerBahtAtReceipt)
}

/**
 * When a QR is asked about that was paid and whose collector answered: no more, where what it receives is listed too; else
 * once more at the end of the time in which it may be paid, for whoever pays it a second time unheard.
 */
export function askPaidAt({ expiresAt }: { expiresAt: Date }, now: Date, isListed: boolean): Date | null {
  const lastAt = new Date(expiresAt.getTime() + POLL_ENDS_AFTER_MS)
  return isListed || now >= lastAt ? null : lastAt
}

/**
 * When the bank is asked next about a QR: every 10 s while it is live, then at a falling pace (rulings 3.1). Null once 24
 * hours have passed since it expired and it answered after that: silence says nothing of what was paid.
 */
export function nextPollAt(qr: { isLive: boolean; expiresAt: Date }, now: Date, isAnswered = true): Date | null {
  const isOver = now.getTime() - qr.expiresAt.getTime() >= POLL_ENDS_AFTER_MS
  return isOver && isAnswered ? null : nextInSilence(qr, now)
}

/** The same while nothing was answered. */
export function nextInSilence(qr: { isLive: boolean; expiresAt: Date }, now: Date): Date {
  const sinceExpiryMs = now.getTime() - qr.expiresAt.getTime()
  if (qr.isLive && sinceExpiryMs < 0) return new Date(now.getTime() + POLL_LIVE_MS)
  const waitMs = Math.min(POLL_SLOWEST_MS, Math.max(3 * POLL_LIVE_MS, Math.floor(sinceExpiryMs / 4)))
  return new Date(now.getTime() + waitMs)
}
