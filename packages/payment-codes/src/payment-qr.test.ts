import fc from 'fast-check'
import { generate, validate } from 'promptparse'
import { describe, expect, it } from 'vitest'
import { checksumOf } from './checksum.ts'
import { type PaymentQr, paymentQr, readPaymentQr } from './payment-qr.ts'

/** Published codes, their checksums computed anew. */
const MOBILE = '00020101021229370016A0000006770101110113006681234567853037645802TH5406100.0063041123'
const BILL =
  '00020101021230650016A00000067701011201150994000165501000212123456789012030667043053037645802TH5406100.0062110707SCB000163043BFA'

const MOBILE_QR: PaymentQr = {
  kind: 'promptpay-id',
  idType: 'mobile',
  target: '0812345678',
  amountMinor: 100_00,
}

const BILL_QR: PaymentQr = {
  kind: 'promptpay-bill',
  billerId: '099400016550100',
  reference1: '123456789012',
  reference2: '670430',
  reference3: 'SCB0001',
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

/** An optional field of an object, absent rather than undefined. */
const maybe = <T>(key: string, value: fc.Arbitrary<T>) =>
  fc.option(value, { nil: undefined }).map((chosen) => (chosen === undefined ? {} : { [key]: chosen }))

const anyQr: fc.Arbitrary<PaymentQr> = fc.oneof(
  fc
    .tuple(
      billerId,
      reference,
      maybe('reference2', reference),
      maybe('reference3', reference),
      maybe('amountMinor', amountMinor),
    )
    .map(([biller, reference1, ...rest]): PaymentQr => ({
      kind: 'promptpay-bill',
      billerId: biller,
      reference1,
      ...Object.assign({}, ...rest),
    })),
  fc
    .tuple(
      fc.oneof(
        fc.stringMatching(/^0[0-9]{9}$/).map((target) => ({ idType: 'mobile' as const, target })),
        fc.stringMatching(/^[0-9]{13}$/).map((target) => ({ idType: 'national-id' as const, target })),
        fc.stringMatching(/^[0-9]{15}$/).map((target) => ({ idType: 'e-wallet' as const, target })),
      ),
      maybe('amountMinor', amountMinor),
    )
    .map(([id, amount]): PaymentQr => ({ kind: 'promptpay-id', ...id, ...amount })),
  fc
    .tuple(
      fc.stringMatching(/^[0-9]{8}$/),
      fc.constantFrom('person' as const, 'merchant' as const),
      fc.stringMatching(/^[A-Za-z0-9]{1,40}$/),
      maybe('reference', reference),
      maybe(
        'amountMinor',
        fc.integer({ min: 1, max: 99_999_999 }).map((kip) => kip * 100),
      ),
    )
    .map(([institution, receiverType, receiverId, ...rest]): PaymentQr => ({
      kind: 'lao-qr',
      institution,
      receiverType,
      receiverId,
      ...Object.assign({}, ...rest),
    })),
)

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
  it('are those that were published', () => {
    expect(paymentQr(MOBILE_QR)).toBe(MOBILE)
    expect(paymentQr(BILL_QR)).toBe(BILL)
    expect(readPaymentQr(MOBILE)).toEqual({ ok: true, currency: 'BAHT', qr: MOBILE_QR })
    expect(readPaymentQr(BILL)).toEqual({ ok: true, currency: 'BAHT', qr: BILL_QR })
  })

  it('of Laos carry whole kip', () => {
    const text = paymentQr(LAO_QR)
    expect(text).toMatch(/^00020101021238\d\d0016A005266284662577010827710418020300203/)
    expect(text).toContain('53034185802LA540540000')
    expect(readPaymentQr(text)).toEqual({ ok: true, currency: 'LAK', qr: LAO_QR })
  })

  it('are the same as those of another library, for every amount', () => {
    fc.assert(
      fc.property(billerId, reference, reference, amountMinor, (biller, reference1, reference2, minor) => {
        const ours = paymentQr({ kind: 'promptpay-bill', billerId: biller, reference1, reference2, amountMinor: minor })
        const theirs = { billerId: biller, ref1: reference1, ref2: reference2, amount: minor / 100 }
        expect(ours).toBe(generate.billPayment(theirs))
        expect(validate.billPayment(ours)).toEqual(theirs)
      }),
      {
        numRuns: 500,
        examples: [1, 10, 99, 100, 101, 99_999_999_99].map((minor) => ['0'.repeat(15), 'A', 'B', minor]),
      },
    )
  })

  it('to ids are the same as those of another library', () => {
    const types = { mobile: 'MSISDN', 'national-id': 'NATID', 'e-wallet': 'EWALLETID' } as const
    const ids = fc.oneof(
      fc.tuple(fc.constant('mobile' as const), fc.stringMatching(/^0[0-9]{9}$/)),
      fc.tuple(fc.constant('national-id' as const), fc.stringMatching(/^[0-9]{13}$/)),
      fc.tuple(fc.constant('e-wallet' as const), fc.stringMatching(/^[0-9]{15}$/)),
    )
    fc.assert(
      fc.property(ids, amountMinor, ([idType, target], minor) => {
        const theirs = generate.anyId({ type: types[idType], target, amount: minor / 100 })
        expect(paymentQr({ kind: 'promptpay-id', idType, target, amountMinor: minor })).toBe(theirs)
      }),
    )
  })

  it('read back as what was written', () => {
    fc.assert(
      fc.property(anyQr, (qr) => {
        expect(readPaymentQr(paymentQr(qr))).toEqual({ ok: true, qr, currency: qr.kind === 'lao-qr' ? 'LAK' : 'BAHT' })
      }),
      { numRuns: 300 },
    )
  })

  it('read the same whatever the order of their tags', () => {
    const reordered = signed(
      '000201' + '010212' + BILL.slice(12, 81) + '5303764' + '5406100.00' + '5802TH' + '62110707SCB0001',
    )
    expect(readPaymentQr(reordered)).toEqual({ ok: true, currency: 'BAHT', qr: BILL_QR })
  })

  it.each([
    ['a biller of 14 digits', { ...BILL_QR, billerId: '0'.repeat(14) }],
    ['a reference in small letters', { ...BILL_QR, reference1: 'abc' }],
    ['a reference of 21 characters', { ...BILL_QR, reference1: 'A'.repeat(21) }],
    ['an empty reference', { ...BILL_QR, reference2: '' }],
    ['a reference with a line break', { ...BILL_QR, reference1: 'ABC\n' }],
    ['no money', { ...BILL_QR, amountMinor: 0 }],
    ['less than no money', { ...BILL_QR, amountMinor: -5_00 }],
    ['a fraction of a satang', { ...BILL_QR, amountMinor: 0.5 }],
    ['NaN', { ...BILL_QR, amountMinor: Number.NaN }],
    ['more than tag 54 holds', { ...BILL_QR, amountMinor: 1e13 }],
    ['parts of a kip', { ...LAO_QR, amountMinor: 150 }],
    ['a mobile of nine digits', { ...MOBILE_QR, target: '081234567' }],
  ] as [string, PaymentQr][])('are not written with %s', (_what, qr) => {
    expect(() => paymentQr(qr)).toThrow(RangeError)
  })
})

/** A text with its checksum made right, so that something else is wrong with it. */
function signed(text: string): string {
  const covered = `${text}6304`
  return covered + checksumOf(covered)
}

describe('what is no payment code', () => {
  const body = MOBILE.slice(0, -8)

  it.each([
    ['nothing', '', 'checksum'],
    ['a lower-case checksum', BILL.toLowerCase(), 'checksum'],
    ['a wrong checksum', `${MOBILE.slice(0, -1)}4`, 'checksum'],
    ['no checksum', body, 'checksum'],
    ['something after the checksum', signed(`${MOBILE}`), 'duplicate-tag'],
    ['a tag twice', signed(`${body}5802TH`), 'duplicate-tag'],
    ['two amounts', signed(`${body}5406900.00`), 'duplicate-tag'],
    [
      'a receiver twice inside',
      signed(body.replace('2937', '2954').replace('5303764', '011300668999999995303764')),
      'duplicate-tag',
    ],
    ['an empty tag', signed(`${body}6200`), 'length'],
    ['a length of letters', signed(`${body}62AA`), 'length'],
    ['Thai digits', signed(body.replace('100.00', '๑๐๐.๐๐')), 'characters'],
    ['a line break', `${MOBILE}\n`, 'characters'],
    ['a very long text', MOBILE.repeat(10), 'characters'],
    ['a country of its own', signed(body.replace('5802TH', '5802LA')), 'content'],
    ['a currency of its own', signed(body.replace('5303764', '5303418')), 'content'],
    ['no amount though it is dynamic', signed(body.replace('5406100.00', '')), 'content'],
    ['an amount of nothing', signed(body.replace('5406100.00', '54040.00')), 'content'],
    ['an amount below zero', signed(body.replace('5406100.00', '5405-5.00')), 'content'],
    ['an amount of three decimals', signed(body.replace('5406100.00', '54051.005')), 'content'],
    ['an amount with an exponent', signed(body.replace('5406100.00', '54031e3')), 'content'],
    ['another version', signed(body.replace('000201', '000202')), 'content'],
    ['tags before the version', signed(`5802TH000201010212${body.slice(12).replace('5802TH', '')}`), 'content'],
    ['two receivers', signed(`${body}${BILL.slice(12, 81)}`), 'content'],
    ['another application', signed(body.replace('A000000677010111', 'A000000677010114')), 'content'],
  ])('%s', (_what, text, problem) => {
    expect(readPaymentQr(text)).toEqual({ ok: false, problem })
  })

  it('a code cut off anywhere', () => {
    for (const code of [MOBILE, BILL, paymentQr(LAO_QR)]) {
      for (let length = 0; length < code.length; length += 1) {
        expect(readPaymentQr(code.slice(0, length)).ok, String(length)).toBe(false)
      }
    }
  })

  it('a code with one character changed', () => {
    fc.assert(
      fc.property(anyQr, fc.nat(), fc.integer({ min: 0x20, max: 0x7e }), (qr, at, character) => {
        const text = paymentQr(qr)
        const index = at % text.length
        const changed = text.slice(0, index) + String.fromCharCode(character) + text.slice(index + 1)
        expect(readPaymentQr(changed).ok).toBe(changed === text)
      }),
      { numRuns: 500 },
    )
  })

  it('any other text, without ever throwing', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789ATH.'.split('')), maxLength: 120 })
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), digits, digits.map(signed)), (text) => {
        expect(readPaymentQr(text).ok).toBe(false)
      }),
      { numRuns: 1000 },
    )
  })
})
