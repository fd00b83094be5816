import { DAY_MS, HOUR_MS } from '../../platform/durations.ts'
import { type ExclusionMonths, monthsAfter } from '@krapao/contract'
import type { Excluded } from '../members/index.ts'

/** How long a return waits after a term, and between which days of one for good it is confirmed (beyond 3.4). */
const RETURN_WAIT_MS = DAY_MS
const FOR_GOOD_ASK_MONTHS = 12
const FOR_GOOD_FROM_MS = 7 * DAY_MS
const FOR_GOOD_UNTIL_MS = 30 * DAY_MS

/** A break or an exclusion as it was taken. */
export interface Exclusion {
  kind: Excluded
  takenAt: Date
  /** Null: for good. */
  until: Date | null
  /** When he asked to come back. */
  returnAskedAt: Date | null
}

/** What all that was taken comes to. */
export interface ExclusionInForce {
  kind: Excluded
  since: Date
  until: Date | null
  /** When it was last taken for good. */
  forGoodSince: Date | null
  returnAskedAt: Date | null
}

export function coolOffUntil(now: Date, hours: number): Date {
  return new Date(now.getTime() + hours * HOUR_MS)
}

export function exclusionUntil(now: Date, months: ExclusionMonths): Date | null {
  return months === null ? null : new Date(monthsAfter(now.getTime(), months))
}

/**
 * What holds of all that was taken and not ended: the longest counts. A break is over when its time is; an exclusion of
 * one's own stays after its time, and a break that is longer than it moves the time from which it can be ended.
 */
export function inForce(taken: readonly Exclusion[], now: Date): ExclusionInForce | null {
  const open = taken.filter(({ kind, until }) => kind === 'self-exclusion' || (until !== null && until > now))
  const [first, ...others] = open.toSorted((one, other) => one.takenAt.getTime() - other.takenAt.getTime())
  if (first === undefined) return null
  const all = [first, ...others]
  const forGood = all.findLast(({ until }) => until === null)
  const isOwn = all.some(({ kind }) => kind === 'self-exclusion')
  const asked = all.flatMap(({ returnAskedAt }) => returnAskedAt ?? [])
  return {
    kind: isOwn ? 'self-exclusion' : 'cool-off',
    since: first.takenAt,
    until: forGood ? null : new Date(Math.max(...all.map(({ until }) => until?.getTime() ?? 0))),
    forGoodSince: forGood?.takenAt ?? null,
    returnAskedAt: asked.toSorted((one, other) => other.getTime() - one.getTime())[0] ?? null,
  }
}

/** How an exclusion is ended: asked for from then on, confirmed between two times once it was. */
export interface ReturnTerms {
  askFrom: Date
  askedAt: Date | null
  confirmFrom: Date | null
  confirmUntil: Date | null
}

/** The terms of coming back (beyond 3.4); null of a break, which ends by itself. What was asked for and let pass is over. */
export function returnTerms(exclusion: ExclusionInForce, now: Date): ReturnTerms | null {
  const { kind, since, until, forGoodSince, returnAskedAt } = exclusion
  if (kind !== 'self-exclusion') return null
  const askFrom = until ?? new Date(monthsAfter((forGoodSince ?? since).getTime(), FOR_GOOD_ASK_MONTHS))
  const none = { askFrom, askedAt: null, confirmFrom: null, confirmUntil: null }
  if (returnAskedAt === null) return none
  const askedMs = returnAskedAt.getTime()
  const waitMs = until === null ? FOR_GOOD_FROM_MS : RETURN_WAIT_MS
  const confirmUntil = until === null ? new Date(askedMs + FOR_GOOD_UNTIL_MS) : null
  if (confirmUntil !== null && confirmUntil <= now) return none
  return { askFrom, askedAt: returnAskedAt, confirmFrom: new Date(askedMs + waitMs), confirmUntil }
}
