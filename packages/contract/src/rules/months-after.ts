/** Bangkok and Vientiane are seven hours ahead of UTC all year. */
export const BANGKOK_OFFSET_MS = 7 * 3_600_000

/**
 * When so many months of the calendar are over, by the clocks of Bangkok: at the same time of the day, and on the last day of
 * a month that lacks it (beyond 3.4). Takes and gives milliseconds since 1970.
 */
export function monthsAfter(atMs: number, months: number): number {
  const shown = new Date(atMs + BANGKOK_OFFSET_MS)
  const day = shown.getUTCDate()
  shown.setUTCDate(1)
  shown.setUTCMonth(shown.getUTCMonth() + months)
  const last = new Date(Date.UTC(shown.getUTCFullYear(), shown.getUTCMonth() + 1, 0)).getUTCDate()
  shown.setUTCDate(Math.min(day, last))
  return shown.getTime() - BANGKOK_OFFSET_MS
}
