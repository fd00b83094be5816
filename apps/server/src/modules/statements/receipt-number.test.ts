import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readReceiptNumber, receiptNumber } from './receipt-number.ts'

const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const subject = fc.record({
  memberNumber: fc.integer({ min: 10_000_000, max: 99_999_999 }),
  movementNumber: fc.oneof(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 1, max: 1e12 })),
})

describe('a receipt number', () => {
  it('is short and in groups', () => {
    const number = receiptNumber({ memberNumber: 48_160_787, movementNumber: 17 })
    expect(number).toMatch(/^KP-[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/)
    expect(receiptNumber({ memberNumber: 99_999_999, movementNumber: 33_554_431 })).toHaveLength(17)
  })

  it('reads back as what it was made from, so that no two movements share one', () => {
    fc.assert(
      fc.property(subject, (given) => {
        expect(readReceiptNumber(receiptNumber(given))).toEqual(given)
      }),
    )
  })

  it('is read as people write it', () => {
    const given = { memberNumber: 10_000_000, movementNumber: 1_025 }
    const number = receiptNumber(given)
    for (const written of [
      number.toLowerCase(),
      number.replaceAll('-', ' '),
      number.replaceAll('-', ''),
      number.slice(3),
      number.replaceAll('0', 'o').replaceAll('1', 'l'),
      `  ${number}\n`,
    ]) {
      expect(readReceiptNumber(written), written).toEqual(given)
    }
  })

  it('with one sign changed is no number', () => {
    fc.assert(
      fc.property(subject, fc.nat(), fc.constantFrom(...DIGITS), (given, at, sign) => {
        const signs = receiptNumber(given).slice(3).replaceAll('-', '')
        const index = at % signs.length
        fc.pre(signs[index] !== sign)
        expect(readReceiptNumber(signs.slice(0, index) + sign + signs.slice(index + 1))).toBeNull()
      }),
      { numRuns: 1_000 },
    )
  })

  it('with two neighbours changed about is no number', () => {
    fc.assert(
      fc.property(subject, fc.nat(), (given, at) => {
        const signs = [...receiptNumber(given).slice(3).replaceAll('-', '')]
        const index = at % (signs.length - 1)
        const [one = '', other = ''] = signs.slice(index, index + 2)
        fc.pre(one !== other)
        signs.splice(index, 2, other, one)
        expect(readReceiptNumber(signs.join(''))).toBeNull()
      }),
      { numRuns: 1_000 },
    )
  })

  it.each(['', 'KP', 'KP-0000-0000-0000', 'KP-9FQ2', 'a'.repeat(26), 'KP-UUUU-UUUU-UUUU', '💰'])(
    'is not %j',
    (text) => {
      expect(readReceiptNumber(text)).toBeNull()
    },
  )

  it.each([
    { memberNumber: 0, movementNumber: 1 },
    { memberNumber: 10_000_000, movementNumber: 0 },
    { memberNumber: 10_000_000, movementNumber: 1.5 },
  ])('is not made of %j', (given) => {
    expect(() => receiptNumber(given)).toThrow(RangeError)
  })
})
