import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type CashierWorld,
  HOOK_SECRET,
  openCashierWorld,
  type TestMember,
} from '../../testing/worlds/cashier-world.ts'
import { isSignedByBank } from './hook-signature.ts'

/** Callbacks that somebody has forged, altered, kept or sent again: ten thousand of them, and none credits anything. */
const RUNS = 10_000
const RUNS_OVER_HTTP = 600

interface Delivery {
  header: string
  body: string
}

const hex = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex')

function signed(body: string, seconds: number, key = HOOK_SECRET): Delivery {
  return { header: `t=${seconds},v1=${hex(key, `${seconds}.${body}`)}`, body }
}

/** What an attacker may put in the place of a part of a text. */
const put = fc.oneof(
  fc.constantFrom('0', '9', '"', ',', '}', '{', ' ', '', '\\u0030', 'x', ':', '-', 'e5'),
  fc.string({ maxLength: 4, unit: 'grapheme' }),
)

const spliced = (text: string) =>
  fc
    .tuple(fc.nat(text.length), fc.nat(6), put)
    .map(([place, length, words]) => text.slice(0, place) + words + text.slice(place + length))

/** The event with one thing said otherwise. */
const reworded = (body: string) => {
  const event = JSON.parse(body) as Record<string, unknown>
  return fc
    .record(
      {
        amount: fc.oneof(fc.double({ min: 0.01, max: 1e9, noNaN: true }), fc.constantFrom(1_000_000, '100', null)),
        reference: fc.string({ minLength: 1, maxLength: 20 }),
        transRef: fc.string({ minLength: 1, maxLength: 20 }),
        sendingBank: fc.constantFrom('014', '004', 'SCB', ''),
        currency: fc.constantFrom('LAK', 'THB', 'BAHT '),
        type: fc.constantFrom('payout', 'payment ', 'credit'),
        state: fc.constantFrom('PAID', 'RETURNED'),
        occurredAt: fc.constantFrom('2020-01-01T00:00:00Z', 'now'),
        eventId: fc.uuid(),
      },
      { requiredKeys: [] },
    )
    .map((changes) => JSON.stringify({ ...event, ...changes }))
}

/** Deliveries made from a good one by somebody without the key, or with it and at a wrong time. */
function mutations(good: Delivery, seconds: number): fc.Arbitrary<Delivery> {
  const { header, body } = good
  const [time = '', signature = ''] = header.split(',')
  const otherKey = fc.stringMatching(/^[0-9a-f]{64}$/).filter((key) => key !== HOOK_SECRET)
  const wrongTime = fc.oneof(
    fc.integer({ min: 301, max: 2_000_000_000 }),
    fc.integer({ min: -1_000_000_000, max: -301 }),
  )
  const sent: fc.Arbitrary<Delivery>[] = [
    spliced(body).map((altered) => ({ header, body: altered })),
    reworded(body).map((altered) => ({ header, body: altered })),
    spliced(header).map((altered) => ({ header: altered, body })),
    fc.tuple(reworded(body), otherKey).map(([altered, key]) => signed(altered, seconds, key)),
    fc
      .tuple(fc.oneof(fc.constant(body), reworded(body)), wrongTime)
      .map(([text, late]) => signed(text, seconds - late)),
    // The time moved, the signature kept; the signature of another body; parts told twice or in another order.
    fc.integer({ min: -300, max: 300 }).map((by) => ({ header: `t=${seconds + by},${signature}`, body })),
    reworded(body).map((other) => ({ header: signed(other, seconds).header, body })),
    fc.constantFrom(
      { header: '', body },
      { header: time, body },
      { header: signature, body },
      { header: `${signature},${time}`, body },
      { header: `${header},${signature}`, body },
      { header: `${time},v1=`, body },
      { header: `${time},v1=${'0'.repeat(64)}`, body },
      { header: header.toUpperCase(), body },
      { header, body: '' },
      { header, body: `${body}${body}` },
      { header: `${time},v1=${hex('', `${seconds}.${body}`)}`, body },
      { header: `${time},v1=${hex(HOOK_SECRET, body)}`, body },
    ),
  ]
  return fc.oneof(...sent).filter((made) => made.header !== header || made.body !== body)
}

describe('callbacks that are not the bank’s', () => {
  const seconds = 1_763_700_000
  const event = {
    eventId: 'event-1',
    type: 'payment',
    transRef: 'TR1',
    sendingBank: '014',
    reference: 'KRAPAO0000000000001',
    amount: 100,
    currency: 'BAHT',
    occurredAt: '2026-11-21T05:00:00.000Z',
    from: { bankCode: 'SCB', accountNo: '1234567890', name: 'สมชาย ใจดี' },
  }

  it(`are none of them taken for signed, of ${RUNS}`, () => {
    const good = signed(JSON.stringify(event), seconds)
    const now = new Date(seconds * 1000)
    const check = ({ header, body }: Delivery) =>
      isSignedByBank({ header, body: Buffer.from(body), secret: HOOK_SECRET, now })
    expect(check(good)).toBe(true)
    fc.assert(
      fc.property(mutations(good, seconds), (made) => {
        expect(check(made)).toBe(false)
      }),
      { numRuns: RUNS },
    )
  })
})

describe('the server', () => {
  let world: CashierWorld
  let member: TestMember
  let reference: string
  beforeAll(async () => {
    world = await openCashierWorld()
    member = await world.member()
    await member.call('POST', '/api/qrcode/KBANK', { body: { amount: 100 } })
    reference = String(world.bank.registrations.at(-1)?.['reference'])
  })
  afterAll(() => world.close())

  const written = () => world.rows('select 1 as one from bank_payment union all select 1 from cashier_case')

  it(`credits none of them and writes nothing down, of ${RUNS_OVER_HTTP}`, async () => {
    const seconds = Math.floor(world.clock.now().getTime() / 1000)
    const good = signed(JSON.stringify(world.paymentOf(world.payment(reference))), seconds)
    // Over HTTP a header has no line breaks and no characters beyond Latin, and none around it.
    const sendable = mutations(good, seconds).filter(
      ({ header, body }) => /^[\x21-\x7e]*$/.test(header) && body.isWellFormed(),
    )
    await fc.assert(
      fc.asyncProperty(sendable, async ({ header, body }) => {
        expect(await world.hook(body, { header })).toMatchObject({ status: 401, body: { message: 'UNAUTHORIZED' } })
      }),
      { numRuns: RUNS_OVER_HTTP },
    )
    expect(await member.wallet()).toBe(0)
    expect(await written()).toEqual([])
  })

  it('credits a good one once, however often somebody sends it again, and not at all when it is stale', async () => {
    const body = JSON.stringify(world.paymentOf(world.payment(reference)))
    const { header } = signed(body, Math.floor(world.clock.now().getTime() / 1000))
    for (const ms of [0, 1_000, 299_000]) {
      world.clock.advance(ms === 299_000 ? 298_000 : ms)
      expect(await world.hook(body, { header })).toMatchObject({ status: 200 })
    }
    expect(await member.wallet()).toBe(100)
    world.clock.advance(2_000)
    expect(await world.hook(body, { header })).toMatchObject({ status: 401 })
    expect(await member.wallet()).toBe(100)
    expect(await written()).toHaveLength(1)
    await world.audit()
  })
})
