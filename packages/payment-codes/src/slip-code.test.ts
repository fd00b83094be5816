import fc from 'fast-check'
import { generate, validate } from 'promptparse'
import { describe, expect, it } from 'vitest'
import { checksumOf } from './checksum.ts'
import { readSlipCode, slipCode } from './slip-code.ts'

/** Published codes, their checksums computed anew. */
const BANK_SLIP = '0034000600000101039990213mamauishigure5102TH91046B93'
const TRUEMONEY_SLIP = '00490002010102010203P2P0314500000000000010408250720239104a086'

const sendingBank = fc.stringMatching(/^[0-9]{3}$/)
const transRef = fc.stringMatching(/^[A-Za-z0-9]{1,25}$/)

/** A text with its checksum made right, so that something else is wrong with it. */
function signed(text: string): string {
  const covered = `${text}9104`
  return covered + checksumOf(covered)
}

describe('slip codes', () => {
  it('are those that were published', () => {
    const slip = { kind: 'bank-slip', sendingBank: '999', transRef: 'mamauishigure' } as const
    expect(slipCode(slip)).toBe(BANK_SLIP)
    expect(readSlipCode(BANK_SLIP)).toEqual({ ok: true, slip })
  })

  it('of the TrueMoney wallet are read too', () => {
    const slip = { kind: 'truemoney-slip', eventType: 'P2P', transactionId: '50000000000001', date: '2023-07-25' }
    expect(readSlipCode(TRUEMONEY_SLIP)).toEqual({ ok: true, slip })
  })

  it('are the same as those of another library, and read back as what was written', () => {
    fc.assert(
      fc.property(sendingBank, transRef, (bank, reference) => {
        const slip = { sendingBank: bank, transRef: reference }
        const text = slipCode(slip)
        expect(text).toBe(generate.slipVerify(slip))
        expect(validate.slipVerify(text)).toEqual(slip)
        expect(readSlipCode(text)).toEqual({ ok: true, slip: { kind: 'bank-slip', ...slip } })
      }),
      { numRuns: 300 },
    )
  })

  it('are read with a checksum in small letters, and without its leading zeros', () => {
    const found = new Set<number>()
    for (let index = 0; index < 3000; index += 1) {
      const slip = { sendingBank: '014', transRef: `2026112100${index}` }
      const text = slipCode(slip)
      const before = text.slice(0, -4)
      const short = text.slice(-4).replace(/^0+/, '')
      const wanted = { ok: true, slip: { kind: 'bank-slip', ...slip } }
      expect(readSlipCode(before + short.toLowerCase())).toEqual(wanted)
      expect(readSlipCode(`${before.slice(0, -1)}${short.length}${short}`)).toEqual(wanted)
      found.add(short.length)
    }
    expect([...found].sort()).toEqual([2, 3, 4])
  })

  it.each([
    ['a bank of two digits', { sendingBank: '14', transRef: 'A' }],
    ['a bank of letters', { sendingBank: 'SCB', transRef: 'A' }],
    ['no reference', { sendingBank: '014', transRef: '' }],
    ['a reference of 26 characters', { sendingBank: '014', transRef: 'A'.repeat(26) }],
    ['a reference with a space', { sendingBank: '014', transRef: 'A B' }],
  ])('are not written with %s', (_what, slip) => {
    expect(() => slipCode(slip)).toThrow(RangeError)
  })
})

describe('what is no slip code', () => {
  const body = BANK_SLIP.slice(0, -8)
  const wallet = TRUEMONEY_SLIP.slice(0, -8)

  it.each([
    ['nothing', '', 'checksum'],
    ['a wrong checksum', `${BANK_SLIP.slice(0, -1)}4`, 'checksum'],
    ['no checksum', body, 'checksum'],
    ['a checksum of five digits', `${BANK_SLIP}0`, 'checksum'],
    ['a checksum shorter than it says', `${BANK_SLIP.slice(0, -8)}91036B`, 'checksum'],
    ['a checksum of no digits', `${body}9104`, 'checksum'],
    ['another country', signed(body.replace('5102TH', '5102LA')), 'content'],
    ['no country', signed(body.replace('5102TH', '')), 'content'],
    ['another application', signed(body.replace('000001', '000002')), 'content'],
    ['a bank of letters', signed(body.replace('0103999', '0103SCB')), 'content'],
    ['the country twice', signed(`${body}5102TH`), 'duplicate-tag'],
    ['the bank twice', signed(`0041000600000101039990103998${'0213mamauishigure'}`.concat('5102TH')), 'duplicate-tag'],
    [
      'a payment code',
      '00020101021229370016A0000006770101110113006681234567853037645802TH5406100.0063041123',
      'checksum',
    ],
    ['a wallet slip of a day that never was', signed(wallet.replace('25072023', '31022023')), 'content'],
    ['a wallet slip of the month 13', signed(wallet.replace('25072023', '01132023')), 'content'],
    ['a wallet slip of 29 February out of turn', signed(wallet.replace('25072023', '29022023')), 'content'],
    ['a wallet slip with a country', signed(`${wallet}5102TH`), 'content'],
    ['a wallet slip of another version', signed(wallet.replace('00020101020102', '00020201020102')), 'content'],
    ['letters of another script', `${body}9104๑๒๓๔`, 'checksum'],
  ])('%s', (_what, text, problem) => {
    expect(readSlipCode(text)).toEqual({ ok: false, problem })
  })

  it('a leap day is a day', () => {
    const leap = readSlipCode(signed(wallet.replace('25072023', '29022024')))
    expect(leap).toMatchObject({ ok: true, slip: { date: '2024-02-29' } })
  })

  it('a code cut off before its checksum', () => {
    for (let length = 0; length < BANK_SLIP.length - 4; length += 1) {
      expect(readSlipCode(BANK_SLIP.slice(0, length)).ok, String(length)).toBe(false)
    }
  })

  it('any other text, without ever throwing', () => {
    const near = fc.string({ unit: fc.constantFrom(...'0123456789TH'.split('')), maxLength: 80 })
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), near, near.map(signed)), (text) => {
        expect(readSlipCode(text).ok).toBe(false)
      }),
      { numRuns: 1000 },
    )
  })
})
