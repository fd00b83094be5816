import type { PayoutState } from '../providers/bank-words.ts'

/**
 * Where a withdrawal stands. `waiting`: for the operator. `due`: never sent, a job sends it. `sent`: may have been
 * paid, asked until known. `paid` and `failed`: known.
 */
export type WithdrawalState = 'waiting' | 'due' | 'sent' | 'paid' | 'failed'

/** The bank's definite no, as it is remembered until it has been asked about it once by id. */
export type SaidNo = 'REFUSED' | 'FAILED' | 'RETURNED'

/**
 * `settle` the hold, `free` it, `give-back` what was settled, `pay-late` what was given back, `confirm` what the operator
 * decided without the bank's word, `doubt` a no until it was asked about, `contradict` a no that is followed by a yes,
 * open a `case`, or `nothing`.
 */
export type PayoutStep =
  | 'settle'
  | 'free'
  | 'give-back'
  | 'pay-late'
  | 'confirm'
  | 'doubt'
  | 'contradict'
  | 'case'
  | 'nothing'

/** What of a withdrawal decides about a word. */
export interface PayoutStanding {
  state: WithdrawalState
  returnedAt: Date | null
  /** Ended by the operator while the bank was silent, and the bank has said nothing definite since. */
  endedByHand: boolean
  saidNo: SaidNo | null
}

/**
 * What follows from the bank's word (rulings 3.6, beyond 7.8 to 7.10). A no frees the hold once the bank, asked by id,
 * says it too; a yes instead is a contradiction, and the next answer decides. RETURNED after settling gives the money
 * back. What the operator ended in silence follows the bank's first word, whatever it is; a FAILED of a callback is
 * asked about before it gives money back. A PAID after the money was given back is booked as what it was, unless it is
 * older than the return that we know of: then it only comes late.
 * Word about a payout that was never sent moves no money and opens a case.
 */
export function payoutStep(
  withdrawal: PayoutStanding,
  word: { state: PayoutState; occurredAt: Date; isAsked: boolean },
): PayoutStep {
  if (word.state === 'SENT') return 'nothing'
  switch (withdrawal.state) {
    case 'waiting':
    case 'due':
      return 'case'
    case 'sent':
      return word.state === 'PAID' ? yesToSent(withdrawal, word) : noToSent(withdrawal, word)
    case 'paid':
      if (word.state === 'PAID') return withdrawal.endedByHand ? 'confirm' : 'nothing'
      if (word.state === 'RETURNED') return 'give-back'
      if (!withdrawal.endedByHand) return 'case'
      return word.isAsked ? 'give-back' : withdrawal.saidNo === null ? 'doubt' : 'nothing'
    case 'failed':
      if (word.state !== 'PAID') return withdrawal.endedByHand ? 'confirm' : 'nothing'
      return isOlderThanReturn(withdrawal, word) ? 'nothing' : 'pay-late'
  }
}

function yesToSent(withdrawal: PayoutStanding, word: { occurredAt: Date; isAsked: boolean }): PayoutStep {
  if (withdrawal.saidNo === null) return 'settle'
  const isLate = withdrawal.returnedAt !== null && !word.isAsked && word.occurredAt <= withdrawal.returnedAt
  return isLate ? 'nothing' : 'contradict'
}

function noToSent(withdrawal: PayoutStanding, word: { isAsked: boolean }): PayoutStep {
  if (word.isAsked) return 'free'
  return withdrawal.saidNo === null ? 'doubt' : 'nothing'
}

/** An answer to a question has no time of its own: of a payout that the bank returned it may be as old as the question. */
function isOlderThanReturn(withdrawal: PayoutStanding, word: { occurredAt: Date; isAsked: boolean }): boolean {
  if (withdrawal.returnedAt === null) return false
  return word.isAsked ? !withdrawal.endedByHand : word.occurredAt <= withdrawal.returnedAt
}

/** What the member sees of it. */
export function wireStatus(state: WithdrawalState): 'SUCCESS' | 'FAILED' | 'IN_PROGRESS' {
  if (state === 'paid') return 'SUCCESS'
  return state === 'failed' ? 'FAILED' : 'IN_PROGRESS'
}
