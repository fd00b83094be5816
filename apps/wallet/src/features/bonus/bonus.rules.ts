import { fromWireAmount } from '@krapao/money'
import { daysBetween } from '../../lib/formats.ts'
import type { Bonus, HeldBonus } from './bonus.api.ts'

/** 1 January 1970 was a Thursday: three days after a Monday. */
const DAYS_FROM_MONDAY = 3

/**
 * How often a bonus was received as its type counts: in all (limit), on this day (day) or in this week (week), by the
 * calendar of Bangkok, whose weeks begin on Monday (BON-016 to BON-018, decisions 2.82).
 */
export function receivedCount({ type, userBonus }: Pick<Bonus, 'type' | 'userBonus'>, nowMs: number): number {
  const times = userBonus?.received ?? []
  if (type === 'limit') return times.length
  const weekOf = (time: string | number): number => Math.floor((daysBetween(0, time) + DAYS_FROM_MONDAY) / 7)
  return times.filter(({ updatedAt }) =>
    type === 'day' ? daysBetween(updatedAt, nowMs) === 0 : weekOf(updatedAt) === weekOf(nowMs),
  ).length
}

/** How a card stands: it is the one that is held, it was received as often as allowed, or it can be opened. */
export type CardState = 'current' | 'received' | 'open'

/** A bonus that is held is current, also when it was received for the last time (BON-007 to BON-009). */
export function cardState(bonus: Bonus, nowMs: number): CardState {
  if (bonus.userBonus?.isActive === true) return 'current'
  return receivedCount(bonus, nowMs) >= bonus.maxReceived ? 'received' : 'open'
}

/** Where a granted bonus stands, in minor units. */
export interface BonusProgress {
  readonly baseMinor: number
  readonly currentMinor: number
  readonly failBelowMinor: number
  readonly passFromMinor: number
  /** As far as is known: passed, failed, or neither (rulings 4.2). */
  readonly verdict: 'passed' | 'failed' | 'open'
  /** How much of the way to passing is gone, and where on it the bonus is lost: 0 to 1. */
  readonly part: number
  readonly failPart: number
}

/** Reads how far a held bonus is; undefined while nothing is granted. */
export function progressOf(progress: HeldBonus['progress']): BonusProgress | undefined {
  if (progress === null) return undefined
  const { base, current, failBelow, passFrom } = progress
  if (base === null || current === null || failBelow === null || passFrom === null) return undefined
  const [currentMinor, failBelowMinor, passFromMinor] = [
    fromWireAmount(current),
    fromWireAmount(failBelow),
    fromWireAmount(passFrom),
  ]
  const partOf = (amountMinor: number): number =>
    passFromMinor <= 0 ? 1 : Math.min(1, Math.max(0, amountMinor / passFromMinor))
  return {
    baseMinor: fromWireAmount(base),
    currentMinor,
    failBelowMinor,
    passFromMinor,
    verdict: currentMinor >= passFromMinor ? 'passed' : currentMinor < failBelowMinor ? 'failed' : 'open',
    part: partOf(currentMinor),
    failPart: partOf(failBelowMinor),
  }
}

/** The notice with the percentage of a bonus in its place (BON-011). */
export function fillNotice(notice: string, percentFail: number): string {
  return notice.replaceAll('%percentFail%', String(percentFail))
}
