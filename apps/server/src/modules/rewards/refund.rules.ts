import { DAY_MS } from '../../platform/durations.ts'
import { bangkokDay } from '../../platform/bangkok-time.ts'

/**
 * Refunds of losses: pure decisions (rulings 4.5). Days are texts such as "2026-11-21", in Bangkok; percentages are
 * integers of hundredths, so that 500 is 5 %.
 */

/** The day before the present one in Bangkok: the last that can be closed. */
export function lastFullDay(now: Date): string {
  return bangkokDay(new Date(now.getTime() - DAY_MS))
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
