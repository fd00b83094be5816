import { readDecimalText, readWireAmount, requireMinor } from '@krapao/money'

/** Baht as decimal text of two places, from satang: 12550 becomes "125.50". */
export function decimalText(amountMinor: number): string {
  const text = String(requireMinor(amountMinor)).padStart(3, '0')
  return `${text.slice(0, -2)}.${text.slice(-2)}`
}

/** Satang of a decimal text, or of a JSON number with at most two decimals; null for anything else. */
export function readDecimal(value: unknown): number | null {
  if (typeof value === 'string') return readDecimalText(value)
  const read = readWireAmount(value)
  return read.ok ? read.amountMinor : null
}
