import { describe, expect, it } from 'vitest'
import { chartTopMinor, monthsFrom, presetsFor } from './protection.rules.ts'

describe('what the screens of protection reckon', () => {
  it.each([
    ['2026-11-23T05:00:00.000Z', 6, '2027-05-23T05:00:00.000Z'],
    // The 31st of August in Bangkok, and the last of February.
    ['2026-08-30T18:00:00.000Z', 6, '2027-02-27T18:00:00.000Z'],
    ['2027-02-28T05:00:00.000Z', 12, '2028-02-28T05:00:00.000Z'],
  ])('%s and %d months is %s', (from, months, until) => {
    expect(new Date(monthsFrom(Date.parse(from), months)).toISOString()).toBe(until)
  })

  it('offers only what is lower than the limit there is', () => {
    expect(presetsFor(10_000_00)).toEqual([2_000_00, 5_000_00, 8_000_00])
    expect(presetsFor(undefined)).toEqual([1_000_00, 3_000_00, 5_000_00, 10_000_00])
    expect(presetsFor(100_00)).toEqual([])
  })

  it.each([
    [[], 100_00],
    [[1_300_00, -900_00], 2_000_00],
    [[-1_000_00], 1_000_00],
    [[7_850_00], 10_000_00],
  ])('draws %j under a line at %d', (amounts, top) => {
    expect(chartTopMinor(amounts)).toBe(top)
  })
})
