import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bangkokDay } from '../../../platform/bangkok-time.ts'
import { lastFullDay } from './loss-days.rules.ts'
import { type DayResult, newLosses, shareOf } from './losses.fixture.ts'

const results = (...days: readonly (readonly [day: string, resultMinor: number])[]): DayResult[] =>
  days.map(([day, resultMinor]) => ({ day, resultMinor }))

describe('days', () => {
  it.each([
    ['2026-11-21T16:59:59.999Z', '2026-11-21', '2026-11-20'],
    ['2026-11-21T17:00:00.000Z', '2026-11-22', '2026-11-21'],
    ['2026-11-30T17:00:00.000Z', '2026-12-01', '2026-11-30'],
    ['2026-12-31T16:59:59.999Z', '2026-12-31', '2026-12-30'],
    ['2026-12-31T17:00:00.000Z', '2027-01-01', '2026-12-31'],
    ['2028-02-28T17:00:00.000Z', '2028-02-29', '2028-02-28'],
  ])('at %s it is %s in Bangkok, and %s is over', (at, day, before) => {
    expect([bangkokDay(new Date(at)), lastFullDay(new Date(at))]).toEqual([day, before])
  })
})

describe('new losses', () => {
  it.each<[string, DayResult[], [string, number][]]>([
    ['nothing', [], []],
    ['a win', results(['2026-11-01', 500]), []],
    ['a loss', results(['2026-11-01', -500]), [['2026-11-01', 500]]],
    [
      'each day its own loss',
      results(['2026-11-01', -500], ['2026-11-02', -300]),
      [
        ['2026-11-01', 500],
        ['2026-11-02', 300],
      ],
    ],
    [
      'a loss after a win is new only above the mark',
      results(['2026-11-01', -500], ['2026-11-02', 400], ['2026-11-03', -600]),
      [
        ['2026-11-01', 500],
        ['2026-11-03', 200],
      ],
    ],
    ['what was won first is lost first', results(['2026-11-01', 500], ['2026-11-02', -500]), []],
    [
      'won and lost over and over is new once',
      results(['2026-11-01', -500], ['2026-11-02', 500], ['2026-11-03', -500], ['2026-11-04', 500]),
      [['2026-11-01', 500]],
    ],
    [
      'a month forgets the one before',
      results(['2026-11-30', -500], ['2026-12-01', -100], ['2026-12-31', 100], ['2027-01-01', -100]),
      [
        ['2026-11-30', 500],
        ['2026-12-01', 100],
        ['2027-01-01', 100],
      ],
    ],
    ['a win of the old month helps not', results(['2026-11-30', 500], ['2026-12-01', -100]), [['2026-12-01', 100]]],
    [
      'in any order',
      results(['2026-11-03', -600], ['2026-11-01', -500], ['2026-11-02', 400]),
      [
        ['2026-11-01', 500],
        ['2026-11-03', 200],
      ],
    ],
  ])('%s', (_, days, expected) => {
    expect(newLosses(days).map(({ day, lossMinor }) => [day, lossMinor])).toEqual(expected)
  })

  const month = fc
    .array(fc.integer({ min: -1_000_000_00, max: 1_000_000_00 }), { maxLength: 30 })
    .map((amounts) =>
      amounts.map((resultMinor, index) => ({ day: `2026-11-${String(index + 1).padStart(2, '0')}`, resultMinor })),
    )

  it('add up to the most that was ever lost in the month, and so to no more than all lost days together', () => {
    fc.assert(
      fc.property(month, (days) => {
        let lostMinor = 0
        let mostMinor = 0
        for (const { resultMinor } of days) {
          lostMinor -= resultMinor
          mostMinor = Math.max(mostMinor, lostMinor)
        }
        const sumMinor = newLosses(days).reduce((sum, { lossMinor }) => sum + lossMinor, 0)
        expect(sumMinor).toBe(mostMinor)
        expect(sumMinor).toBeLessThanOrEqual(days.reduce((sum, day) => sum + Math.max(0, -day.resultMinor), 0))
      }),
    )
  })

  it('of the days so far do not change with what comes after them', () => {
    fc.assert(
      fc.property(month, fc.nat(30), (days, count) => {
        const whole = newLosses(days)
        const part = newLosses(days.slice(0, count))
        expect(whole.slice(0, part.length)).toEqual(part)
      }),
    )
  })

  it('are above zero, once a day', () => {
    fc.assert(
      fc.property(month, (days) => {
        const losses = newLosses(days)
        expect(losses.every(({ lossMinor }) => lossMinor > 0)).toBe(true)
        expect(new Set(losses.map(({ day }) => day)).size).toBe(losses.length)
      }),
    )
  })
})

describe('the share of a loss', () => {
  it.each([
    [1000_00, 500, 0, 50_00],
    [19, 500, 0, 0],
    [20, 500, 0, 1],
    [39, 500, 0, 1],
    [1_999, 100, 0, 19],
    [100, 10_000, 0, 100],
    [100, 0, 0, 0],
    [1000_00, 500, 50_00, 50_00],
    [999_99, 500, 50_00, 0],
    [9_007_199_254_740_991, 500, 0, 450_359_962_737_049],
  ])('of %i at %i hundredths of a percent, from %i on, is %i', (lossMinor, percent, minimum, expected) => {
    expect(shareOf(lossMinor, percent, minimum)).toBe(expected)
  })

  it('of parts is never more than of the whole', () => {
    const amount = fc.nat(1_000_000_00)
    fc.assert(
      fc.property(amount, amount, fc.nat(10_000), (one, other, percent) => {
        expect(shareOf(one, percent) + shareOf(other, percent)).toBeLessThanOrEqual(shareOf(one + other, percent))
      }),
    )
  })
})
