import { mulDiv } from '@krapao/money'

/** What a deposit is topped up with: a share of it in hundredths of a percent, or a fixed amount; the most it may be. */
export interface BonusShare {
  percentHundredths: number | null
  fixedMinor: number | null
  /** Null without a limit. */
  capMinor: number | null
}

/** Where a bonus ends, in percent of what was deposited and given. */
export interface BonusEnds {
  /** Below it the bonus is lost. */
  percentFail: number
  /** Over 100: from here on it is won. */
  percentSuccess: number
}

export interface Thresholds {
  failBelowMinor: number
  passFromMinor: number
}

/** What a deposit that is large enough is topped up with, floored to satang and capped. */
export function bonusOf({ percentHundredths, fixedMinor, capMinor }: BonusShare, depositMinor: number): number {
  const wholeMinor =
    percentHundredths === null ? (fixedMinor ?? 0) : mulDiv(depositMinor, percentHundredths, 10_000, 'floor')
  return capMinor === null ? wholeMinor : Math.min(wholeMinor, capMinor)
}

/** A bonus is lost below one baht, whatever its base. */
export const FAIL_LEAST_MINOR = 100

/** From where on a bonus is won. Rounded up, which changes nothing of what whole satang compare to. */
export function passFromOf(baseMinor: number, percentSuccess: number): number {
  return mulDiv(baseMinor, percentSuccess, 100, 'ceil')
}

/** Below what a bonus is lost, rounded up in the same way. */
export function failBelowOf(baseMinor: number, percentFail: number): number {
  return Math.max(mulDiv(baseMinor, percentFail, 100, 'ceil'), FAIL_LEAST_MINOR)
}

/** Where a bonus is lost and won. */
export function thresholds(baseMinor: number, { percentFail, percentSuccess }: BonusEnds): Thresholds {
  return { failBelowMinor: failBelowOf(baseMinor, percentFail), passFromMinor: passFromOf(baseMinor, percentSuccess) }
}
