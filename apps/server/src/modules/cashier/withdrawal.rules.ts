const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const ASK_OFFSETS_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000] as const
const ASK_PAUSE_MS = 60_000
const UNKNOWN_FOR_REVIEW_MS = HOUR_MS

/** When a paid withdrawal is looked at again, counted from its payment: a bank can send money back days later. */
const WATCH_OFFSETS_MS = [300_000, 1_800_000, 2 * HOUR_MS, DAY_MS, 3 * DAY_MS] as const

/** Why a withdrawal waits for the operator. */
export type WaitReason = 'AMOUNT' | 'PAYEE_CHANGED' | 'OPEN_CASE' | 'LATE_WIN' | 'LOCKED'

/**
 * Why a withdrawal must wait for the operator, or null when a job pays it at once: above the operator's amount, within
 * so many hours of a change of the bank account after registration, while a case about the member is open, or when bets
 * that were open as he lost a bonus may have paid him (rulings 1.2, 3.6, docs/decisions/0013).
 */
export function waitReason(given: {
  amountMinor: number
  autoMaxMinor: number
  payeeChangedAt: Date | null
  payeeChangedWaitHours: number
  hasOpenCase: boolean
  hasLateWin: boolean
  now: Date
}): WaitReason | null {
  if (given.hasOpenCase) return 'OPEN_CASE'
  if (given.hasLateWin) return 'LATE_WIN'
  if (given.amountMinor > given.autoMaxMinor) return 'AMOUNT'
  if (given.payeeChangedAt === null) return null
  const sinceChangeMs = given.now.getTime() - given.payeeChangedAt.getTime()
  return sinceChangeMs < given.payeeChangedWaitHours * HOUR_MS ? 'PAYEE_CHANGED' : null
}

/** When the bank is asked next about a payout sent at `sentAt`: at 1, 2, 4, 8, 15, 30 s, then each minute (rulings 1.3). */
export function nextAskAt(sentAt: Date, now: Date): Date {
  const offsetMs = ASK_OFFSETS_MS.find((candidate) => sentAt.getTime() + candidate > now.getTime())
  return offsetMs === undefined ? new Date(now.getTime() + ASK_PAUSE_MS) : new Date(sentAt.getTime() + offsetMs)
}

/** How long the bank may be on the line for one payout: it is asked and, when it does not know it, sent the order again. */
const ASKING_MS = 25_000

/**
 * Whether somebody may be asking the bank at this moment about a payout that is asked each minute: money that were given
 * back now could be ordered once more in the same breath.
 */
export function mayBeAskedNow(askAt: Date | null, now: Date): boolean {
  return askAt !== null && askAt.getTime() - now.getTime() > ASK_PAUSE_MS - ASKING_MS
}

/** Whether a payout has been unknown for so long that somebody must look at it; it is asked on all the same. */
export function needsReview(sentAt: Date, now: Date): boolean {
  return now.getTime() - sentAt.getTime() >= UNKNOWN_FOR_REVIEW_MS
}

/** When a paid withdrawal is looked at next for money that came back, or null when it is looked at no more. */
export function nextWatchAt(paidAt: Date, now: Date): Date | null {
  const offsetMs = WATCH_OFFSETS_MS.find((candidate) => paidAt.getTime() + candidate > now.getTime())
  return offsetMs === undefined ? null : new Date(paidAt.getTime() + offsetMs)
}

/**
 * Where a withdrawal stands. `waiting`: for the operator. `due`: never sent, a job sends it. `sent`: may have been
 * paid, asked until known. `paid` and `failed`: known.
 */
export type WithdrawalState = 'waiting' | 'due' | 'sent' | 'paid' | 'failed'

/** What the bank says of a payout. */
export type PayoutState = 'SENT' | 'PAID' | 'FAILED' | 'RETURNED'

/** `settle` the hold, `free` it, `give-back` what was settled, open a `case`, or `nothing`. */
export type PayoutStep = 'settle' | 'free' | 'give-back' | 'case' | 'nothing'

/**
 * What follows from the bank's word (rulings 3.6): only FAILED and RETURNED free the hold, RETURNED after settling
 * gives the money back, FAILED is final and a later PAID opens a case. A PAID that is older than the RETURNED we know
 * of only comes late. Word about a payout that was never sent moves no money and opens a case.
 */
export function payoutStep(
  withdrawal: { state: WithdrawalState; returnedAt: Date | null },
  word: { state: PayoutState; occurredAt: Date },
): PayoutStep {
  if (word.state === 'SENT') return 'nothing'
  switch (withdrawal.state) {
    case 'waiting':
    case 'due':
      return 'case'
    case 'sent':
      return word.state === 'PAID' ? 'settle' : 'free'
    case 'paid':
      if (word.state === 'PAID') return 'nothing'
      return word.state === 'RETURNED' ? 'give-back' : 'case'
    case 'failed':
      if (word.state !== 'PAID') return 'nothing'
      return withdrawal.returnedAt !== null && word.occurredAt <= withdrawal.returnedAt ? 'nothing' : 'case'
  }
}

/** What the member sees of it. */
export function wireStatus(state: WithdrawalState): 'SUCCESS' | 'FAILED' | 'IN_PROGRESS' {
  if (state === 'paid') return 'SUCCESS'
  return state === 'failed' ? 'FAILED' : 'IN_PROGRESS'
}
