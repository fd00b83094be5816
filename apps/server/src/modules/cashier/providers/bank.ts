import type { Currency } from '@krapao/money'
import type { BankPayment, BankTransfer } from '../bank-words.ts'
import type { PayoutState } from '../withdrawal.rules.ts'

/** A QR to make known to the bank before anybody sees it. */
interface QrRegistration {
  reference: string
  amountMinor: number
  currency: Currency
  accountNo: string | null
  expiresAt: Date
}

/** Money to send to a member's account. The bank pays a reference once, however often it is sent. */
export interface PayoutOrder {
  reference: string
  amountMinor: number
  currency: Currency
  to: { bankCode: string; accountNo: string; name: string }
}

/**
 * What the bank said of a payout. `refused`: its documented no to the order. `not-found`: it does not know the
 * reference. `unknown`: no answer, or none that can be understood; it may or may not have paid.
 */
export type PayoutAnswer =
  | { kind: 'state'; state: PayoutState; transRef: string | null }
  | { kind: 'refused' }
  | { kind: 'not-found' }
  | { kind: 'unknown'; why: string }

/**
 * What the bank said of the transfer behind a slip. `not-found`: it does not know it, or not yet. `unknown`: no answer,
 * one that cannot be understood, or that it is late.
 */
export type SlipAnswer =
  | { kind: 'found'; transfer: BankTransfer }
  | { kind: 'not-found' }
  | { kind: 'unknown'; why: string }

/**
 * Whom a bank has as holder of an account, in each spelling that it tells. `not-found`: it knows no such account.
 * `unknown`: no answer, or none that can be understood.
 */
export type AccountHolder = { kind: 'found'; names: readonly string[] } | { kind: 'not-found' } | { kind: 'unknown' }

/** A part of the bank's list of payments, those apart that have not the agreed shape; null when the bank did not answer. */
export type PaymentPage = {
  payments: readonly BankPayment[]
  unreadable: readonly unknown[]
  cursor: string | null
} | null

/** The bank that collects by QR and pays out. No method rejects: silence is an answer, and time is limited. */
export interface Bank {
  /** Whether the bank has taken the QR's reference. */
  registerQr(qr: QrRegistration): Promise<boolean>
  paymentsOf(reference: string): Promise<PaymentPage>
  /** Payments after a cursor of an earlier page, from the beginning with null. */
  paymentsAfter(cursor: string | null): Promise<PaymentPage>
  payOut(order: PayoutOrder): Promise<PayoutAnswer>
  /** What became of an order; an answer about another sum is no answer. */
  payout(order: PayoutOrder): Promise<PayoutAnswer>
  /** The transfer that a slip names; an answer about another transfer is no answer. */
  transferOf(sendingBank: string, transRef: string): Promise<SlipAnswer>
  /** Whom it has as holder of an account; absent where it cannot be asked that. */
  accountHolder?(account: { bankCode: string; accountNo: string }): Promise<AccountHolder>
}
