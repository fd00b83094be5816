import { mulDiv } from '@krapao/money'

/** Refunds of losses once more, a member at a time: what the one statement over all of them is held against. */

/** What the games brought a member on one day, below zero when he lost. */
export interface DayResult {
  day: string
  resultMinor: number
}

/** A day on which a member had lost more than ever before in its month, and how much more. */
export interface NewLoss {
  day: string
  lossMinor: number
}

/**
 * The new losses of one member: a running total of what he lost, with a high-water mark, both starting anew with each
 * month. A day counts for what it lifts the total above the mark. What SQL does for all members at once (loss-days.store.ts) is
 * held against it.
 */
export function newLosses(results: readonly DayResult[]): NewLoss[] {
  const found: NewLoss[] = []
  let month = ''
  let lostMinor = 0
  let highMinor = 0
  for (const { day, resultMinor } of results.toSorted((one, other) => (one.day < other.day ? -1 : 1))) {
    if (day.slice(0, 7) !== month) {
      month = day.slice(0, 7)
      lostMinor = 0
      highMinor = 0
    }
    lostMinor -= resultMinor
    if (lostMinor > highMinor) {
      found.push({ day, lossMinor: lostMinor - highMinor })
      highMinor = lostMinor
    }
  }
  return found
}

/** The part of a new loss that is given: floored to satang, and nothing when it is less than the minimum. */
export function shareOf(lossMinor: number, percentHundredths: number, minimumMinor = 0): number {
  const shareMinor = mulDiv(lossMinor, percentHundredths, 10_000, 'floor')
  return shareMinor < minimumMinor ? 0 : shareMinor
}
