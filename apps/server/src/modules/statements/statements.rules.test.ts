import fc from 'fast-check'
import { expect, it } from 'vitest'
import { maskAccountNo, numbersOfPage } from './statements.rules.ts'

it.each([
  [0, 1, 10, null],
  [1, 1, 10, [1, 1]],
  [25, 1, 10, [16, 25]],
  [25, 3, 10, [1, 5]],
  [25, 4, 10, null],
  [20, 2, 10, [1, 10]],
  [20, 3, 10, null],
  [5, 5, 1, [1, 1]],
])('of %i rows, page %i of %i has the numbers %j', (total, page, limit, expected) => {
  const range = numbersOfPage(total, { page, limit })
  expect(range && [range.fromNumber, range.toNumber]).toEqual(expected)
})

it.each([
  ['1234567890', 'xxx-xxx-7890'],
  ['123-4-56789-0', 'xxx-x-xx789-0'],
  ['xxx-x-x6789-x', 'xxx-x-x6789-x'],
  ['XXXXXX7890', 'xxx-xxx-7890'],
  ['******123*', 'xxx-xxx-123x'],
  ['0123456789012', 'xxxxxxxxx9012'],
  ['1234', '1234'],
  ['xxx-x-xxxxx-x', null],
  ['', null],
])('of the account number %j a receipt shows %j', (accountNo, shown) => {
  expect(maskAccountNo(accountNo)).toBe(shown)
})

it('shows every row once, the newest first', () => {
  fc.assert(
    fc.property(fc.nat(500), fc.integer({ min: 1, max: 100 }), (total, limit) => {
      const shown: number[] = []
      for (let page = 1; ; page += 1) {
        const range = numbersOfPage(total, { page, limit })
        if (range === null) break
        for (let number = range.toNumber; number >= range.fromNumber; number -= 1) shown.push(number)
      }
      expect(shown).toEqual(Array.from({ length: total }, (_, index) => total - index))
    }),
  )
})
