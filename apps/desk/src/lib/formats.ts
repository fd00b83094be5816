import { formatAmount, fromWireAmount, sumMinor, toWireAmount } from '@krapao/money'
import { formatDateTime, SECOND_MS } from '@krapao/web'

export { daysBetween, formatCount, formatDate, formatDateTime, timeOfDay } from '@krapao/web'

/** "21:04:37" in Bangkok. */
export function formatSecondOfDay(time: string | number): string {
  return formatDateTime(time).slice(-8)
}

/** "00:09", "12:40" minutes and seconds, "1:05:00" from an hour on; never below nothing. */
export function formatWait(sinceMs: number, nowMs: number): string {
  const passed = Math.max(0, Math.floor((nowMs - sinceMs) / SECOND_MS))
  const hours = Math.floor(passed / 3600)
  const two = (value: number): string => String(value).padStart(2, '0')
  const rest = `${two(Math.floor(passed / 60) % 60)}:${two(passed % 60)}`
  return hours === 0 ? rest : `${hours}:${rest}`
}

/**
 * "1,234.50" of an amount in baht as the wire has it, be it the sum of a year, "-1,234.50" below zero; "-" of none, and of
 * what is no amount.
 */
export const formatBaht = (amount: number | null): string => signed(amount, '')

/** "+1,234.50" or "-1,234.50": where the direction is not told by what stands around it. */
export const formatChange = (amount: number | null): string => signed(amount, '+')

function signed(amount: number | null, plus: '' | '+'): string {
  if (amount === null || !Number.isSafeInteger(Math.round(amount * 100))) return '-'
  const size = Math.abs(amount)
  const sizeMinor = Math.round(size * 100)
  if (sizeMinor / 100 !== size) return '-'
  return `${amount === 0 ? '' : amount < 0 ? '-' : plus}${formatAmount(sizeMinor)}`
}

/** The sum of amounts as the wire has them, reckoned in satang. */
export const sumOf = (amounts: readonly number[]): number => toWireAmount(sumMinor(amounts.map(fromWireAmount)))
