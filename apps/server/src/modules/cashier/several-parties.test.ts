import { createHmac, randomUUID } from 'node:crypto'
import { calls } from '@krapao/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { startTestSandbox, type TestSandbox } from '../../testing/sandbox.ts'
import { formOf } from '../../testing/slip-world.ts'
import { registeredMember, type StoryMember } from '../../testing/stories.ts'
import { until } from '../../testing/until.ts'

// SCB collects on KBANK's QRs and Opn on WW's, Xendit pays out, SCB knows its own slips and the bank
// all others: all at the sandbox, which speaks as each of them does.

type GatewayTerms = Record<string, { family: string; webhookSecret?: string; callbackToken?: string }>

let sandbox: TestSandbox
let terms: GatewayTerms
let app: TestApp
let member: StoryMember

beforeAll(async () => {
  sandbox = await startTestSandbox()
  terms = await sandbox.ask<GatewayTerms>('GET', '/api/gateways')
  app = await startTestApp({
    sandbox,
    env: { KRAPAO_PARTIES: JSON.stringify(terms), KRAPAO_PAYOUTS: 'xendit,bank', KRAPAO_SLIPS: 'scb,bank' },
    settings: { slipClosedFrom: null, slipClosedUntil: null, withdrawPerDay: 100 },
  })
  for (const [id, party] of [
    ['demo-kbank', 'scb'],
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
  for (const party of ['scb', 'opn', 'xendit']) await sandbox.fault({ party, mode: 'none' })
})

const wallet = async (): Promise<number> => (await app.ok(calls.walletAmount, { token: member.token })).amount
const newQr = (bankCode: 'KBANK' | 'WW', amount: number) =>
  app.ok(calls.qrCreate, { token: member.token, params: { bankCode }, body: { amount } })
const rowOf = async (id: string | null) => {
  const [row] = await app.database.query<{ reference: string; collector: string; partyId: string | null }>(
    'select reference, collector, party_id as "partyId" from qr_code where id = $1',
    [id],
  )
  if (row === undefined) throw new Error('the QR was not written down')
  return row
}
const hook = (party: string, body: string, headers: Record<string, string> = {}) =>
  app.app().http.inject({
    method: 'POST',
    url: `/api/hooks/${party}`,
    headers: { 'content-type': 'application/json', ...headers },
    payload: body,
  })
const pay = (party: string, reference: string, more: object = {}) =>
  sandbox.ask<{ id: string; transRef: string }>('POST', `/api/gateways/${party}/pay`, {
    reference,
    from: { bankCode: 'SCB', accountNo: member.bank.bankAccountNo, name: member.bank.bankAccountName },
    at: app.clock.now().toISOString(),
    ...more,
  })
const audit = async () => (await app.app().ledger.audit(app.database)).problems

/** Sends the slip that the payer's bank gives of a transfer. */
async function sendSlip(transRef: string): Promise<void> {
  const image = await fetch(`${sandbox.url}/bank/slips/${transRef}.png`)
  const { payload, contentType } = formOf({ bytes: Buffer.from(await image.arrayBuffer()) })
  const headers = {
    authorization: `Bearer ${member.token}`,
    'idempotency-key': randomUUID(),
    'content-type': contentType,
  }
  const sent = await app.app().http.inject({ method: 'POST', url: '/api/wallet/slip', headers, payload })
  expect(sent.statusCode).toBe(200)
}
const newestSlip = async () => (await app.ok(calls.slipList, { token: member.token, body: {} })).slips[0]

/** A charge of somebody who has the same account at Opn. */
async function chargeOfShop(reference: string): Promise<void> {
  const { url, secretKey } = (terms['opn'] ?? {}) as unknown as Record<'url' | 'secretKey', string>
  const source = { type: 'promptpay' }
  const made = await fetch(`${url}/charges`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ amount: 9_900, currency: 'thb', source, metadata: { reference } }),
  })
  expect(made.status).toBe(200)
}

describe('SCB', () => {
  const notice = (reference: string, amount = '150.50') =>
    JSON.stringify({
      transactionId: 'FORGED1',
      billPaymentRef1: reference,
      amount,
      currencyCode: '764',
      sendingBankCode: '014',
      transactionDateandTime: app.clock.now().toISOString(),
    })

  it('[CNX-006] a forged confirmation of a payment credits nothing, and makes us ask', async () => {
    const before = await wallet()
    const qr = await newQr('KBANK', 150.5)
    const { reference, collector } = await rowOf(qr.qrcodeId)
    expect([collector, qr.payload]).toEqual(['scb', expect.stringContaining(`02${reference.length}${reference}`)])
    for (const body of [notice(reference), notice(reference, '99999.00'), notice('NOBODYSREFERENCE')]) {
      const answer = await hook('scb', body)
      expect([answer.statusCode, answer.json()]).toEqual([200, expect.objectContaining({ resCode: '00' })])
      await app.settle()
    }
    expect(await wallet()).toBe(before)
    // The same words once it was paid indeed: what SCB says when it is asked is credited, and once.
    await sandbox.fault({ party: 'scb', mode: 'drop-callback' })
    await pay('scb', reference)
    for (let time = 0; time < 3; time += 1) {
      await hook('scb', notice(reference, '99999.00'))
      await app.settle()
    }
    expect(await wallet()).toBe(before + 150.5)
    expect(await audit()).toEqual([])
  })

  it('[CNX-006] its own confirmation is answered as it wants, and a slip of the payment credits nothing more', async () => {
    const before = await wallet()
    const { reference } = await rowOf((await newQr('KBANK', 120)).qrcodeId)
    const { transRef } = await pay('scb', reference)
    await until('it was credited', async () => {
      await app.settle()
      return (await wallet()) === before + 120
    })
    await sendSlip(transRef)
    await app.settle()
    expect(await newestSlip()).toMatchObject({ status: 'FAILED' })
    expect(await wallet()).toBe(before + 120)
  })

  it('[CNX-006] one of another transaction number than its slip is credited once, whichever is first', async () => {
    const before = await wallet()
    const { reference } = await rowOf((await newQr('KBANK', 130)).qrcodeId)
    await sandbox.fault({ party: 'scb', mode: 'drop-callback' })
    const { transRef } = await pay('scb', reference)
    await sendSlip(transRef)
    await app.settle()
    expect(await newestSlip()).toMatchObject({ status: 'FAILED', note: 'DEST_ACC_INVALID' })
    // The slip made us ask.
    expect(await wallet()).toBe(before + 130)
  })
})

describe('Opn', () => {
  it('[CNX-007] its picture is shown with its charge written down, and a signed event has it asked about', async () => {
    const before = await wallet()
    const qr = await newQr('WW', 75.25)
    const { reference, partyId } = await rowOf(qr.qrcodeId)
    expect(partyId).toMatch(/^chrg_test_/)
    expect(qr).toMatchObject({ hasQrcode: true, payload: null, qrcode: expect.stringContaining('<image href="data:') })
    await sandbox.fault({ party: 'opn', mode: 'drop-callback' })
    await pay('opn', reference)
    const body = JSON.stringify({
      object: 'event',
      key: 'charge.complete',
      data: { object: 'charge', id: partyId, status: 'successful', paid: true, amount: 9_999_999 },
    })
    expect((await hook('opn', body)).statusCode).toBe(401)
    await app.app().jobs.runDue()
    expect(await wallet()).toBe(before)
    const time = String(Math.floor(app.clock.now().getTime() / 1000))
    const key = Buffer.from(terms['opn']?.webhookSecret ?? '', 'base64')
    const headers = {
      'omise-signature-timestamp': time,
      'omise-signature': createHmac('sha256', key).update(`${time}.${body}`).digest('hex'),
    }
    for (let times = 0; times < 2; times += 1) {
      expect((await hook('opn', body, headers)).statusCode).toBe(200)
      await app.settle()
    }
    expect(await wallet()).toBe(before + 75.25)
  })

  it('[CNX-007] the charge and the slip of one transfer credit once, however they meet', async () => {
    const before = await wallet()
    const { reference } = await rowOf((await newQr('WW', 90)).qrcodeId)
    const { transRef } = await pay('opn', reference)
    await Promise.all([sendSlip(transRef), app.settle()])
    await until('the charge was credited', async () => {
      await app.advance(10_000)
      return (await wallet()) === before + 90
    })
    await app.settle()
    expect(await newestSlip()).toMatchObject({ status: 'FAILED', note: 'DEST_ACC_INVALID' })
    expect(await wallet()).toBe(before + 90)
    expect(await audit()).toEqual([])
  })

  it('[CNX-007] what was paid for a charge that nobody was told of is found in its list, once, and no other shop’s', async () => {
    const before = await wallet()
    const openCases = async () =>
      (
        await app.database.query<{ reference: string }>(
          `select reference from cashier_case where kind = 'UNKNOWN_PAYMENT'`,
        )
      ).map(({ reference }) => reference)
    await sandbox.fault({ party: 'opn', mode: 'cut-after' })
    expect(await newQr('WW', 55)).toMatchObject({ hasQrcode: false })
    await sandbox.fault({ party: 'opn', mode: 'none' })
    const { orders } = await sandbox.ask<{ orders: { reference: string }[] }>('GET', '/api/gateways/opn')
    const lost = orders[0]?.reference ?? ''
    // One that is asked about no more, and one of the operator's shop at the same account.
    const { reference, partyId } = await rowOf((await newQr('WW', 65)).qrcodeId)
    await app.database.query('update qr_code set poll_at = null where reference = $1', [reference])
    await chargeOfShop('SHOP-1')
    await sandbox.fault({ party: 'opn', mode: 'drop-callback' })
    for (const paid of [lost, partyId ?? '', 'SHOP-1']) await pay('opn', paid)
    for (let hours = 0; hours < 2; hours += 1) {
      await app.advance(3_600_000)
      expect(await wallet()).toBe(before + 65)
      expect(await openCases()).toEqual([lost])
    }
    expect(await audit()).toEqual([])
  })

  it('[CNX-007] under what it takes, and while it is down, no QR is shown', async () => {
    await sandbox.fault({ party: 'opn', mode: 'down' })
    expect(await newQr('WW', 100)).toMatchObject({ hasQrcode: false, message: 'QR_FAIL' })
    await sandbox.fault({ party: 'opn', mode: 'cut-after' })
    expect(await newQr('WW', 100)).toMatchObject({ hasQrcode: false, message: 'QR_FAIL' })
  })
})

describe('Xendit', () => {
  const statusOf = async (id: string) => {
    const { statements } = await app.ok(calls.statementList, { token: member.token, body: {} })
    return statements.find(({ _id }) => _id === id)?.status
  }
  const endAs = (id: string, state: string) => sandbox.ask('POST', `/api/gateways/xendit/payouts/${id}`, { state })
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

  it('[CNX-008] a payout that came back after it was paid gives the money back once', async () => {
    const before = await wallet()
    const id = await withdraw(100)
    await settles(id, 'SUCCESS')
    expect(await wallet()).toBe(before - 100)
    await sandbox.fault({ party: 'xendit', mode: 'duplicate-callback' })
    await endAs(id, 'returned')
    // Its call may be lost: the token alone is no word, and what Xendit says when it is asked is booked.
    const body = JSON.stringify({ event: 'payout.reversed', data: { reference_id: id, status: 'REVERSED' } })
    expect((await hook('xendit', body)).statusCode).toBe(401)
    for (let times = 0; times < 3; times += 1) {
      const token = { 'x-callback-token': terms['xendit']?.callbackToken ?? '' }
      expect((await hook('xendit', body, token)).statusCode).toBe(200)
      await app.settle()
    }
    expect([await statusOf(id), await wallet()]).toEqual(['FAILED', before])
    await endAs(id, 'paid')
    await hook('xendit', body, { 'x-callback-token': terms['xendit']?.callbackToken ?? '' })
    await app.settle()
    expect(await wallet()).toBe(before)
    expect(await audit()).toEqual([])
  })

  it('[CNX-008] a payout whose answer was lost is asked about by our reference, and paid once', async () => {
    const before = await wallet()
    await sandbox.fault({ party: 'xendit', mode: 'cut-after' })
    const id = await withdraw(100)
    await sandbox.fault({ party: 'xendit', mode: 'none' })
    await settles(id, 'SUCCESS')
    expect(await wallet()).toBe(before - 100)
    const { orders } = await sandbox.ask<{ orders: { reference: string }[] }>('GET', '/api/gateways/xendit')
    expect(orders.filter(({ reference }) => reference === id)).toHaveLength(1)
  })

  it('[CNX-008] forged words of an end change nothing while the payout is under way', async () => {
    const before = await wallet()
    await sandbox.fault({ party: 'xendit', mode: 'in-progress', ms: 600_000 })
    const id = await withdraw(100)
    const body = JSON.stringify({ event: 'payout.failed', data: { reference_id: id, status: 'FAILED' } })
    await hook('xendit', body, { 'x-callback-token': terms['xendit']?.callbackToken ?? '' })
    await app.settle()
    expect([await statusOf(id), await wallet()]).toEqual(['IN_PROGRESS', before - 100])
    await sandbox.ask('POST', '/api/faults/release', {})
    await settles(id, 'SUCCESS')
  })
})

it('[CNX-009] two collectors, a payout sender and a verifier of several parties stand beside each other', async () => {
  const before = await wallet()
  const qrs = [await newQr('KBANK', 40), await newQr('WW', 60)]
  // The second takes the place of the first, which is credited all the same when it is paid.
  const rows = await Promise.all(qrs.map(({ qrcodeId }) => rowOf(qrcodeId)))
  expect(rows.map(({ collector }) => collector)).toEqual(['scb', 'opn'])
  for (const { collector, reference } of rows) await pay(collector, reference)
  await until('both were credited', async () => {
    await app.advance(10_000)
    return (await wallet()) === before + 100
  })
  const { bank } = member
  const from = { bankCode: bank.bankCode, accountNo: bank.bankAccountNo, name: bank.bankAccountName }
  const { transRef } = await sandbox.ask<{ transRef: string }>('POST', '/api/bank/transfer', {
    from,
    to: { bankCode: 'SCB', accountNo: '1112223334' },
    amount: 55,
    at: app.clock.now().toISOString(),
  })
  await sendSlip(transRef)
  await app.settle()
  expect(await newestSlip()).toMatchObject({ status: 'SUCCESS', amount: 55 })
  const routes = await app.database.query<{ party: string }>('select distinct party from payout_route')
  expect(routes).toEqual([{ party: 'xendit' }])
  expect(await audit()).toEqual([])
})

it('a party that nobody named, or that cannot be told by its words, is let in nowhere', async () => {
  for (const party of ['nobody', 'jeepay']) expect((await hook(party, '{}')).statusCode).toBe(401)
})
