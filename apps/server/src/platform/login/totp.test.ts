import { describe, expect, it } from 'vitest'
import { newTotpKey, totpAddress, totpStep } from './totp.ts'

/** RFC 6238, appendix B: the key of its SHA-1 rows in base 32, and the last six digits of its codes. */
const KEY = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const ROWS = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const

const at = (seconds: number): Date => new Date(seconds * 1000)

describe('a one-time code', () => {
  it.each(ROWS)('[SEC-002] of second %i is %s', (seconds, code) => {
    expect(totpStep(code, KEY, at(seconds))).toBe(Math.floor(seconds / 30))
  })

  it('is good in its step and the ones beside it, and is told which it is of', () => {
    expect(totpStep('287082', KEY, at(29))).toBe(1)
    expect(totpStep('287082', KEY, at(89))).toBe(1)
    expect(totpStep('287082', KEY, at(90))).toBeNull()
    expect(totpStep('081804', KEY, at(1_111_111_109 - 60))).toBeNull()
  })

  it('may have a space, and nothing else beside six digits', () => {
    expect(totpStep(' 287 082 ', KEY, at(59))).toBe(1)
    for (const wrong of ['', '28708', '2870820', '28708x', '２８７０８２', 'null', '287082\0']) {
      expect(totpStep(wrong, KEY, at(59)), wrong).toBeNull()
    }
  })

  it('comes from a key of 160 random bits, which apps read from an address', () => {
    const key = newTotpKey()
    expect(key).toMatch(/^[A-Z2-7]{32}$/)
    expect(newTotpKey()).not.toBe(key)
    const address = new URL(totpAddress('noi', key))
    expect([address.protocol, address.host]).toEqual(['otpauth:', 'totp'])
    expect(Object.fromEntries(address.searchParams)).toEqual({
      issuer: 'Krapao',
      secret: key,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
  })
})
