import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readBankEvent, readBankPayment } from './bank-words.ts'

const payment = {
  transRef: '2026112100000001',
  sendingBank: 'SCB',
  reference: 'ABCDEFGH23456789ABCD',
  amount: 100.5,
  currency: 'BAHT',
  occurredAt: '2026-11-21T05:00:00.000Z',
  from: { bankCode: 'SCB', accountNo: '1234567890', name: 'สมชาย ใจดี' },
}
const event = { eventId: 'e1', type: 'payment', ...payment }

describe('a payment as the bank tells it', () => {
  it('is read with its amount in satang and its time', () => {
    expect(readBankPayment(payment)).toEqual({
      transRef: '2026112100000001',
      sendingBank: 'SCB',
      reference: 'ABCDEFGH23456789ABCD',
      amountMinor: 100_50,
      currency: 'BAHT',
      occurredAt: new Date('2026-11-21T05:00:00Z'),
      sender: payment.from,
    })
  })

  it('is read without a sender, and with a time of another zone', () => {
    const { from: _, ...rest } = payment
    expect(readBankPayment(rest)?.sender).toEqual({ bankCode: '', accountNo: '', name: '' })
    expect(readBankPayment({ ...payment, occurredAt: '2026-11-21T12:00:00+07:00' })?.occurredAt).toEqual(
      new Date('2026-11-21T05:00:00Z'),
    )
  })

  it.each([
    ['no amount', { amount: undefined }],
    ['an amount as text', { amount: '100' }],
    ['nothing paid', { amount: 0 }],
    ['a negative amount', { amount: -1 }],
    ['three decimals', { amount: 1.005 }],
    ['an absurd amount', { amount: 1e15 }],
    ['another currency', { currency: 'THB' }],
    ['a time that is none', { occurredAt: '2026-13-01T00:00:00Z' }],
    ['a time without a zone', { occurredAt: '2026-11-21T05:00:00' }],
    ['a time of another age', { occurredAt: '1900-01-01T00:00:00Z' }],
    ['no reference of the transfer', { transRef: '' }],
    ['a space in it', { transRef: 'A B' }],
    ['a long one', { transRef: 'A'.repeat(65) }],
    ['a bank that is no text', { sendingBank: 14 }],
    ['a zero byte in a name', { from: { ...payment.from, name: 'a\0b' } }],
  ])('is refused with %s', (_, changes) => {
    expect(readBankPayment({ ...payment, ...changes })).toBeNull()
  })
})

describe('a callback of the bank (rulings 3.2)', () => {
  it('tells of a payment', () => {
    expect(readBankEvent(event)).toMatchObject({ type: 'payment', payment: { amountMinor: 100_50 } })
  })

  it('tells of a payout', () => {
    expect(readBankEvent({ ...event, type: 'payout', state: 'RETURNED' })).toEqual({
      eventId: 'e1',
      type: 'payout',
      word: {
        reference: 'ABCDEFGH23456789ABCD',
        state: 'RETURNED',
        occurredAt: new Date('2026-11-21T05:00:00Z'),
        transRef: '2026112100000001',
        paid: { amountMinor: 100_50, currency: 'BAHT' },
      },
    })
  })

  it.each([
    ['no event id', { eventId: undefined }],
    ['another type', { type: 'refund' }],
    ['a payout without a state', { type: 'payout' }],
    ['a payout that is only sent', { type: 'payout', state: 'SENT' }],
  ])('is refused with %s', (_, changes) => {
    expect(readBankEvent({ ...event, ...changes })).toBeNull()
  })

  it('never throws, whatever comes', () => {
    const parts = Object.keys(event).map((name) => [name, fc.anything()] as const)
    const oddPart = fc.record(Object.fromEntries(parts), { requiredKeys: [] }).map((odd) => ({ ...event, ...odd }))
    const shapes = fc.oneof(fc.anything(), oddPart)
    fc.assert(
      fc.property(shapes, (given) => {
        expect(() => readBankEvent(given)).not.toThrow()
      }),
      { numRuns: 500 },
    )
  })
})
