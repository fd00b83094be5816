import type { Currency } from '@krapao/money'
import type { BankPayment } from './bank-words.ts'

/** A QR to make known to whoever collects for it, before anybody sees it. */
export interface QrOrder {
  reference: string
  amountMinor: number
  currency: Currency
  accountNo: string | null
  createdAt: Date
  expiresAt: Date
}

/**
 * What a collector hands out for a QR: leave to draw it ourselves (`ours`), the EMVCo text, or a picture and nothing
 * else. `partyId` is the party's own name of it, by which it is asked about; null where it goes by our reference.
 */
export type MadeQr = { partyId: string | null } & (
  | { kind: 'ours' }
  | { kind: 'text'; payload: string }
  /** A data URL of a PNG or of a sanitized SVG. */
  | { kind: 'picture'; picture: string }
)

/** A QR as it is asked about. */
export interface AskedQr {
  reference: string
  partyId: string | null
  amountMinor: number
  currency: Currency
  createdAt: Date
}

/** A part of a list of payments, those apart that have not the agreed shape; null when the party did not answer. */
export type PaymentPage = {
  payments: readonly BankPayment[]
  unreadable: readonly unknown[]
  cursor: string | null
} | null

/** Who makes QRs and knows what was paid for them. No method rejects: silence is an answer, and time is limited. */
export interface Collector {
  /** Null when the party said no or nothing: then nobody sees that QR. */
  makeQr(order: QrOrder): Promise<MadeQr | null>
  paymentsOf(qr: AskedQr): Promise<PaymentPage>
  /** Payments after a cursor of an earlier page, from the beginning with null; null where there is no such list. */
  paymentsAfter(cursor: string | null): Promise<PaymentPage>
  /**
   * All payments of QRs that were made since a time, also of those whose making was not answered; null when it did not tell
   * them all. Absent where there is no such list.
   */
  paymentsSince?(since: Date): Promise<PaymentPage>
}
