import { type BonusEnds, bonusOf, type BonusShare, type Thresholds } from '@krapao/contract'
import { bangkokClock } from '../../../platform/bangkok-time.ts'
import { DAY_MS } from '../../../platform/durations.ts'

/**
 * The rules of bonuses and promotions (rulings 4.1 to 4.3): how often, how much, and how one ends. Pure decisions only;
 * amounts are satang. Fractions of a satang always fall to the house: a bonus is floored, thresholds are rounded up.
 */

export type BonusKind = 'limit' | 'day' | 'week'

/** What a rule promises, as it is copied when a bonus is armed. */
export interface BonusTerms extends BonusShare, BonusEnds {
  kind: BonusKind
  /** A smaller deposit is credited and leaves the bonus armed. */
  minDepositMinor: number
}

/** The epoch began on a Thursday: three days after a Monday. */
const EPOCH_WEEKDAY_MS = 3 * DAY_MS

/** Where the time begins in which receipts count: the day or the week (from Monday) in Bangkok; null counts them all. */
export function windowStart(kind: BonusKind, now: Date): Date | null {
  if (kind === 'limit') return null
  const local = bangkokClock(now)
  const passedMs = kind === 'day' ? local % DAY_MS : (local + EPOCH_WEEKDAY_MS) % (7 * DAY_MS)
  return new Date(now.getTime() - passedMs)
}

/** How many receipts count now (BON-016 to BON-018). */
export function countReceived(kind: BonusKind, receipts: readonly Date[], now: Date): number {
  const start = windowStart(kind, now)
  return start === null ? receipts.length : receipts.filter((at) => at >= start).length
}

/** What a deposit is topped up with; 0 for one below the least deposit. */
export function bonusFor(terms: BonusTerms, depositMinor: number): number {
  return depositMinor < terms.minDepositMinor ? 0 : bonusOf(terms, depositMinor)
}

/** The most that a deposit can be topped up with; null where it grows with the deposit. */
export function mostOf({ capMinor, fixedMinor }: Pick<BonusTerms, 'capMinor' | 'fixedMinor'>): number | null {
  const ends = [capMinor, fixedMinor].filter((amountMinor) => amountMinor !== null)
  return ends.length === 0 ? null : Math.min(...ends)
}

/** Whether another one can be armed before a budget ends; one that knows no end is never covered. */
export function isCovered(terms: BonusTerms, given: { budgetMinor: number; spentMinor: number }): boolean {
  const most = mostOf(terms)
  return most !== null && given.spentMinor + most <= given.budgetMinor
}

export type Outcome = 'failed' | 'passed'

/** How a bonus can be ended now; null while it cannot: BONUS_CONDITION. */
export function outcomeOf(currentMinor: number, { failBelowMinor, passFromMinor }: Thresholds): Outcome | null {
  if (currentMinor < failBelowMinor) return 'failed'
  return currentMinor >= passFromMinor ? 'passed' : null
}

/** What goes back to the house at the end: of a passed bonus nothing, of a failed one what is left of it. */
export function takenBack(
  outcome: Outcome,
  given: { bonusMinor: number; currentMinor: number; walletMinor: number },
): number {
  if (outcome === 'passed') return 0
  return Math.max(0, Math.min(given.bonusMinor, given.currentMinor, given.walletMinor))
}
