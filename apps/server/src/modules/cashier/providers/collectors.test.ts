import { createHmac } from 'node:crypto'
import { paymentQr } from '@krapao/payment-codes'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import { DAY_MS } from '../../../platform/durations.ts'
import { createSecrets } from '../../../platform/secrets.ts'
import { startTestSandbox, TEST_SECRET_HEX, type TestSandbox } from '../../../testing/played/sandbox.ts'
import { REFERENCE_BYTES, referenceFrom } from './payment-reference.rules.ts'
import type { AskedQr, Collector, MadeQr } from './collector.ts'
import { jeepaySign } from './jeepay-sign.ts'
import { nonsense, openParty, type PlayedParty, withOther } from './party-contract.fixture.ts'

// What every collector promises: it hands out what can be shown, tells of what was paid for it, and of everything else
// that it does not know.

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.close())

const from = { bankCode: 'SCB', accountNo: '1234567890', name: 'SOMCHAI JAIDEE' }
const LASTS_MS = 600_000
const ACCOUNT_NO = '4445556667'

describe.each(['bank', 'scb', 'opn', 'jeepay'])('%s collects', (name) => {
  let party: PlayedParty
  let collector: Collector
  beforeAll(async () => {
    const bankKey = createSecrets([TEST_SECRET_HEX]).derive('sandbox-bank')
    party = await openParty(sandbox, name, { bankKey, clock: systemClock })
    if (party.connector.collector === undefined) throw new Error(`${name} collects nothing`)
    collector = party.connector.collector
  })
  afterEach(async () => {
    party.meddle = null
    await party.fault('none')
  })

  const orderOf = (amountMinor = 125_50) => ({
    reference: referenceFrom(crypto.getRandomValues(new Uint8Array(REFERENCE_BYTES))),
    amountMinor,
    currency: 'BAHT' as const,
    accountNo: ACCOUNT_NO,
    createdAt: new Date(),
    expiresAt: new Date(Date.now() + 900_000),
  })
  const made = async (amountMinor?: number): Promise<{ qr: AskedQr; shown: MadeQr }> => {
    const order = orderOf(amountMinor)
    const shown = await collector.makeQr(order)
    if (shown === null) throw new Error('no QR was made')
    return { qr: { ...order, partyId: shown.partyId }, shown }
  }
  const pay = async ({ reference, amountMinor }: AskedQr): Promise<void> => {
    if (name !== 'bank') return void (await sandbox.ask('POST', `/api/gateways/${name}/pay`, { reference, from }))
    // Its QR is ours to draw.
    const billerId = ACCOUNT_NO.padStart(15, '0')
    const payload = paymentQr({ kind: 'promptpay-bill', billerId, reference1: reference, amountMinor })
    await sandbox.ask('POST', '/api/bank/pay', { payload, from })
  }
  const nothing = { payments: [], unreadable: [], cursor: expect.anything() }

  it('[CNX-009] makes a QR of its kind, and says that nothing was paid for it', async () => {
    const { qr, shown } = await made()
    const kind = { bank: 'ours', scb: 'text', opn: 'picture', jeepay: 'text' }[name]
    expect(shown.kind).toBe(kind)
    if (shown.kind === 'text') expect(shown.payload).toMatch(/^000201.*6304[0-9A-F]{4}$/)
    if (shown.kind === 'picture') expect(shown.picture).toMatch(/^data:image\/svg\+xml;base64,/)
    // Whoever goes by an id of his own has named one.
    expect(shown.partyId === null).toBe(name === 'bank' || name === 'scb')
    expect(await collector.paymentsOf(qr)).toMatchObject({ ...nothing, cursor: name === 'bank' ? '0' : null })
  })

  it.each([50_25])('[CNX-009] tells of %i that was paid, under the same name each time', async (amountMinor) => {
    const { qr } = await made(amountMinor)
    await pay(qr)
    const page = await collector.paymentsOf(qr)
    expect(page?.payments).toMatchObject([{ reference: qr.reference, amountMinor, currency: 'BAHT' }])
    expect(page?.unreadable).toEqual([])
    const [payment] = page?.payments ?? []
    expect(payment?.transRef).toMatch(/^[\x21-\x7e]{1,64}$/)
    expect((await collector.paymentsOf(qr))?.payments).toEqual(page?.payments)
    if (name !== 'bank') expect(await collector.paymentsAfter(null)).toBeNull()
  })

  if (name === 'scb') {
    const askedAfter = async (days: number, qr: AskedQr) => {
      const clock = { ...systemClock, now: () => new Date(Date.now() + days * DAY_MS) }
      const played = await openParty(sandbox, name, { bankKey: '', clock })
      return (await played.connector.collector?.paymentsOf(qr))?.payments ?? []
    }

    it('[CNX-006] finds what was paid on the day of its making, however late it is asked', async () => {
      const { qr } = await made()
      await pay(qr)
      expect(await askedAfter(5, qr)).toHaveLength(1)
    })

    it('[CNX-006] finds what was paid long after its making, when it hears of it, be it past midnight', async () => {
      const { qr } = await made()
      await pay(qr)
      for (const days of [2, 3, 4, 40]) {
        const early = { ...qr, createdAt: new Date(qr.createdAt.getTime() - days * DAY_MS) }
        for (const heardAfter of [0, 1]) expect(await askedAfter(heardAfter, early), `${days} days`).toHaveLength(1)
      }
    })
  }

  it.each(
    ['cut-after', 'error', 'cut-before', 'refuse', 'late', 'down'].filter((mode) => name !== 'bank' || mode === 'down'),
  )('[CNX-009] %s: nobody sees that QR', async (mode) => {
    await party.fault(mode, { ms: LASTS_MS })
    expect(await collector.makeQr(orderOf())).toBeNull()
  })

  it.each(Object.entries(nonsense))('[CNX-009] %s is no word about a QR', async (_, answer) => {
    const { qr } = await made()
    await pay(qr)
    party.meddle = (reply) => (reply.status === null ? reply : answer(reply))
    expect(await collector.paymentsOf(qr)).toBeNull()
    if (name !== 'bank') expect(await collector.makeQr(orderOf())).toBeNull()
  })

  const others: [what: string, names: readonly string[], other: (value: unknown) => unknown][] = [
    ['currency', ['currencyCode', 'currency'], () => '840'],
  ]
  // The bank of our own words tells of whatever reached the account, each by its own reference and sum.
  if (name !== 'bank') others.push(['reference', ['billPaymentRef1', 'reference', 'mchOrderNo'], () => 'ANOTHER'])
  if (name === 'scb')
    others.push(['biller', ['payeeProxyId'], () => '0'], ['kind, taken back', ['reverseFlag'], () => 'Y'])
  else if (name !== 'bank') others.push(['sum', ['amount'], (value) => Number(value) + 1])
  if (name === 'opn') others.push(['mode', ['livemode'], () => true], ['id', ['id'], () => 'chrg_test_another'])
  if (name === 'jeepay') others.push(['signature', ['sign'], () => '0'.repeat(32)])
  it.each(others)('[CNX-009] an answer of another %s is no payment of ours', async (what, names, other) => {
    const { qr } = await made()
    await pay(qr)
    party.meddle = (reply, call) =>
      call.url.includes('oauth') ? reply : withOther(withReverseFlag(reply), names, other)
    const page = await collector.paymentsOf(qr)
    expect(page?.payments ?? []).toEqual([])
    // What has our reference and is otherwise not ours is shown to a person.
    if (name === 'scb') expect(page?.unreadable).toHaveLength(what === 'currency' || what === 'biller' ? 1 : 0)
  })
})

/** The field by which a row is marked as taken back, where the party leaves it out. */
function withReverseFlag(reply: Parameters<typeof withOther>[0]): Parameters<typeof withOther>[0] {
  const rows = reply.status === null ? null : (reply.body as { data?: unknown }).data
  if (reply.status === null || !Array.isArray(rows)) return reply
  return {
    ...reply,
    body: { ...(reply.body as object), data: rows.map((row: object) => ({ reverseFlag: 'N', ...row })) },
  }
}

describe('the list of Opn', () => {
  const since = new Date(Date.now() - 3_600_000)

  it.each(Object.entries(nonsense))('[CNX-007] %s is no list of payments', async (_, answer) => {
    const party = await openParty(sandbox, 'opn', { bankKey: '', clock: systemClock })
    party.meddle = (reply) => (reply.status === null ? reply : answer(reply))
    expect(await party.connector.collector?.paymentsSince?.(since)).toBeNull()
  })

  it('[CNX-007] is read to its end, and what cannot be read of it is told', async () => {
    const party = await openParty(sandbox, 'opn', { bankKey: '', clock: systemClock })
    const reference = referenceFrom(crypto.getRandomValues(new Uint8Array(REFERENCE_BYTES)))
    const charge = (more: object) => ({
      object: 'charge',
      id: 'chrg_test_1',
      livemode: false,
      status: 'successful',
      amount: 5_000,
      currency: 'thb',
      paid: true,
      paid_at: '2026-11-21T05:00:00Z',
      metadata: { reference },
      ...more,
    })
    const rows = [
      ...Array.from({ length: 60 }, (_, place) => charge({ id: `chrg_test_a${place}` })),
      charge({ id: 'chrg_test_b', livemode: true }),
      charge({ id: 'chrg_test_c', status: 'pending', paid: false }),
      charge({ id: 'chrg_test_d', metadata: { reference: 'SHOP' } }),
      charge({ id: 'chrg_test_e', metadata: [] }),
      charge({ id: 'chrg_test_f', currency: 'usd' }),
      charge({ id: 'chrg_test_g', paid_at: 'yesterday' }),
    ]
    party.meddle = (_, call) => {
      const query = new URL(call.url).searchParams
      const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))]
      return { status: 200, body: { object: 'list', data: rows.slice(offset, offset + limit) } }
    }
    const page = await party.connector.collector?.paymentsSince?.(since)
    expect(page?.payments.map(({ transRef }) => transRef)).toEqual(rows.slice(0, 60).map(({ id }) => id))
    expect(page?.unreadable).toMatchObject([{ id: 'chrg_test_f' }, { id: 'chrg_test_g' }])
    party.meddle = (_, call) => ({
      status: call.url.includes('offset=0') ? 200 : 503,
      body: { object: 'list', data: Array(50).fill({}) },
    })
    expect(await party.connector.collector?.paymentsSince?.(since)).toBeNull()
  })
})

describe('slips of payments from SCB', () => {
  let party: PlayedParty
  let transRef: string
  beforeAll(async () => {
    party = await openParty(sandbox, 'scb', { bankKey: '', clock: systemClock })
    const reference = referenceFrom(crypto.getRandomValues(new Uint8Array(REFERENCE_BYTES)))
    const times = { createdAt: new Date(), expiresAt: new Date(Date.now() + 900_000) }
    const order = { reference, amountMinor: 125_50, currency: 'BAHT', accountNo: null, ...times } as const
    expect(await party.connector.collector?.makeQr(order)).not.toBeNull()
    ;({ transRef } = await sandbox.ask<{ transRef: string }>('POST', '/api/gateways/scb/pay', { reference, from }))
  })
  afterEach(() => {
    party.meddle = null
  })
  const ask = (bank = '014', slip = transRef) => party.connector.slipVerifier?.transferOf(bank, slip)

  it('[CNX-006] are told with both sides, masked as its own slips are', async () => {
    const answer = await ask()
    expect(answer).toMatchObject({
      kind: 'found',
      transfer: { transRef, sendingBank: '014', amountMinor: 125_50, currency: 'BAHT', sender: { name: from.name } },
    })
    expect(answer?.kind === 'found' && answer.transfer.sender.accountNo).toMatch(/^[x\d-]*x[x\d-]*$/)
    // A biller's number is none of an account.
    expect(answer?.kind === 'found' && answer.transfer.receiver).toMatchObject({ bankCode: '', accountNo: '' })
    expect(answer?.kind === 'found' && Math.abs(answer.transfer.occurredAt.getTime() - Date.now())).toBeLessThan(60_000)
  })

  it('[CNX-006] of another bank, or that it does not know, are no word of it', async () => {
    const before = party.calls.length
    expect(await ask('004')).toMatchObject({ kind: 'unknown' })
    expect(party.calls).toHaveLength(before)
    expect(await ask('014', 'NOBODYSTRANSFER')).toMatchObject({ kind: 'unknown' })
  })

  it.each([
    ['transfer', 'transRef', 'ANOTHER'],
    ['bank', 'sendingBank', '004'],
    ['currency', 'paidLocalCurrency', '418'],
    ['sum, in words', 'amount', 'much'],
    ['sum, of nothing', 'amount', '0.00'],
    ['day, in another form', 'transDate', '2026-11-21'],
  ])('[CNX-006] an answer of another %s is none', async (_, name, other) => {
    party.meddle = (reply) => withOther(reply, [name], () => other)
    expect(await ask()).toMatchObject({ kind: 'unknown' })
  })

  it.each(Object.entries(nonsense))('[CNX-006] %s is no word about a slip', async (_, answer) => {
    party.meddle = (reply) => (reply.status === null ? reply : answer(reply))
    expect(await ask()).toMatchObject({ kind: 'unknown' })
  })
})

describe('what the parties send us', () => {
  const now = new Date('2026-11-21T05:00:00Z')
  const clock = { now: () => now }
  const open = (name: string) => openParty(sandbox, name, { bankKey: '', clock })
  const delivery = (text: string, headers: Record<string, string> = {}) => ({ headers, body: Buffer.from(text), now })
  const termsOf = async (name: string): Promise<Record<string, string>> =>
    (await sandbox.ask<Record<string, Record<string, string>>>('GET', '/api/gateways'))[name] ?? {}

  it('[CNX-006] SCB: whoever sends it, it is a reference to ask about, and answered as wanted', async () => {
    const { connector } = await open('scb')
    const text = JSON.stringify({ transactionId: 'T1', billPaymentRef1: 'KP1', amount: '99999.00' })
    const heard = connector.hear?.(delivery(text))
    expect(heard?.hints).toEqual([{ about: 'qr', reference: 'KP1' }])
    expect(JSON.parse(heard?.answer.text ?? '')).toMatchObject({ resCode: '00', transactionId: 'T1' })
    for (const none of ['', '[]', '{"billPaymentRef1":7}', '<html>'])
      expect(connector.hear?.(delivery(none))).toBeNull()
  })

  it('[CNX-007] Opn: only what is signed is heard, and it names the charge', async () => {
    const { connector } = await open('opn')
    const { webhookSecret = '' } = await termsOf('opn')
    const text = '{"object":"event","key":"charge.complete","data":{"object":"charge","id":"chrg_test_1"}}'
    const time = String(now.getTime() / 1000)
    const signature = createHmac('sha256', Buffer.from(webhookSecret, 'base64')).update(`${time}.${text}`).digest('hex')
    const headers = { 'omise-signature': signature, 'omise-signature-timestamp': time }
    expect(connector.hear?.(delivery(text, headers))?.hints).toEqual([{ about: 'qr', partyId: 'chrg_test_1' }])
    expect(connector.hear?.(delivery(text))).toBeNull()
    expect(connector.hear?.(delivery(`${text} `, headers))).toBeNull()
  })

  it('[CNX-008] Xendit: only what has its token is heard', async () => {
    const { connector } = await open('xendit')
    const { callbackToken = '' } = await termsOf('xendit')
    const text = '{"event":"payout.succeeded","data":{"reference_id":"w1","status":"SUCCEEDED"}}'
    const hints = [{ about: 'payout', reference: 'w1' }]
    expect(connector.hear?.(delivery(text, { 'x-callback-token': callbackToken }))?.hints).toEqual(hints)
    expect(connector.hear?.(delivery(text, { 'x-callback-token': `${callbackToken}0` }))).toBeNull()
    expect(connector.hear?.(delivery(text))).toBeNull()
  })

  it('[CNX-009] the Jeepay kind: only what is signed is heard, of charges and of payouts', async () => {
    const { connector } = await open('jeepay')
    const { key = '', mchNo = '', appId = '' } = await termsOf('jeepay')
    const notice = (fields: Record<string, string>, sign = jeepaySign(fields, key)) =>
      connector.hear?.(delivery(new URLSearchParams({ ...fields, sign }).toString()))
    const fields = { mchNo, appId, mchOrderNo: 'A1', state: '2', amount: '100' }
    expect(notice({ ...fields, payOrderId: 'P1' })?.hints).toEqual([{ about: 'qr', reference: 'A1' }])
    expect(notice({ ...fields, transferId: 'T1' })?.hints).toEqual([{ about: 'payout', reference: 'A1' }])
    expect(notice({ ...fields, transferId: 'T1' })?.answer.text).toBe('success')
    expect(notice(fields, '0'.repeat(32))).toBeNull()
    expect(notice({ ...fields, mchNo: 'M2' })).toBeNull()
  })
})
