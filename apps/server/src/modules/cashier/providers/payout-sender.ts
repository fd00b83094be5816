import type { Currency } from '@krapao/money'
import type { PayoutState } from './bank-words.ts'

/** Money to send to a member's account. The party pays a reference once, however often it is sent. */
export interface PayoutOrder {
  reference: string
  amountMinor: number
  currency: Currency
  to: { bankCode: string; accountNo: string; name: string }
}

/**
 * What a party said of a payout. `refused`: its documented no to the order. `not-found`: it does not know the
 * reference. `unknown`: no answer, or none that can be understood; it may or may not have paid.
 */
export type PayoutAnswer =
  | { kind: 'state'; state: PayoutState; transRef: string | null }
  | { kind: 'refused' }
  | { kind: 'not-found' }
  | { kind: 'unknown'; why: string }

/** Who pays out. No method rejects: silence is an answer, and time is limited. */
export interface PayoutSender {
  /** What it pays in; absent: whatever it is given. */
  readonly currencies?: readonly Currency[]
  payOut(order: PayoutOrder): Promise<PayoutAnswer>
  /** What became of an order; an answer about another sum is no answer. */
  payout(order: PayoutOrder): Promise<PayoutAnswer>
  /** Of these banks, those that it pays to through nothing; null when it did not tell. Absent: it pays to all of them. */
  banksWithout?(bankCodes: readonly string[]): Promise<readonly string[] | null>
}
