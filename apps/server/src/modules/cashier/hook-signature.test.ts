import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSignedByBank } from './hook-signature.ts'

const secret = 'ab12'.repeat(16)
const now = new Date('2026-11-21T05:00:00Z')
const seconds = now.getTime() / 1000
const body = Buffer.from('{"eventId":"1","type":"payment","amount":100.5,"from":{"name":"สมชาย"}}')

function sign(bytes: Uint8Array, at = seconds, key = secret): string {
  return `t=${at},v1=${createHmac('sha256', key).update(`${at}.`).update(bytes).digest('hex')}`
}

const check = (header: string | string[] | undefined, bytes: Uint8Array = body) =>
  isSignedByBank({ header, body: bytes, secret, now })

describe('the signature of the bank (rulings 3.2)', () => {
  it('is good over exactly these bytes, also of none', () => {
    expect(check(sign(body))).toBe(true)
    expect(check(sign(Buffer.alloc(0)), Buffer.alloc(0))).toBe(true)
  })

  it.each([
    ['five minutes old', -300, true],
    ['a second older', -301, false],
    ['five minutes in the future', 300, true],
    ['a second further in the future', 301, false],
    ['of 1970', -seconds, false],
  ])('%s', (_, offsetS, expected) => {
    expect(check(sign(body, seconds + offsetS))).toBe(expected)
  })

  it.each([
    ['none', undefined],
    ['two of them', [sign(body), sign(body)]],
    ['an empty one', ''],
    ['no time', sign(body).replace(/^t=\d+,/, '')],
    ['another version', sign(body).replace('v1', 'v0')],
    ['capital letters', sign(body).replace(/v1=.*/, (found) => found.toUpperCase().replace('V1', 'v1'))],
    ['a space', sign(body).replace(',', ', ')],
    ['more behind it', `${sign(body)},v1=${'0'.repeat(64)}`],
    ['a negative time', sign(body, -seconds)],
    ['another key', sign(body, seconds, 'cd34'.repeat(16))],
    ['nothing but zeros', `t=${seconds},v1=${'0'.repeat(64)}`],
  ])('is refused with %s', (_, header) => {
    expect(check(header)).toBe(false)
  })

  it('is refused after any change of a byte of the body', () => {
    const header = sign(body)
    fc.assert(
      fc.property(fc.nat(body.length - 1), fc.integer({ min: 1, max: 255 }), (place, change) => {
        const changed = Buffer.from(body)
        changed[place] = (changed[place] ?? 0) ^ change
        expect(check(header, changed)).toBe(false)
      }),
      { numRuns: 400 },
    )
  })

  it('is refused after any change of a character of the header', () => {
    const header = sign(body)
    fc.assert(
      fc.property(
        fc.nat(header.length - 1),
        fc.string({ minLength: 0, maxLength: 2, unit: 'grapheme' }),
        (place, put) => {
          const changed = header.slice(0, place) + put + header.slice(place + 1)
          fc.pre(changed !== header)
          expect(check(changed)).toBe(false)
        },
      ),
      { numRuns: 400 },
    )
  })

  it('is refused when bytes are cut off, added or moved between time and body', () => {
    const header = sign(body)
    fc.assert(
      fc.property(fc.nat(body.length - 1), fc.uint8Array({ minLength: 1, maxLength: 9 }), (length, more) => {
        expect(check(header, body.subarray(0, length))).toBe(false)
        expect(check(header, Buffer.concat([body, more]))).toBe(false)
        expect(check(header, Buffer.concat([more, body]))).toBe(false)
      }),
      { numRuns: 200 },
    )
  })
})
