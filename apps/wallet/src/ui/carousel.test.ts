import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placeInRing } from './carousel.tsx'

describe('placeInRing', () => {
  it('puts the last card to the left of the first', () => {
    expect([0, 1, 2, 3, 4, 5].map((index) => placeInRing(index, 0, 6))).toEqual([0, 1, 2, -3, -2, -1])
  })

  it('makes no ring of two', () => {
    expect([0, 1].map((index) => placeInRing(index, 1, 2))).toEqual([-1, 0])
  })

  it('[CAR-005] has one card in front and one on either side, wherever the row rests', () => {
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 40 }), fc.nat(39), (total, at) => {
        const scrolled = at % total
        const places = Array.from({ length: total }, (_, index) => placeInRing(index, scrolled, total))
        for (const place of [-1, 0, 1]) expect(places.filter((one) => one === place)).toHaveLength(1)
        expect(places.every((place) => Math.abs(place) <= total / 2)).toBe(true)
      }),
    )
  })
})
