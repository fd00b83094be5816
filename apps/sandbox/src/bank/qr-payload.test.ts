import fc from 'fast-check'
import { generate, withCrcTag } from 'promptparse'
import { describe, expect, it } from 'vitest'
import { billVector, mobileVector } from '../testing/samples.ts'
import { readQrPayload } from './qr-payload.ts'

function tlv(id: string, value: string): string {
  return `${id}${String(value.length).padStart(2, '0')}${value}`
}

/** A LAO QR with a reference in tag 62, as a shop's terminal writes it. */
function laoQr(amount: string, reference: string): string {
  const receiver = tlv('00', 'A005266284662577') + tlv('01', '27710418') + tlv('02', '002') + tlv('03', '000123456789')
  const body =
    tlv('00', '01') +
    tlv('01', '12') +
    tlv('38', receiver) +
    tlv('53', '418') +
    tlv('54', amount) +
    tlv('58', 'LA') +
    tlv('62', tlv('05', reference))
  return withCrcTag(body, '63')
}

function reseal(payload: string): string {
  return withCrcTag(payload.slice(0, -8), '63')
}

describe('reading a payment QR', () => {
  it('reads the published bill payment', () => {
    expect(readQrPayload(billVector)).toEqual({
      kind: 'bill',
      receiver: '099400016550100',
      references: ['123456789012', '670430', 'SCB0001'],
      currency: 'BAHT',
      amountMinor: 100_00,
    })
  })

  it('reads the published PromptPay code and takes the proxy for its reference', () => {
    expect(readQrPayload(mobileVector)).toEqual({
      kind: 'proxy',
      receiver: '0066812345678',
      references: ['0066812345678'],
      currency: 'BAHT',
      amountMinor: 100_00,
    })
  })

  it('reads a LAO QR in whole kip', () => {
    expect(readQrPayload(laoQr('64000', 'REF123'))).toMatchObject({
      kind: 'lao',
      receiver: '000123456789',
      references: ['REF123', '000123456789'],
      currency: 'LAK',
      amountMinor: 64_000_00,
    })
  })

  it('leaves the amount of a static code to the payer', () => {
    const payload = generate.billPayment({ billerId: '099400016550100', ref1: 'ABC123' })
    expect(readQrPayload(payload).amountMinor).toBeNull()
  })

  it('agrees with what promptparse writes', () => {
    const reference = fc.stringMatching(/^[A-Z0-9]{1,20}$/)
    fc.assert(
      fc.property(reference, reference, fc.integer({ min: 1, max: 99_999_999_99 }), (ref1, ref2, amountMinor) => {
        const amount = amountMinor / 100
        const payload = generate.billPayment({ billerId: '099400016550100', ref1, ref2, amount })
        expect(readQrPayload(payload)).toMatchObject({ references: [ref1, ref2], amountMinor })
      }),
    )
  })

  it('refuses every code with one character changed', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(billVector, mobileVector),
        fc.nat(200),
        fc.stringMatching(/^[\x20-\x7e]$/),
        (payload, place, character) => {
          const index = place % payload.length
          fc.pre(payload[index] !== character)
          const changed = payload.slice(0, index) + character + payload.slice(index + 1)
          expect(() => readQrPayload(changed)).toThrow('cannot be paid')
        },
      ),
    )
  })

  it.each([
    ['a wrong checksum', `${mobileVector.slice(0, -4)}1124`],
    ['a truncated code', billVector.slice(0, -1)],
    ['a lower-case code', billVector.toLowerCase()],
    ['a text that is no code', 'https://example.test/pay?amount=100'],
    ['a negative amount', reseal(mobileVector.replace('5406100.00', '5406-100.0'))],
    ['an amount of nothing', reseal(mobileVector.replace('5406100.00', '5406000.00'))],
    ['three decimals', reseal(mobileVector.replace('5406100.00', '540610.000'))],
    ['a dynamic code without an amount', reseal(mobileVector.replace('5406100.00', ''))],
    ['a tag that is there twice', reseal(mobileVector.replace('5802TH', '5802TH5802TH'))],
    ['a length that runs over the end', reseal(mobileVector.replace('5406100.00', '5499100.00'))],
    ['baht in Laos', reseal(mobileVector.replace('5802TH', '5802LA'))],
    ['another application', reseal(mobileVector.replace('A000000677010111', 'A000000677010119'))],
    ['a biller that is too short', generate.billPayment({ billerId: '0994', ref1: 'ABC', amount: 1 })],
    ['a reference in small letters', generate.billPayment({ billerId: '099400016550100', ref1: 'abc', amount: 1 })],
    ['a reference that is too long', generate.billPayment({ billerId: '099400016550100', ref1: 'A'.repeat(21) })],
  ])('refuses %s', (_what, payload) => {
    expect(() => readQrPayload(payload)).toThrow('cannot be paid')
  })

  it('refuses a right checksum in small letters', () => {
    const payload = reseal(billVector.replace('100.00', '100.01'))
    const small = payload.slice(0, -4) + payload.slice(-4).toLowerCase()
    expect(payload).not.toBe(small)
    expect(readQrPayload(payload).amountMinor).toBe(100_01)
    expect(() => readQrPayload(small)).toThrow('cannot be paid')
  })
})
