import { describe, expect, it } from 'vitest'
import { chartTopMinor, presetsFor } from './protection.rules.ts'

describe('what the screens of protection reckon', () => {
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
