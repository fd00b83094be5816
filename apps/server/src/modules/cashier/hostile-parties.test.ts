import { createHmac } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openPartiesWorld, type PartiesWorld } from './parties-world.fixture.ts'
import { jeepaySign } from './providers/jeepay-sign.ts'

// Whoever knows the addresses that parties call, but not their keys, and parties that say one thing and then another: a
// gateway of the Jeepay kind collects on KBANK's QRs and pays out, Opn collects on WW's.

let world: PartiesWorld
beforeAll(async () => {
  world = await openPartiesWorld({ collectors: { KBANK: 'jeepay', WW: 'opn' }, payouts: 'jeepay' })
})
afterAll(() => world.close())
afterEach(() => world.heal())

const newQr = async (bankCode: 'KBANK' | 'WW', amount: number) =>
  world.qrRow((await world.newQr(bankCode, amount)).qrcodeId)
const hook = async (...sent: Parameters<PartiesWorld['hook']>) => (await world.hook(...sent)).statusCode
const form = { 'content-type': 'application/x-www-form-urlencoded' }

/** A notice as the gateway signs it; what is `changed` was changed on its way. */
function noticeOf(fields: Record<string, string>, changed: Record<string, string> = {}): string {
  const { key = '', mchNo = '', appId = '' } = world.terms['jeepay'] ?? {}
  const whole = { mchNo, appId, ...fields }
  return new URLSearchParams({ ...whole, sign: jeepaySign(whole, key), ...changed }).toString()
}

/** An event of a charge, and the headers that sign it at a time. */
function eventOf(id: string, { secondsAgo = 0, secret = world.terms['opn']?.webhookSecret ?? '' } = {}) {
  const body = JSON.stringify({ object: 'event', key: 'charge.complete', data: { object: 'charge', id } })
  const time = String(Math.floor(world.app.clock.now().getTime() / 1000) - secondsAgo)
  const signature = createHmac('sha256', Buffer.from(secret, 'base64')).update(`${time}.${body}`).digest('hex')
  return { body, headers: { 'omise-signature-timestamp': time, 'omise-signature': signature } }
}

describe('who does not know the keys', () => {
  const deep = `${'{"data":'.repeat(20_000)}1${'}'.repeat(20_000)}`
  const bodies: [what: string, body: string | Buffer][] = [
    ['nothing', ''],
    ['null', 'null'],
    ['a list', '[]'],
    ['half of something', '{"data":'],
    ['a well of braces', deep],
    ['what is no text', Buffer.from([0x7b, 0xff, 0xfe, 0x00, 0x7d])],
    ['names of prototypes', '{"__proto__":{"a":1},"constructor":{"prototype":{}},"data":{"__proto__":[]}}'],
    ['numbers beyond all numbers', '{"data":{"reference_id":1e999,"id":-1e999},"billPaymentRef1":1e400}'],
    ['two megabytes', JSON.stringify({ data: 'x'.repeat(2_000_000) })],
  ]
  it.each(bodies)('[CNX-006] [CNX-007] [CNX-008] %s opens no door and breaks none', async (_, body) => {
    const before = await world.wallet()
    for (const party of ['scb', 'opn', 'xendit', 'jeepay', 'nobody', '__proto__', '%00', 'constructor']) {
      for (const headers of [{}, form, { 'content-type': 'text/plain' }]) {
        expect([400, 401, 404, 413, 415]).toContain(await hook(party, body, headers))
      }
    }
    expect(await world.wallet()).toBe(before)
  })

  it('[CNX-007] an event that is old, changed, signed with another secret or at another time is nobody’s', async () => {
    const before = await world.wallet()
    const { partyId, pollAt } = await newQr('WW', 50)
    await world.sandbox.fault({ party: 'opn', mode: 'drop-callback' })
    await world.pay('opn', partyId)
    const { body, headers } = eventOf(partyId)
    const old = eventOf(partyId, { secondsAgo: 301 })
    const early = eventOf(partyId, { secondsAgo: -301 })
    const other = eventOf(partyId, { secret: Buffer.from('another').toString('base64') })
    const later = { ...headers, 'omise-signature-timestamp': String(Number(headers['omise-signature-timestamp']) + 1) }
    const shouted = { ...headers, 'omise-signature': headers['omise-signature'].toUpperCase() }
    for (const [text, signed] of [
      [old.body, old.headers],
      [early.body, early.headers],
      [other.body, other.headers],
      [body, later],
      [body, shouted],
      [body, { ...headers, 'omise-signature': '' }],
      [body.replace('complete', 'complet3'), headers],
    ] as const)
      expect(await hook('opn', text, signed)).toBe(401)
    expect((await world.qrRow(partyId)).pollAt).toEqual(pollAt)
    const two = { ...headers, 'omise-signature': `${'0'.repeat(64)}, ${headers['omise-signature']}` }
    expect(await hook('opn', body, two)).toBe(200)
    await world.app.settle()
    expect(await world.wallet()).toBe(before + 50)
  })

  it('[CNX-009] what one party signs makes nobody ask another one', async () => {
    const { reference, partyId, pollAt } = await newQr('WW', 50)
    expect(await hook('jeepay', noticeOf({ mchOrderNo: reference, payOrderId: 'P1', state: '2' }), form)).toBe(200)
    expect((await world.qrRow(partyId)).pollAt).toEqual(pollAt)
  })
})

describe('a gateway of the Jeepay kind', () => {
  it('[CNX-009] a notice changed after it was signed is nobody’s, one that comes again credits once, and its slip nothing more', async () => {
    const before = await world.wallet()
    const { reference, partyId } = await newQr('KBANK', 80)
    const told = { mchOrderNo: reference, payOrderId: partyId, amount: '8000', currency: 'thb', state: '2' }
    expect(await hook('jeepay', noticeOf(told), form)).toBe(200)
    await world.app.settle()
    expect(await world.wallet()).toBe(before)
    await world.sandbox.fault({ party: 'jeepay', mode: 'drop-callback' })
    const { transRef } = await world.pay('jeepay', reference)
    for (const changed of [{ amount: '800000' }, { mchNo: 'M2' }, { sign: '' }, { more: '1' }])
      expect(await hook('jeepay', noticeOf(told, changed), form)).toBe(401)
    // Signed, and of another sum: what it says when it is asked is credited.
    for (const amount of ['8000', '999900', '8000']) {
      expect(await hook('jeepay', noticeOf({ ...told, amount }), form)).toBe(200)
      await world.app.settle()
    }
    expect(await world.wallet()).toBe(before + 80)

    await world.sendSlip(transRef)
    await world.app.settle()
    expect(await world.newestSlip()).toMatchObject({ status: 'IN_PROGRESS', note: 'IN_REVIEW' })
    expect(await world.wallet()).toBe(before + 80)
    expect(await world.problems()).toEqual([])
  })

  const endAs = (id: string, state: string) =>
    world.sandbox.ask('POST', `/api/gateways/jeepay/payouts/${id}`, { state })
  const tell = async (id: string, state: string) =>
    expect(await hook('jeepay', noticeOf({ mchOrderNo: id, transferId: 'T1', state }), form)).toBe(200)

  it('[CNX-009] a payout whose answer was lost is asked about, sent once and paid once, whatever notices say', async () => {
    await world.fill(1_000)
    const before = await world.wallet()
    await world.sandbox.fault({ party: 'jeepay', mode: 'cut-after' })
    const id = await world.withdraw(100)
    await world.sandbox.fault({ party: 'jeepay', mode: 'none' })
    await tell(id, '3')
    await world.settles(id, 'SUCCESS')
    expect(await world.wallet()).toBe(before - 100)
    const orders = await world.ordersOf('jeepay')
    expect(orders.filter(({ reference }) => reference === id)).toHaveLength(1)
  })

  it('[CNX-009] a refusal in its documented words gives the money back once', async () => {
    const before = await world.wallet()
    await world.sandbox.fault({ party: 'jeepay', mode: 'refuse' })
    const id = await world.withdraw(100)
    await world.settles(id, 'FAILED')
    expect(await world.wallet()).toBe(before)
    expect(await world.problems()).toEqual([])
  })

  it('[CNX-009] a payout that failed and then was paid after all is booked as what it was, once', async () => {
    const before = await world.wallet()
    await world.sandbox.fault({ party: 'jeepay', mode: 'in-progress', ms: 600_000 })
    const id = await world.withdraw(100)
    await endAs(id, 'failed')
    await tell(id, '3')
    await world.settles(id, 'FAILED')
    expect(await world.wallet()).toBe(before)
    await endAs(id, 'paid')
    for (let times = 0; times < 2; times += 1) {
      await tell(id, '2')
      await world.app.advance(60_000)
    }
    expect([await world.statusOf(id), await world.wallet()]).toEqual(['SUCCESS', before - 100])
    expect(await world.problems()).toEqual([])
  })
})
