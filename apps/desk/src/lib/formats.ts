import { formatAmount, readWireAmount } from '@krapao/money'

/** How dates, times and waits are written: Gregorian, in Bangkok, alike in every language. */

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Bangkok and Vientiane are seven hours ahead of UTC all year. */
const BANGKOK_OFFSET_MS = 7 * HOUR_MS

const inBangkok = (time: string): string => new Date(Date.parse(time) + BANGKOK_OFFSET_MS).toISOString()

/** "21:04", the time in Bangkok. */
export function timeOfDay(time: string): string {
  return inBangkok(time).slice(11, 16)
}

/** "21/11/2026", the day in Bangkok. */
export function formatDate(time: string): string {
  const [year, month, day] = inBangkok(time).slice(0, 10).split('-')
  return `${day}/${month}/${year}`
}

/** "21/11/2026 21:04:37", in Bangkok. */
export function formatDateTime(time: string): string {
  return `${formatDate(time)} ${inBangkok(time).slice(11, 19)}`
}

/** How many midnights of Bangkok lie between a time and now: 0 is today, 1 yesterday. */
export function daysAgo(time: string, nowMs: number): number {
  const dayOf = (ms: number): number => Math.floor((ms + BANGKOK_OFFSET_MS) / DAY_MS)
  return dayOf(nowMs) - dayOf(Date.parse(time))
}

/** "00:09", "12:40" minutes and seconds, "1:05:00" from an hour on; never below nothing. */
export function formatWait(sinceMs: number, nowMs: number): string {
  const passed = Math.max(0, Math.floor((nowMs - sinceMs) / SECOND_MS))
  const hours = Math.floor(passed / 3600)
  const two = (value: number): string => String(value).padStart(2, '0')
  const rest = `${two(Math.floor(passed / 60) % 60)}:${two(passed % 60)}`
  return hours === 0 ? rest : `${hours}:${rest}`
}

/** "1,234.50" of an amount in baht as the wire has it; nothing known of what is no amount. */
export function formatBaht(amount: number): string | null {
  const read = readWireAmount(amount)
  return read.ok ? formatAmount(read.amountMinor) : null
}
