import { DAY_MS } from '../../platform/durations.ts'
import type { LimitKind, LimitPeriod } from '@krapao/contract'
import { bangkokDay, nextBangkokDay, sinceBangkokMidnight } from '../../platform/bangkok-time.ts'

const WEEK_DAYS = 7
/** How long a higher limit waits, and for how long it can be confirmed then (beyond 3.1). */
export const RAISE_WAIT_MS = DAY_MS
const RAISE_CONFIRM_MS = 7 * DAY_MS
/** From this share of a limit on it is near. */
const NEAR_PERCENT = 80

/** A limit as it is kept; amounts in satang. */
export interface Limit {
  kind: LimitKind
  period: LimitPeriod
  setBy: 'member' | 'operator'
  amountMinor: number
  /** From when on a higher one, or none (null), can be confirmed. */
  pendingFrom: Date | null
  pendingAmountMinor: number | null
}

/** The first moment of the present period: of the day, of six days before it, or of the month, all of Bangkok's calendar. */
export function periodStart(period: LimitPeriod, now: Date): Date {
  const midnight = now.getTime() - sinceBangkokMidnight(now)
  if (period === 'day') return new Date(midnight)
  if (period === 'week') return new Date(midnight - (WEEK_DAYS - 1) * DAY_MS)
  return new Date(midnight - (Number(bangkokDay(now).slice(8)) - 1) * DAY_MS)
}

/**
 * When a period makes room again: a day and a month when the next one begins, seven days when the oldest day on which
 * something counted leaves them, or the present one where nothing did.
 */
export function resetsAt(period: LimitPeriod, now: Date, oldest: Date | null): Date {
  if (period === 'day') return nextBangkokDay(now)
  if (period === 'week') {
    const first = oldest ?? now
    return new Date(first.getTime() - sinceBangkokMidnight(first) + WEEK_DAYS * DAY_MS)
  }
  const [year = 0, month = 0] = bangkokDay(now).split('-').map(Number)
  const firstOfNext = new Date(Date.UTC(year, month, 1))
  return new Date(firstOfNext.getTime() - sinceBangkokMidnight(firstOfNext))
}

/** What a change of a limit comes to: it holds at once, it waits, or it changes nothing. */
export type LimitChange = 'now' | 'waits' | 'same'

/** A limit where there was none and a lower one hold at once; a higher one and none wait (beyond 3.1). */
export function changeOf(presentMinor: number | null, wantedMinor: number | null): LimitChange {
  if (presentMinor === wantedMinor) return 'same'
  if (presentMinor === null) return 'now'
  return wantedMinor === null || wantedMinor > presentMinor ? 'waits' : 'now'
}

/** Between which times a higher limit can be confirmed; null when it lapsed or there is none. */
export function confirmationOf(
  { pendingFrom }: Pick<Limit, 'pendingFrom'>,
  now: Date,
): { from: Date; until: Date } | null {
  if (pendingFrom === null) return null
  const until = new Date(pendingFrom.getTime() + RAISE_CONFIRM_MS)
  return now < until ? { from: pendingFrom, until } : null
}

/** How much of a limit is used: `near` from 80 % on, `reached` when nothing remains. */
export function levelOf(amountMinor: number, usedMinor: number): 'open' | 'near' | 'reached' {
  if (usedMinor >= amountMinor) return 'reached'
  return usedMinor * 100 >= amountMinor * NEAR_PERCENT ? 'near' : 'open'
}

/**
 * What of the money that came in a period lies above a limit and was not taken out again, in satang: it enters no game
 * (beyond 3.2). `moved` is what was brought (above zero) and taken (below), the oldest first.
 */
export function lockedMinor(moved: readonly number[], amountMinor: number): number {
  let broughtMinor = 0
  let locked = 0
  for (const changeMinor of moved) {
    if (changeMinor < 0) locked = Math.max(0, locked + changeMinor)
    else {
      const before = Math.max(broughtMinor, amountMinor)
      broughtMinor += changeMinor
      locked += Math.max(0, broughtMinor - before)
    }
  }
  return locked
}
