import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scaleOf } from './chart-scale.ts'

describe('the scale of a chart', () => {
  it.each([
    [[0, 0], [0]],
    [[], [0]],
    [
      [0.5, 0],
      [0, 1],
    ],
    [
      [3, -1],
      [-1, 0, 1, 2, 3],
    ],
    [
      [0, -900],
      [-1000, -500, 0],
    ],
    [
      [280_000, -40_000],
      [-100_000, 0, 100_000, 200_000, 300_000],
    ],
  ])('[OFC-052] of %j has lines at %j', (values, lines) => {
    expect(scaleOf(values).lines).toEqual(lines)
  })

  it('[OFC-052] covers what is shown by a few lines, all of them whole baht, zero among them', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -(10 ** 11), max: 10 ** 11 }).map((minor) => minor / 100)), (values) => {
        const { floor, top, lines } = scaleOf(values)
        expect(floor).toBeLessThanOrEqual(Math.min(0, ...values))
        expect(top).toBeGreaterThanOrEqual(Math.max(0, ...values))
        expect(top).toBeGreaterThan(floor)
        expect(lines).toContain(0)
        expect(lines.every(Number.isInteger)).toBe(true)
        expect(lines.length).toBeLessThanOrEqual(6)
      }),
    )
  })
})
