import { mulDiv } from '@krapao/money'

/**
 * Refunds of losses: pure decisions (rulings 4.5). Days are texts such as "2026-11-21", in Bangkok; percentages are
 * integers of hundredths, so that 500 is 5 %.
 */
const BANGKOK_OFFSET_MS = 7 * 3_600_000
const DAY_MS = 24 * 3_600_000

/** The day in Bangkok at a moment. */
export function bangkokDay(at: Date): string {
  return new Date(at.getTime() + BANGKOK_OFFSET_MS).toISOString().slice(0, 10)
}

/** The day before the present one in Bangkok: the last that can be closed. */
export function lastFullDay(now: Date): string {
  return bangkokDay(new Date(now.getTime() - DAY_MS))
}

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
 * month. A day counts for what it lifts the total above the mark. The same as SQL does for all members at once.
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

/** A refund that was computed and not received. */
export interface RefundDay {
  amountMinor: number
  lapsesAt: Date
}

/** Those that can still be received; at the moment of its lapse a refund is gone. */
export function unlapsed<Day extends RefundDay>(days: readonly Day[], now: Date): Day[] {
  return days.filter(({ lapsesAt }) => now < lapsesAt)
}

/** Why nothing can be received, in the order of rulings 4.5; null when something can. */
export function refundProblem(days: readonly RefundDay[], now: Date): 'NO_REFUND' | 'REFUND_CONDITION' | null {
  if (days.length === 0) return 'NO_REFUND'
  return unlapsed(days, now).length === 0 ? 'REFUND_CONDITION' : null
}

/** What a rule fills into the operator's texts. */
export interface FillIn {
  percentHundredths: number
  lapseDays?: number
}

/** A text of the operator with %percent% and %days% as the rule in force has them; as it stands where there is none. */
export function fillIn(text: string, rule: FillIn | null): string {
  if (rule === null) return text
  const percent = (rule.percentHundredths / 100).toString()
  return text.replaceAll('%percent%', percent).replaceAll('%days%', String(rule.lapseDays ?? ''))
}
