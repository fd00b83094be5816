import type { BankTransfer } from './bank-words.ts'

/**
 * What was said of the transfer behind a slip. `not-found`: nobody knows it, or not yet. `unknown`: no answer, one that
 * cannot be understood, or that it is late; `againAfterMs` where it told when it is worth another question.
 */
export type SlipAnswer =
  | { kind: 'found'; transfer: BankTransfer }
  | { kind: 'not-found' }
  | { kind: 'unknown'; why: string; againAfterMs?: number }

/**
 * Whom a bank has as holder of an account, in each spelling that it tells. `not-found`: it knows no such account.
 * `unknown`: no answer, or none that can be understood.
 */
export type AccountHolder = { kind: 'found'; names: readonly string[] } | { kind: 'not-found' } | { kind: 'unknown' }

/** Who knows the transfers behind slips. No method rejects: silence is an answer, and time is limited. */
export interface SlipVerifier {
  /** The banks whose transfers it knows, by their numbers; absent: all. */
  sendingBanks?: readonly string[]
  /** The transfer that a slip names; an answer about another transfer is no answer. */
  transferOf(sendingBank: string, transRef: string): Promise<SlipAnswer>
  /** Whom it has as holder of an account; absent where it cannot be asked that. */
  accountHolder?(account: { bankCode: string; accountNo: string }): Promise<AccountHolder>
}
