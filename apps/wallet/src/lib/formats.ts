import { DAY_MS, formatDateTime, HOUR_MS, MINUTE_MS } from '@krapao/web'

export { dayOf, daysBetween, dayStartMs, formatCount, formatDate, formatDateTime, timeOfDay } from '@krapao/web'

/** "21/11/2026 21:04" */
export const formatMinute = (time: string | number): string => formatDateTime(time).slice(0, 16)

/** How long ago something was. The words are texts, which need no Intl (GEN-010, decisions 2.13, 2.14). */

/** A time gone by in its largest whole unit; below five seconds, and for a time to come, it is just now. */
export type TimeAgo =
  | { readonly id: 'time.justNow' }
  | {
      readonly id:
        | 'time.secondsAgo'
        | 'time.minutesAgo'
        | 'time.hoursAgo'
        | 'time.daysAgo'
        | 'time.monthsAgo'
        | 'time.yearsAgo'
      readonly n: number
    }

/** Names the text of a relative time and its number: years, months, days, hours, minutes or seconds ago (GEN-010). */
export function timeAgo(thenMs: number, nowMs: number): TimeAgo {
  const passedMs = nowMs - thenMs
  const days = Math.floor(passedMs / DAY_MS)
  if (passedMs < 5_000) return { id: 'time.justNow' }
  if (passedMs < MINUTE_MS) return { id: 'time.secondsAgo', n: Math.floor(passedMs / 1_000) }
  if (passedMs < HOUR_MS) return { id: 'time.minutesAgo', n: Math.floor(passedMs / MINUTE_MS) }
  if (days < 1) return { id: 'time.hoursAgo', n: Math.floor(passedMs / HOUR_MS) }
  if (days < 30) return { id: 'time.daysAgo', n: days }
  if (days < 365) return { id: 'time.monthsAgo', n: Math.floor(days / 30) }
  return { id: 'time.yearsAgo', n: Math.floor(days / 365) }
}
