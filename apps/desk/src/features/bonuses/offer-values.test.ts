import { describe, expect, it } from 'vitest'
import { exampleOf, readOffer, valuesOf } from './offer-values.ts'

const example = (typed: Readonly<Record<string, string>>) =>
  exampleOf(readOffer('bonus', { ...valuesOf(null), percent: '20', ...typed }, []).offer)

describe('what a deposit brings, as it is typed', () => {
  it.each([
    [{}, { deposit: 100, bonus: 20, passFrom: 360, failBelow: 6 }],
    [
      { minDeposit: '500', cap: '50' },
      { deposit: 500, bonus: 50, passFrom: 1_650, failBelow: 27.5 },
    ],
    [
      { by: 'fixed', fixed: '12.34' },
      { deposit: 100, bonus: 12.34, passFrom: 337.02, failBelow: 5.62 },
    ],
    // Floored to satang; and no bonus is lost above one baht alone.
    [
      { minDeposit: '100.01', percent: '0.99', percentFail: '0' },
      { deposit: 100.01, bonus: 0.99, passFrom: 303, failBelow: 1 },
    ],
  ])('of %j is %j', (typed, figures) => {
    expect(example(typed)).toEqual(figures)
  })

  it.each([
    [{ percentSuccess: '' }, { deposit: 100, bonus: 20, passFrom: Number.NaN, failBelow: 6 }],
    [{ percentFail: 'five' }, { deposit: 100, bonus: 20, passFrom: 360, failBelow: Number.NaN }],
    [{ percent: '2o' }, { deposit: 100, bonus: Number.NaN, passFrom: Number.NaN, failBelow: Number.NaN }],
    [{ minDeposit: '-' }, { deposit: Number.NaN, bonus: Number.NaN, passFrom: Number.NaN, failBelow: Number.NaN }],
    // More than money can be.
    [
      { minDeposit: '99999999999', percentSuccess: '99999999999' },
      { deposit: 99_999_999_999, bonus: 19_999_999_999.8, passFrom: Number.NaN, failBelow: 5_999_999_999.94 },
    ],
  ])('of %j is told as far as it can be reckoned', (typed, figures) => {
    expect(example(typed)).toEqual(figures)
  })
})
