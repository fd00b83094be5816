import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pagesAround } from './pager.tsx'

it('[LIM-024] links three pages before the present one and one after', () => {
  expect(pagesAround(6, 20)).toEqual([3, 4, 5, 6, 7])
  expect(pagesAround(1, 20)).toEqual([1, 2])
  expect(pagesAround(20, 20)).toEqual([17, 18, 19, 20])
  expect(pagesAround(1, 1)).toEqual([1])
})

it('links only pages that exist, the present one among them', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000 }), fc.integer({ min: 0, max: 1_000 }), (page, more) => {
      const links = pagesAround(page, page + more)
      expect(links).toContain(page)
      expect(Math.min(...links)).toBeGreaterThanOrEqual(1)
      expect(Math.max(...links)).toBeLessThanOrEqual(page + more)
    }),
  )
})
