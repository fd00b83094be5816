import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readFileSync } from 'node:fs'
import { HOUR_MS } from '../../platform/durations.ts'
import { COMMON_FILE, isBreachedPassword } from '../../platform/login/breached-passwords.ts'
import { PROOF_BITS_MAX, PROOF_BITS_MIN } from '../../platform/login/proof.rules.ts'
import { isCommonPassword } from '../../platform/login/common-passwords.ts'
import { operatorWords } from '../operator/index.ts'
import {
  countPairFailure,
  countNameFailure,
  loginDoor,
  type PairFailures,
  NAME_FAILURES_MAX,
} from '../../platform/login/failures.ts'
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
import { isGoodPassword, readBankAccount, readName, readPartialBankAccount, readPhone } from './registration.rules.ts'

const start = Date.UTC(2026, 10, 21)
const at = (ms: number) => new Date(start + ms)

const anyScript = { latinNamesOnly: false }

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

describe('login delays', () => {
  const open = { waitS: null, proofBits: null }

  it('grow with each failure up to a minute, and are never a lock-out', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), (failures) => {
        let pair: PairFailures | null = null
        let now = 0
        for (let index = 0; index < failures; index += 1) {
          pair = countPairFailure(pair, at(now))
          const waitS = loginDoor({ now: at(now), pair, name: null, isKnown: false }).waitS ?? 0
          expect(waitS).toBeLessThanOrEqual(60)
          expect(waitS === 0).toBe(index + 1 < 5)
          now += waitS * 1000
        }
        expect(loginDoor({ now: at(now), pair, name: null, isKnown: false })).toEqual(open)
      }),
    )
  })

  it('are forgotten after an hour of quiet', () => {
    const pair = { count: 40, retryAt: at(60_000), lastAt: at(0) }
    expect(countPairFailure(pair, at(HOUR_MS))).toMatchObject({ count: 1, retryAt: at(HOUR_MS) })
    expect(countPairFailure(pair, at(HOUR_MS - 1))).toMatchObject({ count: 41 })
  })

  it('become work for strangers when a phone is guessed at from many addresses, and nothing where its owner is known', () => {
    const name = { count: NAME_FAILURES_MAX, since: at(0) }
    const given = { now: at(HOUR_MS - 30_000), pair: null, name, isKnown: false }
    expect(loginDoor({ ...given, name: { count: NAME_FAILURES_MAX - 1, since: at(0) } })).toEqual(open)
    expect(loginDoor(given)).toEqual({ waitS: null, proofBits: PROOF_BITS_MIN })
    const many = { count: 100 * NAME_FAILURES_MAX, since: at(0) }
    expect(loginDoor({ ...given, name: many })).toEqual({ waitS: null, proofBits: PROOF_BITS_MAX })
    expect(loginDoor({ ...given, isKnown: true })).toEqual(open)
    expect(loginDoor({ ...given, now: at(HOUR_MS) })).toEqual(open)
    expect(countNameFailure(name, at(HOUR_MS))).toEqual({ count: 1, since: at(HOUR_MS) })
    expect(countNameFailure(name, at(HOUR_MS - 1))).toEqual({ count: NAME_FAILURES_MAX + 1, since: at(0) })
  })
})

describe('what a registration says', () => {
  it('reads any text without failing, and keeps only what can be read again in the same way', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const name = readName(text)
        if (name !== null) expect(readName(name)).toBe(name)
        const phone = readPhone(text, 'LA', 'username')
        if (phone.ok) expect(readPhone(phone.value, 'LA', 'username').ok || phone.value.length === 7).toBe(true)
      }),
    )
  })

  it('keeps of an account number the digits alone, and reads it again as the same', () => {
    const numbers = fc
      .array(fc.constantFrom(...'0123456789- '.split('')), { maxLength: 30 })
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(numbers, (bankAccountNo) => {
        const fields = { bankCode: 'SCB', bankAccountName: 'A', bankAccountNo }
        const read = readBankAccount(fields, anyScript)
        const digits = bankAccountNo.replaceAll(/[- ]/g, '')
        expect(read.ok).toBe(digits.length >= 6 && digits.length <= 20)
        if (read.ok) expect(readBankAccount(read.value, anyScript)).toEqual(read)
      }),
    )
  })

  it('reads in part what is complete as it reads it in whole', () => {
    const texts = ['KTB', 'SCB', 'SOMCHAI', 'สมชาย', 'A'.repeat(101), '1234567890', '']
    const text = fc.oneof(fc.string(), fc.constantFrom(...texts))
    const fields = fc.record({ bankCode: text, bankAccountName: text, bankAccountNo: text })
    fc.assert(
      fc.property(fields, fc.constantFrom(null, anyScript, { latinNamesOnly: true }), (given, bank) => {
        const isComplete = Object.values(given).every((field) => field.trim() !== '')
        if (isComplete) expect(readPartialBankAccount(given, bank)).toEqual(readBankAccount(given, bank))
      }),
    )
  })

  it('keeps names of what can be seen', () => {
    expect(readName('\u200bสม\u200bชาย\u200e \ufeffใจดี\u00ad')).toBe('สมชาย ใจดี')
    expect(readName('Som\u202echai')).toBeNull()
    expect(readName('\u200b\u200f')).toBeNull()
  })

  it('does not take a common password or the phone number for another in wide letters', () => {
    for (const password of ['ｐａｓｓｗｏｒｄ１', '０８１２３４５６７８']) {
      expect(isGoodPassword(password, '0812345678')).toBe(false)
    }
    // Kept in twice as many characters, which is nobody's business.
    expect(isGoodPassword('น้ำตก'.repeat(25), '0812345678')).toBe(true)
  })

  it.each([
    'password',
    'PASSWORD1',
    'qwertyuiop',
    'aaaaaaaa',
    'abababab',
    'กกกกกกกก',
    '23456789',
    'hgfedcba',
    'thailand',
    'babygirl',
    'Password!1',
    'P@55w0rd99',
    '!!Sunshine7',
    // From the list of stolen ones, far from its beginning.
    'chessmaster',
    'pimpin69',
  ])('takes %s for a common password', (password) => {
    expect(isCommonPassword(password)).toBe(true)
    expect(isGoodPassword(password, '0812345678')).toBe(false)
  })

  it.each([
    'krapao2026',
    'Kr@pao-12345',
    'กระเป๋า1234',
    'ThongWallet1',
    '0812345678x!',
    'thong.example1',
    'ThongWallet.krapao',
  ])('refuses %s, which says little but what whoever guesses knows', (password) => {
    const words = operatorWords({
      websiteName: { th: 'ทองวอลเล็ต', lo: 'ທອງ', en: 'Thong Wallet' },
      website: 'https://thong.example',
    })
    expect(isGoodPassword(password, '0812345678', words)).toBe(false)
    expect(isGoodPassword(`${password} and a ferry`, '0812345678', words)).toBe(true)
  })

  it('takes signs alone for no word of the context', () => {
    expect(isGoodPassword('_-~^&*(){}', '0812345678', ['thong'])).toBe(true)
  })

  it('ships at least ten thousand common passwords long enough to be chosen, and finds stolen ones beside them', () => {
    const common = readFileSync(COMMON_FILE, 'utf8').trimEnd().split('\n')
    expect(common.filter((word) => word.length >= 8).length).toBeGreaterThan(10_000)
    expect(common.filter((word) => !isCommonPassword(word))).toEqual([])
    // The filter takes one in 65,536 of all others for one of its own.
    const others = Array.from({ length: 2_000 }, (_, index) => `ferry ${index} lantern ${index * 7}`)
    expect(others.filter(isBreachedPassword).length).toBeLessThan(3)
  })

  it('takes passphrases of any script', () => {
    for (const password of ['ferry across the mekong', 'น้ำตกสวยมาก', 'ຂ້ອຍມັກເຂົ້າໜຽວ', 'x7#kQ!2pLm']) {
      expect(isGoodPassword(password, '0812345678')).toBe(true)
    }
    expect(isGoodPassword('081-234-5678', '0812345678')).toBe(false)
  })
})
