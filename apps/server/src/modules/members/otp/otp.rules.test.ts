import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../../platform/durations.ts'
import { PROOF_BITS_MAX, PROOF_BITS_MIN } from '../../../platform/login/proof.rules.ts'
import {
  countWrongTry,
  decideSend,
  decideShare,
  decideVerify,
  heavier,
  OTP_ASKER_TRIES_MAX,
  OTP_RESEND_MS,
  OTP_SENDS_MAX,
  OTP_TRIES_MAX,
  type OtpState,
  smsText,
  wrongTriesAt,
} from './otp.rules.ts'

const start = Date.UTC(2026, 10, 21)
const at = (ms: number) => new Date(start + ms)

describe('sending codes', () => {
  const noTries = { count: 0, since: at(-10 * HOUR_MS) }
  const asker = '203.0.113.7'
  const roomy = { wrongTries: noTries, asker, isKnownDevice: false }

  it('never sends an asker more than five in any hour or two in any minute, however he asks', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 20 * 60_000 }), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(gaps, (waits) => {
        const sent: number[] = []
        let now = 0
        for (const wait of waits) {
          now += wait
          const known = sent.map((time) => ({ state: 'sent' as const, asker, createdAt: at(time) }))
          if (decideSend({ ...roomy, now: at(now), sent: known }) === null) sent.push(now)
        }
        for (const [index, time] of sent.entries()) {
          if (index >= 1) expect(time - (sent[index - 1] ?? 0)).toBeGreaterThanOrEqual(OTP_RESEND_MS)
          const early = sent[index - OTP_SENDS_MAX]
          if (early !== undefined) expect(time - early).toBeGreaterThanOrEqual(HOUR_MS)
        }
      }),
    )
  })

  it('sends when the time it said has passed, and not a second before', () => {
    const times = fc.array(fc.integer({ min: -HOUR_MS, max: 0 }), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(times, fc.integer({ min: 0, max: 20 }), (offsets, wrongs) => {
        const wrongTries = { count: wrongs, since: at(-30 * 60_000) }
        const sent = offsets.map((offset) => ({ state: 'sent' as const, asker, createdAt: at(offset) }))
        const wait = decideSend({ ...roomy, wrongTries, now: at(0), sent })
        if (wait === null || !('code' in wait)) return
        expect(wait.retryAfterS).toBeGreaterThan(0)
        const before = decideSend({ ...roomy, wrongTries, now: at((wait.retryAfterS - 1) * 1000), sent })
        expect(before).not.toBeNull()
        const after = decideSend({ ...roomy, wrongTries, now: at(wait.retryAfterS * 1000), sent })
        // Another reason may still hold, but never this one.
        expect(after).not.toMatchObject({ code: wait.code })
      }),
    )
  })

  it('makes strangers work for what others asked for, and known devices not', () => {
    const ofOthers = (count: number, agoMs: number) =>
      Array.from({ length: count }, (_, index) => {
        return { state: 'sent' as const, asker: `10.0.0.${index}`, createdAt: at(-agoMs) }
      })
    const given = { ...roomy, now: at(0) }
    expect(decideSend({ ...given, sent: ofOthers(4, 600_000) })).toBeNull()
    expect(decideSend({ ...given, sent: ofOthers(1, 30_000) })).toEqual({ proofBits: PROOF_BITS_MIN })
    expect(decideSend({ ...given, sent: ofOthers(5, 600_000) })).toEqual({ proofBits: PROOF_BITS_MIN })
    expect(decideSend({ ...given, sent: ofOthers(10, 600_000) })).toEqual({ proofBits: PROOF_BITS_MAX })
    expect(decideSend({ ...given, sent: ofOthers(10, 30_000) })).toEqual({ proofBits: PROOF_BITS_MAX })
    expect(decideSend({ ...given, sent: ofOthers(19, 600_000) })).toEqual({ proofBits: PROOF_BITS_MAX })
    expect(decideSend({ ...given, sent: ofOthers(20, 600_000) })).toEqual({ code: 'REQUEST_LIMIT', retryAfterS: 3000 })
    const known = { ...given, asker: 'device one', isKnownDevice: true }
    expect(decideSend({ ...known, sent: ofOthers(10, 30_000) })).toBeNull()
    const own = { state: 'sent' as const, asker: 'device one', createdAt: at(-30_000) }
    expect(decideSend({ ...known, sent: [own] })).toMatchObject({ code: 'REQUEST_LIMIT_1MIN' })
  })

  it('counts the devices that are known together, and asks them for work and ends within a day', () => {
    const ofDevices = (count: number, agoMs: number) =>
      Array.from({ length: count }, (_, index) => {
        return { state: 'sent' as const, asker: `device ${index}`, createdAt: at(-agoMs) }
      })
    const given = { ...roomy, now: at(0), asker: 'device own', isKnownDevice: true }
    expect(decideSend({ ...given, sent: ofDevices(9, 5 * HOUR_MS) })).toBeNull()
    expect(decideSend({ ...given, sent: ofDevices(10, 5 * HOUR_MS) })).toEqual({ proofBits: PROOF_BITS_MIN })
    expect(decideSend({ ...given, sent: ofDevices(19, 5 * HOUR_MS) })).toEqual({ proofBits: 19 })
    const ended = { code: 'REQUEST_LIMIT', retryAfterS: (19 * HOUR_MS) / 1000 }
    expect(decideSend({ ...given, sent: ofDevices(20, 5 * HOUR_MS) })).toEqual(ended)
    expect(decideSend({ ...given, sent: ofDevices(20, 24 * HOUR_MS) })).toBeNull()
    // A stranger is not concerned by them, nor they by strangers.
    expect(decideSend({ ...given, asker, isKnownDevice: false, sent: ofDevices(20, 60_000) })).toBeNull()
  })

  it('holds the shares of an address, of its network and of all, and asks for work before they are used up', () => {
    const quiet = { count: 1, since: at(-60_000) }
    const roomyShare = { now: at(0), limitFactor: 1, isKnownDevice: false, ofAddressMax: 30, overAllMax: 1000 }
    const share = { ...roomyShare, ofAddress: { count: 30, since: at(-60_000) }, ofNetwork: quiet, overAll: 1 }
    const spent = { code: 'REQUEST_LIMIT', retryAfterS: 3540 }
    expect(decideShare(share)).toBeNull()
    expect(decideShare({ ...share, ofAddress: { count: 31, since: at(-60_000) } })).toEqual(spent)
    expect(decideShare({ ...share, ofNetwork: { count: 61, since: at(-60_000) } })).toEqual({ proofBits: 16 })
    expect(decideShare({ ...share, ofNetwork: { count: 241, since: at(-60_000) } })).toEqual(spent)
    expect(decideShare({ ...share, overAll: 500 })).toBeNull()
    expect(decideShare({ ...share, overAll: 501 })).toEqual({ proofBits: 16 })
    expect(decideShare({ ...share, overAll: 1000 })).toEqual({ proofBits: 19 })
    expect(decideShare({ ...share, overAll: 1001 })).toMatchObject({ code: 'REQUEST_LIMIT' })
    // A small operator is not busy with his first codes.
    expect(decideShare({ ...share, overAll: 3, overAllMax: 3 })).toBeNull()
    const known = { ...share, isKnownDevice: true }
    expect(decideShare({ ...known, overAll: 1250 })).toBeNull()
    expect(decideShare({ ...known, overAll: 1251 })).toMatchObject({ code: 'REQUEST_LIMIT' })
  })

  it('puts a refusal before work, and much work before little', () => {
    const refusal = { code: 'REQUEST_LIMIT', retryAfterS: 1 } as const
    expect(heavier(null, null)).toBeNull()
    expect(heavier(null, { proofBits: 16 })).toEqual({ proofBits: 16 })
    expect(heavier({ proofBits: 18 }, refusal)).toBe(refusal)
    expect(heavier({ proofBits: 16 }, { proofBits: 18 })).toEqual({ proofBits: 18 })
  })
})

describe('verifying codes', () => {
  const fresh: OtpState = { tries: 0, expiresAt: at(300_000), verifiedAt: null, usedAt: null, wasSent: true }
  const noTries = { count: 0, since: at(-10 * HOUR_MS) }

  it('takes a right code only while nothing stands against it', () => {
    const state = fc.record({
      tries: fc.integer({ min: 0, max: 8 }),
      expiresAt: fc.integer({ min: -600_000, max: 600_000 }).map(at),
      verifiedAt: fc.option(fc.integer({ min: -HOUR_MS, max: 0 }).map(at)),
      usedAt: fc.option(fc.constant(at(-1))),
      wasSent: fc.boolean(),
    })
    const tries = fc.record({
      count: fc.integer({ min: 0, max: 15 }),
      since: fc.integer({ min: -2 * HOUR_MS, max: 0 }).map(at),
    })
    fc.assert(
      fc.property(state, tries, fc.boolean(), (given, wrongTries, isRight) => {
        const { code } = decideVerify(given, wrongTries, isRight, at(0))
        const isBlocked = wrongTriesAt(wrongTries, at(0)) >= OTP_ASKER_TRIES_MAX || given.tries >= OTP_TRIES_MAX
        const isUsable = given.wasSent && given.usedAt === null
        if (code === 'OTP_CODE_VALID') expect([isRight, isBlocked, isUsable]).toEqual([true, false, true])
        if (!isUsable) expect(code).toBe('OTP_NOT_EXIST')
        if (!isRight) expect(code).not.toBe('OTP_CODE_VALID')
      }),
    )
  })

  it('never lets through more than ten wrong codes on a phone in an hour from the first', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 10 * 60_000 }), { maxLength: 80 }), (waits) => {
        let tries = noTries
        let now = 0
        const wrongs: number[] = []
        for (const wait of waits) {
          now += wait
          if (decideVerify({ ...fresh, expiresAt: at(now + 1) }, tries, false, at(now)).code !== 'OTP_CODE_INVALID')
            continue
          tries = countWrongTry(tries, at(now))
          wrongs.push(now)
          const inWindow = wrongs.filter((time) => time >= tries.since.getTime() - start)
          expect(inWindow.length).toBeLessThanOrEqual(OTP_ASKER_TRIES_MAX)
        }
      }),
    )
  })

  it('writes one run of four digits or more whatever the code, the language and the purpose', () => {
    const languages = fc.constantFrom('th' as const, 'lo' as const, 'en' as const)
    const purposes = fc.constantFrom('register' as const, 'reset' as const)
    const codes = fc.integer({ min: 0, max: 999_999 }).map((number) => number.toString().padStart(6, '0'))
    fc.assert(
      fc.property(languages, purposes, codes, (language, purpose, code) => {
        expect(smsText(purpose, language, code, 'ABCD').match(/\p{Nd}{4,}/gu)).toEqual([code])
      }),
    )
  })

  it('binds the code to the host of the web app by its last line, where there is one', () => {
    for (const language of ['th', 'lo', 'en'] as const) {
      const text = smsText('register', language, '012345', 'ABCD')
      expect(smsText('register', language, '012345', 'ABCD', 'wallet.example')).toBe(
        `${text}\n\n@wallet.example #012345`,
      )
    }
  })
})
