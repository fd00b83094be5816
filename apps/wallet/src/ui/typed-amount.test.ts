import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { caretBefore, groupTyped, minorOfTyped, readGrouped, takeTypedAmount, typedOfMinor } from './typed-amount.ts'

describe('what is typed as an amount', () => {
  it.each([
    ['500', '500'],
    ['1,000.50', '1000.50'],
    [' 20 ', '20'],
    ['฿12,345.50', '12345.50'],
    ['๕๐๐.๒๕', '500.25'],
    ['໑໐໐', '100'],
    ['', ''],
    ['.', '.'],
    ['0.5', '0.5'],
    ['-1', '-1'],
    ['000,000', '0'],
    ['000,000.50', '0.50'],
    ['007', '7'],
    ['0123456789', '123456789'],
    ['-00', '-0'],
  ])('%j is taken as %j', (typed, text) => {
    expect(takeTypedAmount(typed)).toBe(text)
  })

  it.each(['abc', '1.005', '1.2.3', '1e5', '1-', '+5', '1234567890', '١٢', '$5'])('%j is not taken', (typed) => {
    expect(takeTypedAmount(typed)).toBeUndefined()
  })

  it.each([
    ['500', 500_00],
    ['0.5', 50],
    ['.07', 7],
    ['12.', 12_00],
    ['-1', -1_00],
    ['-0', 0],
    ['0', 0],
  ])('%j is worth %i', (text, amountMinor) => {
    expect(minorOfTyped(text)).toBe(amountMinor)
  })

  it.each(['', '.', '-', '-.'])('%j is no number yet', (text) => {
    expect(minorOfTyped(text)).toBeUndefined()
  })

  it('is the amount that was put in', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999_99 }), (amountMinor) => {
        const text = typedOfMinor(amountMinor)
        expect(takeTypedAmount(text)).toBe(text)
        expect(minorOfTyped(text)).toBe(amountMinor)
      }),
    )
  })

  it('never becomes another amount than the text says', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...Array.from('0123456789.,- ๑໒')) }), (typed) => {
        const text = takeTypedAmount(typed)
        const amountMinor = text === undefined ? undefined : minorOfTyped(text)
        if (amountMinor === undefined) return
        expect(amountMinor / 100).toBeCloseTo(Number(text), 2)
      }),
    )
  })

  it.each([
    ['', ''],
    ['999', '999'],
    ['1000', '1,000'],
    ['-1234567.5', '-1,234,567.5'],
    ['1000.', '1,000.'],
    ['.1234', '.1234'],
  ])('%j is shown as %j', (text, shown) => {
    expect(groupTyped(text)).toBe(shown)
  })

  it.each([
    // shown before, shown now, caret, which way was deleted: what is meant, and how much of it the caret is before
    ['1000000', ',000,000', 0, 'backward', '0', 0],
    ['1000000', ',000,000', 0, 'forward', '0', 0],
    ['1000.50', ',000.50', 0, 'backward', '0.50', 3],
    ['1005', ',005', 0, 'backward', '5', 1],
    ['1020000', ',020,000', 0, 'backward', '20000', 5],
    ['1000', '1000', 1, 'backward', '0', 0],
    ['100', '00', 0, 'forward', '0', 0],
    ['0', '02', 2, undefined, '2', 0],
    ['0', '00', 2, undefined, '0', 0],
    ['0.50', '02.50', 2, undefined, '2.50', 3],
    ['100', '0100', 1, undefined, '100', 3],
  ] as const)(
    '%j that became %j with the caret at %i (%s) is %j',
    (before, shown, caret, deleted, text, behindCaret) => {
      expect(readGrouped(before, shown, caret, deleted)).toEqual({ text, behindCaret })
    },
  )

  it('is read as it is shown, its caret among the same digits', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999_99 }), fc.nat(14), (amountMinor, place) => {
        const text = typedOfMinor(amountMinor)
        const shown = groupTyped(text)
        // Before a zero that is all there is of baht no caret stays.
        const caret = Math.max(shown.startsWith('0') ? 1 : 0, Math.min(place, shown.length))
        const read = readGrouped('', shown, caret)
        expect(read?.text).toBe(text)
        const after = caretBefore(shown, read?.behindCaret ?? -1)
        expect(shown.slice(after).replaceAll(',', '')).toBe(shown.slice(caret).replaceAll(',', ''))
      }),
    )
  })
})
