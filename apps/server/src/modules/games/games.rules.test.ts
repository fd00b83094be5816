import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  askAgainAt,
  askTwiceAt,
  askedFrom,
  amountOfCredits,
  ceilToGrid,
  creditsOf,
  decideLegStep,
  floorToGrid,
  gridMinor,
  isOnGrid,
  nextAskAt,
  nextWatchAt,
  readBalance,
  statusOfParts,
  wireFactor,
} from './games.rules.ts'

const factor = fc.integer({ min: 1, max: 1_000_000 })
const amount = fc.integer({ min: 0, max: 1_000_000_000 })
const at = (ms: number) => new Date(Date.UTC(2026, 0, 1) + ms)

describe('factors and the grid', () => {
  it.each([
    [10_000, 1],
    [100_000, 1],
    [1_000, 10],
    [3_333, 10_000],
    [12_500, 4],
  ])('a factor of %i ten-thousandths has a grid of %i satang', (factorTenThousandths, grid) => {
    expect(gridMinor(factorTenThousandths)).toBe(grid)
  })

  it('an amount on the grid goes into credits and back without a loss', () => {
    fc.assert(
      fc.property(factor, amount, (factorTenThousandths, amountMinor) => {
        const onGrid = floorToGrid(amountMinor, factorTenThousandths)
        expect(isOnGrid(onGrid, factorTenThousandths)).toBe(true)
        expect(amountOfCredits(creditsOf(onGrid, factorTenThousandths), factorTenThousandths)).toBe(onGrid)
        const up = ceilToGrid(amountMinor, factorTenThousandths)
        expect(up - onGrid === 0 || up - onGrid === gridMinor(factorTenThousandths)).toBe(true)
        expect(onGrid <= amountMinor && amountMinor <= up).toBe(true)
      }),
    )
  })

  it('credits off the grid are refused, never rounded', () => {
    expect(() => creditsOf(15, 1_000)).toThrow(RangeError)
    expect(wireFactor(1_000)).toBe(0.1)
  })

  it('what credits are worth never exceeds them', () => {
    fc.assert(
      fc.property(factor, amount, (factorTenThousandths, credits) => {
        const amountMinor = amountOfCredits(credits, factorTenThousandths)
        expect(BigInt(amountMinor) * BigInt(factorTenThousandths) <= BigInt(credits) * 10_000n).toBe(true)
      }),
    )
  })
})

describe('readings', () => {
  it.each([
    ['-1', -1],
    ['NaN', Number.NaN],
    ['null', null],
    ['text', '100'],
    ['minus zero', -0],
    ['too much', 1e12],
  ])('a balance of %s is never booked', (_what, raw) => {
    expect(readBalance(raw, 10_000, 100_000_000_00).kind).toBe('absurd')
  })

  it('floors what is beyond hundredths', () => {
    expect(readBalance(0.1 + 0.2, 10_000, 1e9)).toEqual({ kind: 'amount', amountMinor: 30 })
    expect(readBalance(1.009, 10_000, 1e9)).toEqual({ kind: 'amount', amountMinor: 100 })
    expect(readBalance(1.05, 1_000, 1e9)).toEqual({ kind: 'amount', amountMinor: 1050 })
    expect(readBalance(10.05, 100_000, 1e9)).toEqual({ kind: 'amount', amountMinor: 100 })
  })
})

describe('asking', () => {
  it('asks at 1, 2, 4, 8, 15, 30 seconds, then each minute', () => {
    const called = at(0)
    const asked: number[] = []
    let now = called
    for (let asks = 0; asks < 8; asks += 1) {
      now = nextAskAt(called, asks, now)
      asked.push(now.getTime() - called.getTime())
    }
    expect(asked).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 90_000, 150_000])
  })

  it('[MON-004] asks for ever, after a twentieth of the age, each hour at last', () => {
    const minute = 60_000
    const waits = [10, 20, 30, 60, 600, 1_200, 1_500, 100_000].map((ageMinutes) => {
      const now = at(ageMinutes * minute)
      return (nextAskAt(at(0), 20, now).getTime() - now.getTime()) / minute
    })
    expect(waits).toEqual([1, 1, 1.5, 3, 30, 60, 60, 60])
    expect(askAgainAt(at(0), at(600 * minute))).toEqual(at(630 * minute))
    expect(askTwiceAt(at(600 * minute))).toEqual(at(601 * minute))
  })

  it('counts anew what was called before the process began, once that call must be over', () => {
    expect(askedFrom(at(5_000), at(0))).toEqual(at(5_000))
    expect(askedFrom(at(0), at(0))).toEqual(at(0))
    expect(askedFrom(at(0), at(5_000))).toEqual(at(12_000))
    expect(askedFrom(at(0), at(100_000))).toEqual(at(100_000))
  })

  it('looks at a freed transfer at 1, 5, 30 minutes, 2 and 24 hours, and then no more', () => {
    const looks = [0, 1, 2, 3, 4, 5].map((look) => nextWatchAt(at(0), look)?.getTime())
    const minute = 60_000
    expect(looks).toEqual(
      [minute, 5 * minute, 30 * minute, 120 * minute, 1440 * minute]
        .map((ms) => at(ms).getTime())
        .concat(undefined as never),
    )
  })

  it.each([
    ['done', 500, 0, { do: 'settle' }],
    ['refused', 500, 0, { do: 'void', watch: false }],
    ['not-found', 19_000, 1, { do: 'wait', notFounds: 0 }],
    ['not-found', 20_000, 1, { do: 'wait', notFounds: 0 }],
    ['not-found', 20_001, 0, { do: 'wait', notFounds: 1 }],
    ['not-found', 30_000, 1, { do: 'void', watch: true }],
    ['unknown', 30_000, 1, { do: 'wait', notFounds: 0 }],
    ['unknown', 3_600_000, 0, { do: 'review' }],
    ['under-way', 30_000, 1, { do: 'wait', notFounds: 0 }],
    ['under-way', 3_599_999, 0, { do: 'wait', notFounds: 0 }],
    ['under-way', 3_600_000, 0, { do: 'review' }],
    ['done', 7_200_000, 0, { do: 'settle' }],
  ] as const)('%s after %i ms with %i late answers before', (status, ageMs, notFounds, step) => {
    expect(decideLegStep(status, at(0), notFounds, at(ageMs))).toEqual(step)
  })
})

describe('the status of a gathering', () => {
  it.each([
    [['NONE', 'NONE'], 'SUCCESS'],
    [['FAILED', 'SUCCESS'], 'SUCCESS'],
    [['FAILED', 'NONE'], 'FAILED'],
    [['FAILED', 'IN_PROGRESS', 'SUCCESS'], 'IN_PROGRESS'],
  ] as const)('%j is %s', (parts, status) => {
    expect(statusOfParts(parts)).toBe(status)
  })
})
