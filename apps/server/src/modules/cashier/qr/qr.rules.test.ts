import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bahtForLak, lakToPay, lakToPayOut } from '../books/lak.rules.ts'
import { referenceFrom } from '../providers/payment-reference.rules.ts'
import { chargeFor, creditFor, nextPollAt } from './qr.rules.ts'

const amounts = fc.integer({ min: 1, max: 10_000_000_00 })
const rates = fc.integer({ min: 1, max: 2_000 })
const expiresAt = new Date('2026-11-21T05:15:00Z')
const inTime = new Date('2026-11-21T05:10:00Z')

describe('references', () => {
  it('are 20 capital letters and digits, whatever the bytes are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), (bytes) => {
        expect(referenceFrom(bytes)).toMatch(/^[A-Z0-9]{20}$/)
      }),
    )
  })

  it('tell any two inputs apart that differ in the five bits of a character', () => {
    const one = new Uint8Array(20)
    const other = Uint8Array.from(one, (_, index) => (index === 7 ? 31 : 0))
    expect(referenceFrom(one)).not.toBe(referenceFrom(other))
  })
})

describe('money of Laos (rulings 2.5)', () => {
  it.each([
    // satang, rate, whole kip to pay (in minor units), whole kip paid out
    [100_00, 640, 64_000_00, 64_000_00],
    [1, 640, 7_00, 6_00],
    [99_99, 641, 64_094_00, 64_093_00],
    [1, 1, 1_00, 0],
  ])('%i satang at %i kip', (amountMinor, rate, toPay, paidOut) => {
    expect(lakToPay(amountMinor, rate)).toBe(toPay)
    expect(lakToPayOut(amountMinor, rate)).toBe(paidOut)
  })

  it('asks for whole kip that are worth the baht, and for less than one kip more', () => {
    fc.assert(
      fc.property(amounts, rates, (amountMinor, rate) => {
        const lakMinor = lakToPay(amountMinor, rate)
        expect(lakMinor % 100).toBe(0)
        expect(lakMinor).toBeGreaterThanOrEqual(amountMinor * rate)
        expect(lakMinor - amountMinor * rate).toBeLessThan(100)
      }),
    )
  })

  it('never pays out more kip than the baht are worth, and never credits more baht than the kip are', () => {
    fc.assert(
      fc.property(amounts, rates, (amountMinor, rate) => {
        expect(lakToPayOut(amountMinor, rate)).toBeLessThanOrEqual(amountMinor * rate)
        const credited = bahtForLak(amountMinor, rate)
        expect(credited * rate).toBeLessThanOrEqual(amountMinor)
        expect((credited + 1) * rate).toBeGreaterThan(amountMinor)
      }),
    )
  })

  it('charges baht as they are', () => {
    expect(chargeFor(123_45, 'BAHT', 640)).toBe(123_45)
    expect(chargeFor(123_45, 'LAK', 640)).toBe(79_008_00)
  })
})

describe('what a payment is worth', () => {
  const lao = { amountMinor: 100_01, currency: 'LAK', chargeMinor: 64_007_00, expiresAt } as const
  const thai = { amountMinor: 100_00, currency: 'BAHT', chargeMinor: 100_00, expiresAt } as const

  it.each([
    ['exactly paid in time: the agreed baht', lao, { amountMinor: 64_007_00, occurredAt: inTime }, 100_01],
    ['exactly paid at the last moment', lao, { amountMinor: 64_007_00, occurredAt: expiresAt }, 100_01],
    [
      'exactly paid a moment late: by the rate of then',
      lao,
      { amountMinor: 64_007_00, occurredAt: new Date(expiresAt.getTime() + 1) },
      91_43,
    ],
    ['another amount in time: by the rate of then', lao, { amountMinor: 64_006_00, occurredAt: inTime }, 91_43],
    ['kip for a Thai QR', thai, { amountMinor: 700_00, occurredAt: inTime }, 1_00],
    ['kip for nobody', null, { amountMinor: 700_00, occurredAt: inTime }, 1_00],
    ['less than one satang', lao, { amountMinor: 6_99, occurredAt: inTime }, 0],
  ])('%s', (_, qr, paid, expected) => {
    expect(creditFor(qr, { ...paid, currency: 'LAK' }, 700)).toBe(expected)
  })

  it('is what was paid when it was paid in baht, whatever the QR asked for and whenever', () => {
    fc.assert(
      fc.property(
        amounts,
        fc.constantFrom(lao, thai, null),
        fc.date({ noInvalidDate: true }),
        rates,
        (amountMinor, qr, occurredAt, rate) => {
          expect(creditFor(qr, { amountMinor, currency: 'BAHT', occurredAt }, rate)).toBe(amountMinor)
        },
      ),
    )
  })
})

describe('how often the bank is asked about a QR (rulings 3.1)', () => {
  const at = (offsetMs: number) => new Date(expiresAt.getTime() + offsetMs)
  const waitS = (isLive: boolean, offsetMs: number): number | null => {
    const next = nextPollAt({ isLive, expiresAt }, at(offsetMs))
    return next === null ? null : (next.getTime() - at(offsetMs).getTime()) / 1000
  }

  it.each([
    ['live', true, -900_000, 10],
    ['live to the last second', true, -1, 10],
    ['just expired', true, 0, 30],
    ['cancelled long before it would have expired', false, -900_000, 30],
    ['ten minutes past', true, 600_000, 150],
    ['an hour past', false, 3_600_000, 900],
    ['half a day past', true, 43_200_000, 3_600],
    ['a second less than a day past', true, 86_399_000, 3_600],
    ['a day past', true, 86_400_000, null],
  ])('%s', (_, isLive, offsetMs, expected) => {
    expect(waitS(isLive, offsetMs)).toBe(expected)
  })

  it('goes on for as long as it does not answer', () => {
    const now = at(10 * 86_400_000)
    expect(nextPollAt({ isLive: false, expiresAt }, now, false)).toEqual(new Date(now.getTime() + 3_600_000))
    expect(nextPollAt({ isLive: false, expiresAt }, now, true)).toBeNull()
  })

  it('falls from 10 s to an hour and comes to an end', () => {
    const waits: number[] = []
    let now = at(-60_000)
    for (;;) {
      const next = nextPollAt({ isLive: true, expiresAt }, now)
      if (next === null) break
      waits.push(next.getTime() - now.getTime())
      now = next
    }
    expect(waits.slice(0, 6)).toEqual([10_000, 10_000, 10_000, 10_000, 10_000, 10_000])
    expect(waits).toEqual(waits.toSorted((one, other) => one - other))
    expect(now.getTime() - expiresAt.getTime()).toBeGreaterThanOrEqual(86_400_000)
  })
})
