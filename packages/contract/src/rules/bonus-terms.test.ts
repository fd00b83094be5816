import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bonusOf, thresholds } from './bonus-terms.ts'

const share = { percentHundredths: 2000, fixedMinor: null, capMinor: 1_000_00 }
const fixed = { percentHundredths: null, fixedMinor: 50_00, capMinor: null }

describe('what a deposit brings', () => {
  it.each([
    [share, 100_00, 20_00],
    [share, 100_04, 20_00],
    [share, 100_05, 20_01],
    [share, 5_000_00, 1_000_00],
    [share, 5_000_01, 1_000_00],
    [{ ...share, percentHundredths: 1 }, 100_00, 1],
    [{ ...share, percentHundredths: 1 }, 99, 0],
    [fixed, 100_00, 50_00],
    [fixed, 9_999_999_00, 50_00],
  ])('%j of %i is %i', (given, depositMinor, bonusMinor) => {
    expect(bonusOf(given, depositMinor)).toBe(bonusMinor)
  })

  it('is never below zero, above the cap, or above the exact share', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 0, max: 10 ** 12 }), (percent, deposit) => {
        const bonus = bonusOf({ ...share, percentHundredths: percent }, deposit)
        expect(bonus).toBeGreaterThanOrEqual(0)
        expect(bonus).toBeLessThanOrEqual(share.capMinor)
        expect(BigInt(bonus) * 10_000n).toBeLessThanOrEqual(BigInt(deposit) * BigInt(percent))
      }),
    )
  })
})

describe('where a bonus ends', () => {
  it.each([
    // 2 % of 500.01 baht are 10.0002, 150 % are 750.015: a fraction of a satang counts for the house on either side.
    [500_01, 2, 150, { failBelowMinor: 10_01, passFromMinor: 750_02 }],
    [120_00, 5, 300, { failBelowMinor: 6_00, passFromMinor: 360_00 }],
    // Never below one baht.
    [10_00, 5, 300, { failBelowMinor: 1_00, passFromMinor: 30_00 }],
  ])('of a base of %i at %i and %i percent is %j', (baseMinor, percentFail, percentSuccess, ends) => {
    expect(thresholds(baseMinor, { percentFail, percentSuccess })).toEqual(ends)
  })
})
