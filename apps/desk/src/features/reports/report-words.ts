import { DAY_MS, dayOf, dayStartMs } from '@krapao/web'
import { daysBetween, formatBaht, formatCount } from '../../lib/formats.ts'
import { usePlaceTexts } from '../../lib/texts/texts.ts'
import table from './report-texts.json' with { type: 'json' }

export const useReportTexts = () => usePlaceTexts(table)
type Texts = ReturnType<typeof useReportTexts>

/** "Sat 21/11". */
export function dayText({ words }: Pick<Texts, 'words'>, day: string): string {
  // 1 January 1970 was a Thursday.
  const weekday = ((daysBetween(0, dayStartMs(day)) + 4) % 7) as 0 | 1 | 2 | 3 | 4 | 5 | 6
  return `${words(`short.${weekday}`)} ${day.slice(8)}/${day.slice(5, 7)}`
}

export const isMoney = (figure: string): boolean => figure !== 'active' && figure !== 'registered'

/** A figure as it is written: baht with satang, or a number of members. */
export const figureText = (figure: string, value: number): string =>
  isMoney(figure) ? formatBaht(value) : formatCount(value)

/** The day that is so many days before the one of a moment, as Bangkok has it. */
export function dayBefore(nowMs: number, days: number): string {
  return dayOf(nowMs - days * DAY_MS)
}

/** How many days a span has, both ends included; nothing of what is none. */
export function daysOf({ from, to }: { from: string; to: string }): number {
  return Math.round((dayStartMs(to) - dayStartMs(from)) / DAY_MS) + 1
}
