const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const ASK_OFFSETS_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000] as const
/** What is still unknown is asked about for ever, at falling pace: each minute, after two hours each ten, then each hour. */
const ASK_PAUSES_MS = [
  { untilMs: 2 * HOUR_MS, pauseMs: 60_000 },
  { untilMs: DAY_MS, pauseMs: 600_000 },
] as const
const LAST_PAUSE_MS = HOUR_MS
const UNKNOWN_FOR_REVIEW_MS = HOUR_MS

/** When a paid withdrawal is looked at again, counted from its payment: a bank can send money back days later. */
const WATCH_OFFSETS_MS = [300_000, 1_800_000, 2 * HOUR_MS, DAY_MS, 3 * DAY_MS] as const

/**
 * When a party is asked next about what was sent at `sentAt`: at 1, 2, 4, 8, 15, 30 s, then each minute (rulings 1.3), and
 * for ever at falling pace (beyond 7.8).
 */
export function nextAskAt(sentAt: Date, now: Date): Date {
  const ageMs = now.getTime() - sentAt.getTime()
  const offsetMs = ASK_OFFSETS_MS.find((candidate) => candidate > ageMs)
  if (offsetMs !== undefined) return new Date(sentAt.getTime() + offsetMs)
  const pauseMs = ASK_PAUSES_MS.find(({ untilMs }) => ageMs < untilMs)?.pauseMs ?? LAST_PAUSE_MS
  return new Date(now.getTime() + pauseMs)
}

/** How long the bank may be on the line for one payout: it is asked and, when it does not know it, sent the order again. */
const ASKING_MS = 25_000

/**
 * Whether somebody may be asking the bank at this moment, who began at `askedAt`: money that were given back now could be
 * ordered once more in the same breath.
 */
export function mayBeAskedNow(askedAt: Date | null, now: Date): boolean {
  return askedAt !== null && now.getTime() - askedAt.getTime() < ASKING_MS
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
