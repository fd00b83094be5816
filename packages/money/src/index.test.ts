import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  AMOUNT_MAX_MINOR,
  allocate,
  formatAmount,
  formatLimit,
  fromWireAmount,
  mulDiv,
  readDecimalText,
  readInt8,
  readWireAmount,
  sumMinor,
  toWireAmount,
} from './index.ts'

const minor = fc.integer({ min: 0, max: AMOUNT_MAX_MINOR })

describe('wire amounts', () => {
  it('every amount of two decimals survives the wire and JSON', () => {
    fc.assert(
      fc.property(minor, (amountMinor) => {
        const read = readWireAmount(JSON.parse(JSON.stringify(toWireAmount(amountMinor))))
        expect(read).toEqual({ ok: true, amountMinor })
      }),
    )
  })

  it('an amount that was checked is read back, above and below zero, and anything else is a defect', () => {
    fc.assert(
      fc.property(minor, (amountMinor) => {
        expect(fromWireAmount(toWireAmount(amountMinor))).toBe(amountMinor)
        expect(fromWireAmount(toWireAmount(-amountMinor) + 0)).toBe(0 - amountMinor)
      }),
    )
    fc.assert(
      fc.property(fc.integer({ min: -1e15, max: 1e15 }), (amountMinor) => {
        expect(fromWireAmount(toWireAmount(amountMinor))).toBe(amountMinor)
      }),
    )
    for (const value of [1.005, 1e14, Number.NaN, -1e21]) expect(() => fromWireAmount(value)).toThrow(RangeError)
  })

  it.each([
    ['a string', '100', 'type'],
    ['null', null, 'type'],
    ['a list', [1], 'type'],
    ['a negative', -1, 'range'],
    ['minus zero', -0, 'range'],
    ['NaN', Number.NaN, 'range'],
    ['infinity', Number.POSITIVE_INFINITY, 'range'],
    ['three decimals', 1.005, 'range'],
    ['a tiny exponent', 1e-7, 'range'],
    ['twelve digits', 100_000_000_000, 'range'],
    ['a huge exponent', 1e21, 'range'],
  ])('%s is refused', (_what, value, problem) => {
    expect(readWireAmount(value)).toEqual({ ok: false, problem })
  })
})

describe('arithmetic', () => {
  it('rounds as named, also below zero', () => {
    expect(mulDiv(10, 1, 3, 'floor')).toBe(3)
    expect(mulDiv(10, 1, 3, 'ceil')).toBe(4)
    expect(mulDiv(-10, 1, 3, 'floor')).toBe(-4)
    expect(mulDiv(-10, 1, 3, 'ceil')).toBe(-3)
    expect(mulDiv(5, 1, 2, 'half-up')).toBe(3)
    expect(mulDiv(-5, 1, 2, 'half-up')).toBe(-2)
  })

  it('floor and ceil differ by at most one and enclose the exact quotient', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e12, max: 1e12 }),
        fc.integer({ min: 1, max: 1000 }),
        fc.integer({ min: 1, max: 1000 }),
        (a, n, d) => {
          const low = mulDiv(a, n, d, 'floor')
          const high = mulDiv(a, n, d, 'ceil')
          expect(high - low).toBe((BigInt(a) * BigInt(n)) % BigInt(d) === 0n ? 0 : 1)
          expect(BigInt(low) * BigInt(d) <= BigInt(a) * BigInt(n)).toBe(true)
        },
      ),
    )
  })

  it('allocates to the last minor unit', () => {
    fc.assert(
      fc.property(
        minor,
        fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 8 }),
        (amountMinor, weights) => {
          fc.pre(weights.some((weight) => weight > 0))
          const parts = allocate(amountMinor, weights)
          expect(sumMinor(parts)).toBe(amountMinor)
          for (const [index, part] of parts.entries()) if (weights[index] === 0) expect(part).toBe(0)
        },
      ),
    )
  })

  it('refuses integers beyond 2^53 instead of losing digits', () => {
    expect(readInt8('9007199254740991')).toBe(9007199254740991)
    expect(() => readInt8('9007199254740993')).toThrow(RangeError)
    expect(() => sumMinor([Number.MAX_SAFE_INTEGER, 1])).toThrow(RangeError)
  })
})

describe('decimal text', () => {
  it.each([
    ['125', 12_500],
    ['125.5', 12_550],
    ['0.29', 29],
    ['007', 700],
    ['99999999999.99', 9_999_999_999_999],
  ])('%j is %i minor units', (text, minor) => {
    expect(readDecimalText(text)).toBe(minor)
  })

  it.each(['', ' ', '-1', '+1', '1,000', '1 000', ' 1', '1.234', '1.', '.5', '1e3', '0x10', '๕', '123456789012'])(
    '%j is none',
    (text) => {
      expect(readDecimalText(text)).toBeNull()
    },
  )
})

describe('formatting', () => {
  it.each([
    [0, '0.00'],
    [5, '0.05'],
    [123_456_789, '1,234,567.89'],
    [-100_00, '-100.00'],
  ])('[GEN-008] %i minor units read %s', (amountMinor, text) => {
    expect(formatAmount(amountMinor)).toBe(text)
  })

  it.each([
    [50_000_00, '50,000'],
    [37_50, '37.50'],
  ])('a limit of %i minor units reads %s', (amountMinor, text) => {
    expect(formatLimit(amountMinor)).toBe(text)
  })
})
