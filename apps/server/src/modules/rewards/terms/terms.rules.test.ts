import { thresholds } from '@krapao/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bonusFor, type BonusTerms, countReceived, outcomeOf, takenBack, windowStart } from './terms.rules.ts'

const terms: BonusTerms = {
  kind: 'limit',
  percentHundredths: 2000,
  fixedMinor: null,
  capMinor: 1_000_00,
  minDepositMinor: 100_00,
  percentFail: 5,
  percentSuccess: 300,
}
const fixed: BonusTerms = { ...terms, percentHundredths: null, fixedMinor: 50_00, capMinor: null }

describe('the window in which receipts count', () => {
  it.each([
    ['day', '2026-11-20T17:00:00.000Z', '2026-11-20T17:00:00.000Z'],
    ['day', '2026-11-21T16:59:59.999Z', '2026-11-20T17:00:00.000Z'],
    ['day', '2026-11-21T17:00:00.000Z', '2026-11-21T17:00:00.000Z'],
    // 2026-11-23 is a Monday in Bangkok.
    ['week', '2026-11-22T16:59:59.999Z', '2026-11-15T17:00:00.000Z'],
    ['week', '2026-11-22T17:00:00.000Z', '2026-11-22T17:00:00.000Z'],
    ['week', '2026-11-29T16:59:59.999Z', '2026-11-22T17:00:00.000Z'],
    ['week', '2027-01-01T00:00:00.000Z', '2026-12-27T17:00:00.000Z'],
    ['week', '1970-01-01T00:00:00.000Z', '1969-12-28T17:00:00.000Z'],
  ] as const)('of a %s at %s begins at %s', (kind, now, start) => {
    expect(windowStart(kind, new Date(now))?.toISOString()).toBe(start)
  })

  it('of a limit never begins: all receipts count', () => {
    expect(windowStart('limit', new Date())).toBeNull()
    expect(countReceived('limit', [new Date(0), new Date()], new Date())).toBe(2)
  })

  it('counts a receipt at its first moment, and none before', () => {
    const now = new Date('2026-11-21T10:00:00Z')
    const start = windowStart('day', now)?.getTime() ?? 0
    expect(countReceived('day', [new Date(start)], now)).toBe(1)
    expect(countReceived('day', [new Date(start - 1)], now)).toBe(0)
  })

  it('begins on a Monday, at midnight in Bangkok, at most a week ago', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_102_444_800_000 }), (at) => {
        const start = windowStart('week', new Date(at))
        const local = new Date((start?.getTime() ?? 0) + 7 * 3_600_000)
        expect(local.getUTCDay()).toBe(1)
        expect(Math.abs(local.getTime() % 86_400_000)).toBe(0)
        expect(at - (start?.getTime() ?? 0)).toBeLessThan(7 * 86_400_000)
        expect(start?.getTime()).toBeLessThanOrEqual(at)
      }),
    )
  })
})

describe('what a deposit brings', () => {
  it.each([
    [terms, 99_99, 0],
    [terms, 100_00, 20_00],
    [fixed, 99_99, 0],
    [fixed, 100_00, 50_00],
  ])('%j of %i is %i', (given, depositMinor, bonusMinor) => {
    expect(bonusFor(given, depositMinor)).toBe(bonusMinor)
  })
})

describe('the end', () => {
  it.each([
    [120_00, 5_99, 'failed'],
    [120_00, 6_00, null],
    [120_00, 359_99, null],
    [120_00, 360_00, 'passed'],
    // Never below one baht, and a fraction of a satang counts for the house.
    [10_00, 99, 'failed'],
    [10_00, 1_00, null],
    [120_01, 6_00, 'failed'],
    [120_01, 6_01, null],
    [120_00, -500_00, 'failed'],
    [120_00, 0, 'failed'],
  ] as const)('of a base of %i at %i is %s', (baseMinor, currentMinor, outcome) => {
    expect(outcomeOf(currentMinor, thresholds(baseMinor, terms))).toBe(outcome)
  })

  it('is one of the two or none, exactly as the percentages say', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10 ** 11 }),
        fc.integer({ min: -(10 ** 12), max: 10 ** 12 }),
        fc.integer({ min: 0, max: 99 }),
        fc.integer({ min: 101, max: 1_000 }),
        (base, current, percentFail, percentSuccess) => {
          const bounds = thresholds(base, { percentFail, percentSuccess })
          const outcome = outcomeOf(current, bounds)
          const isLost = BigInt(current) * 100n < BigInt(base) * BigInt(percentFail) || current < 100
          const isWon = BigInt(current) * 100n >= BigInt(base) * BigInt(percentSuccess)
          expect(outcome).toBe(isLost ? 'failed' : isWon ? 'passed' : null)
        },
      ),
    )
  })

  it.each([
    ['passed', { bonusMinor: 20_00, currentMinor: 400_00, walletMinor: 400_00 }, 0],
    ['failed', { bonusMinor: 20_00, currentMinor: 5_00, walletMinor: 305_00 }, 5_00],
    ['failed', { bonusMinor: 2_00, currentMinor: 5_00, walletMinor: 5_00 }, 2_00],
    ['failed', { bonusMinor: 20_00, currentMinor: 5_00, walletMinor: 1_00 }, 1_00],
    ['failed', { bonusMinor: 20_00, currentMinor: -5_00, walletMinor: 100_00 }, 0],
  ] as const)('%s of %j takes %i back', (outcome, given, takenMinor) => {
    expect(takenBack(outcome, given)).toBe(takenMinor)
  })

  it('never takes more than the bonus, than is left, or than the wallet has', () => {
    const amount = fc.integer({ min: 0, max: 10 ** 10 })
    fc.assert(
      fc.property(
        amount,
        fc.integer({ min: -(10 ** 10), max: 10 ** 10 }),
        amount,
        (bonusMinor, currentMinor, walletMinor) => {
          const taken = takenBack('failed', { bonusMinor, currentMinor, walletMinor })
          expect(taken).toBeGreaterThanOrEqual(0)
          expect(taken).toBeLessThanOrEqual(Math.min(bonusMinor, Math.max(0, currentMinor), walletMinor))
        },
      ),
    )
  })
})
