import { readSlipCode } from '@krapao/payment-codes'

/** What a picture showed: a slip's code, codes of something else alone, or none. `unknown`: it could not be looked at. */
export type SlipReading = 'slip' | 'foreign' | 'none' | 'unknown'

/** Says what a picture is by the codes that were found on it. */
export function readingOf(texts: readonly string[]): SlipReading {
  if (texts.some((text) => readSlipCode(text).ok)) return 'slip'
  return texts.length > 0 ? 'foreign' : 'none'
}
