import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/durations.ts'

const ASK_OFFSETS_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000] as const
/** What is still unknown is asked about for ever, at falling pace: each minute, after two hours each ten, then each hour. */
const ASK_PAUSES_MS = [
  { untilMs: 2 * HOUR_MS, pauseMs: MINUTE_MS },
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
