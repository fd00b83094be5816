import fc from 'fast-check'
import { generate, validate } from 'promptparse'
import { describe, expect, it } from 'vitest'
import { checksumOf } from './checksum.ts'
import { type PaymentQr, paymentQr } from './payment-qr.ts'

const BILL_QR: PaymentQr = {
  kind: 'promptpay-bill',
  billerId: '099400016550100',
  reference1: '123456789012',
  amountMinor: 100_00,
}

const LAO_QR: PaymentQr = {
  kind: 'lao-qr',
  institution: '27710418',
  receiverType: 'merchant',
  receiverId: 'KRAPAO01',
  reference: 'ABC123',
  amountMinor: 40_000_00,
}

const amountMinor = fc.integer({ min: 1, max: 99_999_999_99 })
const reference = fc.stringMatching(/^[A-Z0-9]{1,20}$/)
const billerId = fc.stringMatching(/^[0-9]{15}$/)

describe('the checksum', () => {
  it('is CRC-16 CCITT-FALSE in four capital digits', () => {
    expect(checksumOf('123456789')).toBe('29B1')
    expect(checksumOf('')).toBe('FFFF')
    const padded = Array.from({ length: 500 }, (_, index) => checksumOf(String(index)))
    expect(padded.every((sum) => /^[0-9A-F]{4}$/.test(sum))).toBe(true)
    expect(padded.some((sum) => sum.startsWith('0'))).toBe(true)
  })
})

describe('payment codes', () => {
  it('of Laos carry whole kip', () => {
    const text = paymentQr(LAO_QR)
    expect(text).toMatch(/^00020101021238\d\d0016A005266284662577010827710418020300203/)
    expect(text).toContain('53034185802LA540540000')
    expect(text).toMatch(/62100506ABC1236304[0-9A-F]{4}$/)
  })

  it('are the same as those of another library, for every amount', () => {
    fc.assert(
      fc.property(billerId, reference, amountMinor, (biller, reference1, minor) => {
        const ours = paymentQr({ kind: 'promptpay-bill', billerId: biller, reference1, amountMinor: minor })
        const theirs = { billerId: biller, ref1: reference1, amount: minor / 100 }
        expect(ours).toBe(generate.billPayment(theirs))
        expect(validate.billPayment(ours)).toMatchObject(theirs)
      }),
      {
        numRuns: 500,
        examples: [1, 10, 99, 100, 101, 99_999_999_99].map((minor) => ['0'.repeat(15), 'A', minor]),
      },
    )
  })

  it.each([
    ['a biller of 14 digits', { ...BILL_QR, billerId: '0'.repeat(14) }],
    ['a reference in small letters', { ...BILL_QR, reference1: 'abc' }],
    ['a reference of 21 characters', { ...BILL_QR, reference1: 'A'.repeat(21) }],
    ['an empty reference', { ...BILL_QR, reference1: '' }],
    ['a reference with a line break', { ...BILL_QR, reference1: 'ABC\n' }],
    ['no money', { ...BILL_QR, amountMinor: 0 }],
    ['less than no money', { ...BILL_QR, amountMinor: -5_00 }],
    ['a fraction of a satang', { ...BILL_QR, amountMinor: 0.5 }],
    ['NaN', { ...BILL_QR, amountMinor: Number.NaN }],
    ['more than tag 54 holds', { ...BILL_QR, amountMinor: 1e13 }],
    ['parts of a kip', { ...LAO_QR, amountMinor: 150 }],
  ] as [string, PaymentQr][])('are not written with %s', (_what, qr) => {
    expect(() => paymentQr(qr)).toThrow(RangeError)
  })
})
