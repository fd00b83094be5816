import { createHmac } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../../testing/until.ts'
import { bankAccount } from './books/accounts.ts'
import { openPartiesWorld, type PartiesWorld } from './parties-world.fixture.ts'

// SCB collects on KBANK's QRs and Opn on WW's, Xendit pays out, SCB knows its own slips and the bank
// all others: all at the sandbox, which speaks as each of them does.

let world: PartiesWorld
beforeAll(async () => {
  world = await openPartiesWorld({
    collectors: { KBANK: 'scb', WW: 'opn' },
    payouts: 'xendit,bank',
    slips: 'scb,bank',
  })
})
afterAll(() => world.close())
afterEach(() => world.heal())

const settle = () => world.app.settle()

/** Satang that our account at a bank has taken in. */
async function atBank(bankCode: string): Promise<number> {
  const { account } = bankAccount(bankCode, 'BAHT')
  const states = await world.app.app().ledger.states(world.app.database, [account])
  return 0 - (states.get(account)?.postedMinor ?? 0)
}

/** A charge of somebody who has the same account at Opn. */
async function chargeOfShop(reference: string): Promise<void> {
  const { url, secretKey } = world.terms['opn'] ?? {}
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
      transactionDateandTime: world.app.clock.now().toISOString(),
    })

  it('[CNX-006] a forged confirmation of a payment credits nothing, and makes us ask', async () => {
    const before = await world.wallet()
    const qr = await world.newQr('KBANK', 150.5)
    const { reference, collector } = await world.qrRow(qr.qrcodeId)
    expect([collector, qr.payload]).toEqual(['scb', expect.stringContaining(`02${reference.length}${reference}`)])
    for (const body of [notice(reference), notice(reference, '99999.00'), notice('NOBODYSREFERENCE')]) {
      const answer = await world.hook('scb', body)
      expect([answer.statusCode, answer.json()]).toEqual([200, expect.objectContaining({ resCode: '00' })])
      await settle()
    }
    expect(await world.wallet()).toBe(before)
    // The same words once it was paid indeed: what SCB says when it is asked is credited, and once.
    await world.sandbox.fault({ party: 'scb', mode: 'drop-callback' })
    await world.pay('scb', reference)
    for (let time = 0; time < 3; time += 1) {
      await world.hook('scb', notice(reference, '99999.00'))
      await settle()
    }
    expect(await world.wallet()).toBe(before + 150.5)
    expect(await world.problems()).toEqual([])
  })

  it('[CNX-006] its own confirmation is answered as it wants, and a slip of the payment credits nothing more', async () => {
    const before = await world.wallet()
    const { reference } = await world.qrRow((await world.newQr('KBANK', 120)).qrcodeId)
    const { transRef } = await world.pay('scb', reference)
    await until('it was credited', async () => {
      await settle()
      return (await world.wallet()) === before + 120
    })
    await world.app.advance(1_000)
    await world.sendSlip(transRef)
    await settle()
    expect(await world.newestSlip()).toMatchObject({ status: 'FAILED', note: 'SLIP_REFNO_DUPLICATED' })
    expect(await world.wallet()).toBe(before + 120)
  })

  it('[CNX-006] its slip makes us ask where no confirmation came', async () => {
    const before = await world.wallet()
    const { reference } = await world.qrRow((await world.newQr('KBANK', 130)).qrcodeId)
    await world.sandbox.fault({ party: 'scb', mode: 'drop-callback' })
    const { transRef } = await world.pay('scb', reference)
    await world.sendSlip(transRef)
    await settle()
    // The slip made us ask.
    expect(await world.wallet()).toBe(before + 130)
    await world.app.advance(10_000)
    expect(await world.newestSlip()).toMatchObject({ status: 'SUCCESS' })
  })
})

describe('Opn', () => {
  it('[CNX-007] its picture is shown with its charge written down, and a signed event has it asked about', async () => {
    const before = await world.wallet()
    const qr = await world.newQr('WW', 75.25)
    const { reference, partyId } = await world.qrRow(qr.qrcodeId)
    expect(partyId).toMatch(/^chrg_test_/)
    expect(qr).toMatchObject({ hasQrcode: true, payload: null, qrcode: expect.stringContaining('<image href="data:') })
    await world.sandbox.fault({ party: 'opn', mode: 'drop-callback' })
    await world.pay('opn', reference)
    const body = JSON.stringify({
      object: 'event',
      key: 'charge.complete',
      data: { object: 'charge', id: partyId, status: 'successful', paid: true, amount: 9_999_999 },
    })
    expect((await world.hook('opn', body)).statusCode).toBe(401)
    await world.app.app().jobs.runDue()
    expect(await world.wallet()).toBe(before)
    const time = String(Math.floor(world.app.clock.now().getTime() / 1000))
    const key = Buffer.from(world.terms['opn']?.webhookSecret ?? '', 'base64')
    const headers = {
      'omise-signature-timestamp': time,
      'omise-signature': createHmac('sha256', key).update(`${time}.${body}`).digest('hex'),
    }
    for (let times = 0; times < 2; times += 1) {
      expect((await world.hook('opn', body, headers)).statusCode).toBe(200)
      await settle()
    }
    expect(await world.wallet()).toBe(before + 75.25)
  })

  it('[CNX-007] the charge and the slip of one transfer credit once, however they meet', async () => {
    const before = await world.wallet()
    const { reference } = await world.qrRow((await world.newQr('WW', 90)).qrcodeId)
    const { transRef } = await world.pay('opn', reference)
    // Newer than the slips before it.
    await world.app.advance(1_000)
    await Promise.all([world.sendSlip(transRef), settle()])
    await until('the charge was credited', async () => {
      await world.app.advance(10_000)
      return (await world.wallet()) === before + 90
    })
    await settle()
    expect(await world.newestSlip()).toMatchObject({ status: 'IN_PROGRESS', note: 'IN_REVIEW' })
    expect(await world.wallet()).toBe(before + 90)
    expect(await world.problems()).toEqual([])
  })

  it('[CNX-007] what was paid for a charge that nobody was told of is found in its list, once, and no other shop’s', async () => {
    const before = await world.wallet()
    const booked = await atBank('WW')
    const unknown = async () =>
      (await world.openCases()).filter(({ kind }) => kind === 'UNKNOWN_PAYMENT').map(({ reference }) => reference)
    await world.sandbox.fault({ party: 'opn', mode: 'cut-after' })
    expect(await world.newQr('WW', 55)).toMatchObject({ hasQrcode: false })
    await world.sandbox.fault({ party: 'opn', mode: 'none' })
    const [newest] = await world.ordersOf('opn')
    const lost = newest?.reference ?? ''
    // One that is asked about no more, and one of the operator's shop at the same account.
    const { reference, partyId } = await world.qrRow((await world.newQr('WW', 65)).qrcodeId)
    await world.app.database.query('update qr_code set poll_at = null where reference = $1', [reference])
    await chargeOfShop('SHOP-1')
    await world.sandbox.fault({ party: 'opn', mode: 'drop-callback' })
    for (const paid of [lost, partyId ?? '', 'SHOP-1']) await world.pay('opn', paid)
    for (let hours = 0; hours < 2; hours += 1) {
      await world.app.advance(3_600_000)
      expect(await world.wallet()).toBe(before + 65)
      expect(await unknown()).toEqual([lost])
    }
    // What nobody knows stands at the account that the charge was made on, and is sent back from there.
    expect((await atBank('WW')) - booked).toBe(65_00 + 55_00)
    const id = (await world.openCases()).find(({ reference }) => reference === lost)?.id ?? ''
    await world.app.command('cases', 'return', id, 'sent', 'back')
    expect((await atBank('WW')) - booked).toBe(65_00)
    expect(await world.problems()).toEqual([])
  })

  it('[CNX-007] under what it takes, and while it is down, no QR is shown', async () => {
    await world.sandbox.fault({ party: 'opn', mode: 'down' })
    expect(await world.newQr('WW', 100)).toMatchObject({ hasQrcode: false, message: 'QR_FAIL' })
    await world.sandbox.fault({ party: 'opn', mode: 'cut-after' })
    expect(await world.newQr('WW', 100)).toMatchObject({ hasQrcode: false, message: 'QR_FAIL' })
  })
})

describe('Xendit', () => {
  it('[CNX-008] a payout whose answer was lost is asked about by our reference, and paid once', async () => {
    const before = await world.wallet()
    await world.sandbox.fault({ party: 'xendit', mode: 'cut-after' })
    const id = await world.withdraw(100)
    await world.sandbox.fault({ party: 'xendit', mode: 'none' })
    await world.settles(id, 'SUCCESS')
    expect(await world.wallet()).toBe(before - 100)
    const orders = await world.ordersOf('xendit')
    expect(orders.filter(({ reference }) => reference === id)).toHaveLength(1)
  })

  it('[CNX-008] forged words of an end change nothing while the payout is under way', async () => {
    const before = await world.wallet()
    await world.sandbox.fault({ party: 'xendit', mode: 'in-progress', ms: 600_000 })
    const id = await world.withdraw(100)
    const body = JSON.stringify({ event: 'payout.failed', data: { reference_id: id, status: 'FAILED' } })
    await world.hook('xendit', body, { 'x-callback-token': world.terms['xendit']?.callbackToken ?? '' })
    await settle()
    expect([await world.statusOf(id), await world.wallet()]).toEqual(['IN_PROGRESS', before - 100])
    await world.sandbox.ask('POST', '/api/faults/release', {})
    await world.settles(id, 'SUCCESS')
  })
})

it('[CNX-009] two collectors, a payout sender and a verifier of several parties stand beside each other', async () => {
  const before = await world.wallet()
  const qrs = [await world.newQr('KBANK', 40), await world.newQr('WW', 60)]
  // The second takes the place of the first, which is credited all the same when it is paid.
  const rows = await Promise.all(qrs.map(({ qrcodeId }) => world.qrRow(qrcodeId)))
  expect(rows.map(({ collector }) => collector)).toEqual(['scb', 'opn'])
  for (const { collector, reference } of rows) await world.pay(collector, reference)
  await until('both were credited', async () => {
    await world.app.advance(10_000)
    return (await world.wallet()) === before + 100
  })
  const { bank } = world.member
  const from = { bankCode: bank.bankCode, accountNo: bank.bankAccountNo, name: bank.bankAccountName }
  const { transRef } = await world.sandbox.ask<{ transRef: string }>('POST', '/api/bank/transfer', {
    from,
    to: { bankCode: 'SCB', accountNo: '1112223334' },
    amount: 55,
    at: world.app.clock.now().toISOString(),
  })
  await world.sendSlip(transRef)
  await settle()
  expect(await world.newestSlip()).toMatchObject({ status: 'SUCCESS', amount: 55 })
  const routes = await world.app.database.query<{ party: string }>('select distinct party from payout_route')
  expect(routes).toEqual([{ party: 'xendit' }])
  expect(await world.problems()).toEqual([])
})

it('a party that nobody named, or that cannot be told by its words, is let in nowhere', async () => {
  for (const party of ['nobody', 'jeepay']) expect((await world.hook(party, '{}')).statusCode).toBe(401)
})
