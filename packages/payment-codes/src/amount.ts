import { requireMinor } from '@krapao/money'

const AMOUNT_LENGTH_MAX = 13

/** Baht with two decimals, as tag 54 carries them: 10000 minor units are "100.00". Throws a RangeError out of range. */
export function writeBaht(amountMinor: number): string {
  const satang = String(requirePayable(amountMinor) % 100).padStart(2, '0')
  return requireLength(`${Math.floor(amountMinor / 100)}.${satang}`)
}

/** Whole kip without decimals, as Lao bank apps read them. Throws a RangeError for parts of a kip. */
export function writeKip(amountMinor: number): string {
  if (requirePayable(amountMinor) % 100 !== 0) throw new RangeError(`not whole kip: ${amountMinor}`)
  return requireLength(String(amountMinor / 100))
}

function requirePayable(amountMinor: number): number {
  if (requireMinor(amountMinor) <= 0) throw new RangeError(`not an amount to pay: ${amountMinor}`)
  return amountMinor
}

function requireLength(text: string): string {
  if (text.length > AMOUNT_LENGTH_MAX) throw new RangeError(`too long for a payment code: ${text}`)
  return text
}
