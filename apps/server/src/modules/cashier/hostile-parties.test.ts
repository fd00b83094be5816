import { createHmac, randomUUID } from 'node:crypto'
import { calls } from '@krapao/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { startTestSandbox, type TestSandbox } from '../../testing/sandbox.ts'
import { formOf } from '../../testing/slip-world.ts'
import { registeredMember, type StoryMember } from '../../testing/stories.ts'
import { until } from '../../testing/until.ts'
import { jeepaySign } from './providers/jeepay-sign.ts'

// Whoever knows the addresses that parties call, but not their keys, and parties that say one thing and then another: a
// gateway of the Jeepay kind collects on KBANK's QRs and pays out, Opn collects on WW's.

type Terms = Record<
  string,
  { webhookSecret?: string; callbackToken?: string; key?: string; mchNo?: string; appId?: string }
>

let sandbox: TestSandbox
let terms: Terms
let app: TestApp
let member: StoryMember

beforeAll(async () => {
  sandbox = await startTestSandbox()
  terms = await sandbox.ask<Terms>('GET', '/api/gateways')
  app = await startTestApp({
    sandbox,
    env: { KRAPAO_PARTIES: JSON.stringify(terms), KRAPAO_PAYOUTS: 'jeepay' },
    settings: { slipClosedFrom: null, slipClosedUntil: null, withdrawPerDay: 100 },
  })
  for (const [id, party] of [
    ['demo-kbank', 'jeepay'],
    ['demo-ww', 'opn'],
  ])
    await app.database.query(
      `update deposit_account set qr = jsonb_set(qr, '{collector}', to_jsonb($2::text)) where id = $1`,
      [id, party],
    )
  member = await registeredMember(app)
})
afterAll(async () => {
  await app.close()
  await sandbox.close()
})
afterEach(async () => {
  for (const party of ['opn', 'jeepay']) await sandbox.fault({ party, mode: 'none' })
})

const wallet = async (): Promise<number> => (await app.ok(calls.walletAmount, { token: member.token })).amount
const audit = async () => (await app.app().ledger.audit(app.database)).problems
const openCases = async () =>
  (await app.database.query<{ kind: string }>('select kind from cashier_case where closed_at is null')).map(
    ({ kind }) => kind,
  )

async function newQr(bankCode: 'KBANK' | 'WW', amount: number) {
  const { qrcodeId } = await app.ok(calls.qrCreate, { token: member.token, params: { bankCode }, body: { amount } })
  return rowOf(qrcodeId)
}
async function rowOf(id: string | null) {
  const [row] = await app.database.query<{ reference: string; partyId: string; pollAt: Date }>(
    'select reference, party_id as "partyId", poll_at as "pollAt" from qr_code where id = $1 or reference = $1',
    [id],
  )
  if (row === undefined) throw new Error('the QR was not written down')
  return row
}
const pay = (party: string, reference: string) =>
  sandbox.ask<{ transRef: string }>('POST', `/api/gateways/${party}/pay`, {
    reference,
    from: { bankCode: 'SCB', accountNo: member.bank.bankAccountNo, name: member.bank.bankAccountName },
    at: app.clock.now().toISOString(),
  })
async function hook(party: string, payload: string | Buffer, headers: Record<string, string> = {}): Promise<number> {
  const answer = await app.app().http.inject({
    method: 'POST',
    url: `/api/hooks/${party}`,
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  })
  return answer.statusCode
}
const form = { 'content-type': 'application/x-www-form-urlencoded' }

/** A notice as the gateway signs it; what is `changed` was changed on its way. */
function noticeOf(fields: Record<string, string>, changed: Record<string, string> = {}): string {
  const { key = '', mchNo = '', appId = '' } = terms['jeepay'] ?? {}
  const whole = { mchNo, appId, ...fields }
  return new URLSearchParams({ ...whole, sign: jeepaySign(whole, key), ...changed }).toString()
}

/** An event of a charge, and the headers that sign it at a time. */
function eventOf(id: string, { secondsAgo = 0, secret = terms['opn']?.webhookSecret ?? '' } = {}) {
  const body = JSON.stringify({ object: 'event', key: 'charge.complete', data: { object: 'charge', id } })
  const time = String(Math.floor(app.clock.now().getTime() / 1000) - secondsAgo)
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
    const before = await wallet()
    for (const party of ['scb', 'opn', 'xendit', 'jeepay', 'nobody', '__proto__', '%00', 'constructor']) {
      for (const headers of [{}, form, { 'content-type': 'text/plain' }]) {
        expect([400, 401, 404, 413, 415]).toContain(await hook(party, body, headers))
      }
    }
    expect(await wallet()).toBe(before)
  })

  it('[CNX-007] an event that is old, changed, signed with another secret or at another time is nobody’s', async () => {
    const before = await wallet()
    const { partyId, pollAt } = await newQr('WW', 50)
    await sandbox.fault({ party: 'opn', mode: 'drop-callback' })
    await pay('opn', partyId)
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
    expect((await rowOf(await referenceOf(partyId))).pollAt).toEqual(pollAt)
    const two = { ...headers, 'omise-signature': `${'0'.repeat(64)}, ${headers['omise-signature']}` }
    expect(await hook('opn', body, two)).toBe(200)
    await app.settle()
    expect(await wallet()).toBe(before + 50)
  })

  const referenceOf = async (partyId: string) => {
    const [row] = await app.database.query<{ reference: string }>('select reference from qr_code where party_id = $1', [
      partyId,
    ])
    return row?.reference ?? null
  }

  it('[CNX-009] what one party signs makes nobody ask another one', async () => {
    const { reference, pollAt } = await newQr('WW', 50)
    expect(await hook('jeepay', noticeOf({ mchOrderNo: reference, payOrderId: 'P1', state: '2' }), form)).toBe(200)
    expect((await rowOf(reference)).pollAt).toEqual(pollAt)
  })
})

describe('a gateway of the Jeepay kind', () => {
  it('[CNX-009] a notice changed after it was signed is nobody’s, one that comes again credits once, and its slip nothing more', async () => {
    const before = await wallet()
    const { reference, partyId } = await newQr('KBANK', 80)
    const told = { mchOrderNo: reference, payOrderId: partyId, amount: '8000', currency: 'thb', state: '2' }
    expect(await hook('jeepay', noticeOf(told), form)).toBe(200)
    await app.settle()
    expect(await wallet()).toBe(before)
    await sandbox.fault({ party: 'jeepay', mode: 'drop-callback' })
    const { transRef } = await pay('jeepay', reference)
    for (const changed of [{ amount: '800000' }, { mchNo: 'M2' }, { sign: '' }, { more: '1' }])
      expect(await hook('jeepay', noticeOf(told, changed), form)).toBe(401)
    // Signed, and of another sum: what it says when it is asked is credited.
    for (const amount of ['8000', '999900', '8000']) {
      expect(await hook('jeepay', noticeOf({ ...told, amount }), form)).toBe(200)
      await app.settle()
    }
    expect(await wallet()).toBe(before + 80)

    const image = await fetch(`${sandbox.url}/bank/slips/${transRef}.png`)
    const { payload, contentType } = formOf({ bytes: Buffer.from(await image.arrayBuffer()) })
    const headers = { authorization: `Bearer ${member.token}`, 'idempotency-key': randomUUID() }
    const sent = { method: 'POST', url: '/api/wallet/slip', payload } as const
    await app.app().http.inject({ ...sent, headers: { ...headers, 'content-type': contentType } })
    await app.settle()
    const { slips } = await app.ok(calls.slipList, { token: member.token, body: {} })
    expect(slips[0]).toMatchObject({ status: 'FAILED', note: 'DEST_ACC_INVALID' })
    expect(await wallet()).toBe(before + 80)
    expect(await audit()).toEqual([])
  })

  const statusOf = async (id: string) => {
    const { statements } = await app.ok(calls.statementList, { token: member.token, body: {} })
    return statements.find(({ _id }) => _id === id)?.status
  }
  const endAs = (id: string, state: string) => sandbox.ask('POST', `/api/gateways/jeepay/payouts/${id}`, { state })
  async function withdraw(amount: number): Promise<string> {
    const { _id: id } = await app.ok(calls.walletWithdraw, { token: member.token, body: { amount } })
    await app.settle()
    return id
  }
  const settles = (id: string, status: string) =>
    until(`the withdrawal is ${status}`, async () => {
      await app.advance(1_000)
      return (await statusOf(id)) === status
    })
  const tell = async (id: string, state: string) =>
    expect(await hook('jeepay', noticeOf({ mchOrderNo: id, transferId: 'T1', state }), form)).toBe(200)

  it('[CNX-009] a payout whose answer was lost is asked about, sent once and paid once, whatever notices say', async () => {
    await fill(1_000)
    const before = await wallet()
    await sandbox.fault({ party: 'jeepay', mode: 'cut-after' })
    const id = await withdraw(100)
    await sandbox.fault({ party: 'jeepay', mode: 'none' })
    await tell(id, '3')
    await settles(id, 'SUCCESS')
    expect(await wallet()).toBe(before - 100)
    const { orders } = await sandbox.ask<{ orders: { reference: string }[] }>('GET', '/api/gateways/jeepay')
    expect(orders.filter(({ reference }) => reference === id)).toHaveLength(1)
  })

  it('[CNX-009] a refusal in its documented words gives the money back once', async () => {
    const before = await wallet()
    await sandbox.fault({ party: 'jeepay', mode: 'refuse' })
    const id = await withdraw(100)
    await settles(id, 'FAILED')
    expect(await wallet()).toBe(before)
    expect(await audit()).toEqual([])
  })

  it('[CNX-009] a payout that was paid and then is called failed books nothing by itself: a person decides', async () => {
    const before = await wallet()
    const id = await withdraw(100)
    await settles(id, 'SUCCESS')
    for (let times = 0; times < 2; times += 1) {
      await endAs(id, 'failed')
      await tell(id, '3')
      await app.settle()
    }
    expect(await wallet()).toBe(before - 100)
    expect(await openCases()).toContain('FAILED_AFTER_PAID')
    expect(await audit()).toEqual([])
  })

  it('[CNX-009] a payout that failed and then was paid after all is booked as what it was, once', async () => {
    const before = await wallet()
    await sandbox.fault({ party: 'jeepay', mode: 'in-progress', ms: 600_000 })
    const id = await withdraw(100)
    await endAs(id, 'failed')
    await tell(id, '3')
    await settles(id, 'FAILED')
    expect(await wallet()).toBe(before)
    await endAs(id, 'paid')
    for (let times = 0; times < 2; times += 1) {
      await tell(id, '2')
      await app.advance(60_000)
    }
    expect([await statusOf(id), await wallet()]).toEqual(['SUCCESS', before - 100])
    expect(await audit()).toEqual([])
  })

  /** Money to withdraw. */
  async function fill(amount: number): Promise<void> {
    const before = await wallet()
    const { reference } = await newQr('KBANK', amount)
    await pay('jeepay', reference)
    await until('it was credited', async () => {
      await app.advance(10_000)
      return (await wallet()) === before + amount
    })
  }
})
