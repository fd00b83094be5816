import { readWireAmount } from '@krapao/money'

/** Reads an amount of an answer, a number of baht, as minor units. Throws a RangeError for what is none. */
export function minorOf(amount: number): number {
  const read = readWireAmount(amount)
  if (!read.ok) throw new RangeError(`not an amount of baht: ${amount}`)
  return read.amountMinor
}
