import { encryptGiftLink } from '@krapao/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decryptGiftLink, giftCodeOf, giftLinkKey, isFinalRefusal, voucherProblem } from './gift-link.rules.ts'

const secret = 'krapao-shared-link'
const key = giftLinkKey(secret)
const hosts = ['gift.example', '127.0.0.1:3001']
const code = 'Krapao0123456789'

describe('a hidden link', () => {
  it('[DEP-026] is read as the web app wrote it', async () => {
    const sealed =
      'AAECAwQFBgcICQoLA7mHTG7riZlg3Q1aMrnKrtbdn2b1D-qcWSysvih3-BxVUMCqpK3AecEx0DeiRaI0ZQlVsmAJeRvvgc65W4DWmoQ'
    expect(decryptGiftLink(sealed, key)).toBe('https://gift.example/campaign/?v=Krapao0123456789')
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1, maxLength: 200, unit: 'grapheme' }), async (text) => {
        expect(decryptGiftLink(await encryptGiftLink(text, secret), key)).toBe(text)
      }),
      { numRuns: 50 },
    )
  })

  it('is none after any change, under another key, or in plain words', async () => {
    const sealed = await encryptGiftLink(`https://gift.example/campaign/?v=${code}`, secret)
    fc.assert(
      fc.property(fc.nat(sealed.length - 1), fc.constantFrom('A', 'z', '-', '_', '', '=', '+', 'AA'), (place, put) => {
        const altered = sealed.slice(0, place) + put + sealed.slice(place + 1)
        // The last character holds bits that no byte has.
        fc.pre(!Buffer.from(altered, 'base64url').equals(Buffer.from(sealed, 'base64url')))
        expect(decryptGiftLink(altered, key)).toBeNull()
      }),
      { numRuns: 500 },
    )
    expect(decryptGiftLink(sealed, giftLinkKey('other'))).toBeNull()
    for (const plain of ['', 'A', 'A'.repeat(36), `https://gift.example/campaign/?v=${code}`, sealed.slice(0, 40)]) {
      expect(decryptGiftLink(plain, key)).toBeNull()
    }
  })
})

describe('the code of a gift', () => {
  it.each([
    [code, code],
    [` ${code}\n`, code],
    [`https://gift.example/campaign/?v=${code}`, code],
    [`HTTPS://GIFT.example/campaign?x=1&v=${code}#part`, code],
    [`http://127.0.0.1:3001/gifts/campaign/?v=${code}`, code],
    [`gift.example/campaign/?v=${code}`, code],
    [`ซองของขวัญ https://gift.example/campaign/?v=${code} รับเลย`, code],
    [`https://gift.example:8443/campaign/?v=${code}`, null],
    [`http://127.0.0.1:3002/gifts/campaign/?v=${code}`, null],
    [`https://gift.example.evil.com/?v=${code}`, null],
    [`https://evil.com/?u=gift.example&v=${code}`, null],
    [`https://evil.com#gift.example/?v=${code}`, null],
    [`https://gift.example@evil.com/?v=${code}`, null],
    [`https://a:b@gift.example/?v=${code}`, null],
    [`javascript:gift.example?v=${code}`, null],
    [`https://gift.example/campaign/?v=${code}/../x`, null],
    ['https://gift.example/campaign/', null],
    ['https://', null],
    ['', null],
  ])('in %j', (text, expected) => {
    expect(giftCodeOf(text, hosts)).toBe(expected)
  })
})

describe('a gift before it is taken (rulings 3.4)', () => {
  const gift = { code, valueMinor: 1_99, people: 1, state: 'active', available: 1 } as const

  it.each([
    [{}, 'DEPOSIT_MINIMUM'],
    [{ valueMinor: 2_00 }, undefined],
    [{ people: 2, valueMinor: 2 }, undefined],
    [{ state: 'expired' as const }, 'TRUELINK_INVALID'],
    [{ state: 'redeemed' as const }, 'TRUELINK_DUPLICATE'],
    [{ people: 2, available: 0 }, 'TRUELINK_DUPLICATE'],
  ])('with %j', (given, problem) => {
    expect(voucherProblem({ ...gift, ...given }, 2_00)?.code).toBe(problem)
  })
})

describe('a refusal', () => {
  const at = (seconds: number) => new Date(seconds * 1000)
  const told = { status: 'VOUCHER_EXPIRED', firstCallAt: at(0) }

  it.each([
    ['of the first call', { callsBefore: 0, refusedAs: null, now: at(0) }, true],
    ['after silence, the first', { callsBefore: 1, refusedAs: null, now: at(60) }, false],
    ['after silence, the second', { callsBefore: 2, refusedAs: 'VOUCHER_EXPIRED', now: at(20) }, true],
    ['after silence, the second too soon', { callsBefore: 2, refusedAs: 'VOUCHER_EXPIRED', now: at(19) }, false],
    ['after silence and another', { callsBefore: 2, refusedAs: 'VOUCHER_NOT_FOUND', now: at(60) }, false],
  ])('%s', (_, given, expected) => {
    expect(isFinalRefusal({ ...told, ...given })).toBe(expected)
  })
})
