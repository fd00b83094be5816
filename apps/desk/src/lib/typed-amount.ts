import { inAsciiDigits } from '@krapao/contract'
import { readDecimalText, toWireAmount } from '@krapao/money'

/**
 * Satang of baht as people write them: digits of Thai and Lao too, separators, at most two decimals, perhaps below zero; null
 * where it is no amount.
 */
export function typedMinor(typed: string): number | null {
  const bare = inAsciiDigits(typed).trim().replaceAll(',', '')
  if (!bare.startsWith('-')) return readDecimalText(bare)
  const minor = readDecimalText(bare.slice(1))
  return minor === null || minor === 0 ? minor : -minor
}

/** The same; null also for what is below zero. */
export function typedMinorFromZero(typed: string): number | null {
  const minor = typedMinor(typed)
  return minor === null || minor < 0 ? null : minor
}

/** The same; null also for what is not between 0.01 and `maxMinor`. */
export function typedMinorUpTo(maxMinor: number, typed: string): number | null {
  const minor = typedMinor(typed)
  return minor !== null && minor > 0 && minor <= maxMinor ? minor : null
}

/** What a call sends of an amount: baht. */
export function wireOf(minor: number | null): number | null {
  return minor === null ? null : toWireAmount(minor)
}
