import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import { newId } from '../../../platform/ids.ts'
import { createSecrets } from '../../../platform/secrets.ts'
import { startTestSandbox, TEST_SECRET_HEX, type TestSandbox } from '../../../testing/played/sandbox.ts'
import { until } from '../../../testing/until.ts'
import { nonsense, openParty, type PlayedParty, withOther } from './party-contract.fixture.ts'
import type { PayoutOrder, PayoutSender } from './payout-sender.ts'

// What every sender of payouts promises: a documented yes, a documented no, and of everything else that it is unknown.

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.close())

/** So long that what is asked meanwhile finds it so, on whatever machine. */
const LASTS_MS = 600_000

describe.each(['bank', 'xendit', 'jeepay'])('%s pays out', (name) => {
  let party: PlayedParty
  let sender: PayoutSender
  beforeAll(async () => {
    const bankKey = createSecrets([TEST_SECRET_HEX]).derive('sandbox-bank')
    party = await openParty(sandbox, name, { bankKey, clock: systemClock })
    if (party.connector.payoutSender === undefined) throw new Error(`${name} pays nothing out`)
    sender = party.connector.payoutSender
  })
  afterEach(async () => {
    party.meddle = null
    await party.fault('none')
  })

  const orderOf = (changes: Partial<PayoutOrder> = {}): PayoutOrder => ({
    reference: newId(new Date()),
    amountMinor: 125_50,
    currency: 'BAHT',
    to: { bankCode: 'SCB', accountNo: '1234567890', name: 'SOMCHAI JAIDEE' },
    ...changes,
  })
  const isPaid = (order: PayoutOrder) =>
    until('it is paid', async () => {
      const answer = await sender.payout(order)
      return answer.kind === 'state' && answer.state === 'PAID'
    })
  const ends = (order: PayoutOrder, state: 'paid' | 'failed' | 'returned') =>
    name === 'bank'
      ? sandbox.ask('POST', `/api/bank/payouts/${order.reference}`, { state: state.toUpperCase() })
      : sandbox.ask('POST', `/api/gateways/${name}/payouts/${order.reference}`, { state })
  const isKnown = async (order: PayoutOrder) => (await sender.payout(order)).kind === 'state'

  it('[CNX-009] yes: what is sent is on its way, and paid when it is asked about', async () => {
    const order = orderOf()
    expect(await sender.payOut(order)).toMatchObject({ kind: 'state' })
    await isPaid(order)
    expect(await sender.payout(order)).toMatchObject({ kind: 'state', state: 'PAID', transRef: expect.any(String) })
  })

  it('[CNX-009] no: its documented refusal, after which it knows of nothing that was paid', async () => {
    const order = orderOf()
    await party.fault('refuse')
    expect(await sender.payOut(order)).toEqual({ kind: 'refused' })
    await party.fault('none')
    const asked = await sender.payout(order)
    expect(asked.kind === 'not-found' || (asked.kind === 'state' && asked.state === 'FAILED')).toBe(true)
    expect(await sender.payout(orderOf())).toEqual({ kind: 'not-found' })
  })

  it('[CNX-009] sent again it is paid once, and never refused for having been there', async () => {
    const order = orderOf()
    await sender.payOut(order)
    const again = await sender.payOut(order)
    expect(['state', 'unknown']).toContain(again.kind)
    // Of another sum under the same reference too: an earlier call arrived, and it is that one which is asked about.
    expect(await sender.payOut({ ...order, amountMinor: 1_00 })).toMatchObject({ kind: 'unknown' })
    await isPaid(order)
    if (name !== 'bank') {
      const { orders } = await sandbox.ask<{ orders: { reference: string }[] }>('GET', `/api/gateways/${name}`)
      expect(orders.filter(({ reference }) => reference === order.reference)).toHaveLength(1)
    }
  })

  it.each(['cut-after', 'error', 'cut-before', 'late', 'down'])(
    '[CNX-009] %s: unknown, until it is asked',
    async (mode) => {
      const order = orderOf()
      await party.fault(mode, { ms: LASTS_MS })
      expect(await sender.payOut(order)).toMatchObject({ kind: 'unknown' })
      if (mode === 'down') expect(await sender.payout(order)).toMatchObject({ kind: 'unknown' })
      await party.fault('none')
      expect(await sender.payout(order)).toMatchObject({ kind: mode === 'cut-after' ? 'state' : 'not-found' })
      await party.release()
      if (mode === 'late') await until('it arrived', () => isKnown(order))
    },
  )

  it.each(Object.entries(nonsense))('[CNX-009] %s is no word about a payout', async (_, answer) => {
    const order = orderOf()
    party.meddle = (reply) => (reply.status === null ? reply : answer(reply))
    expect(await sender.payOut(order)).toMatchObject({ kind: 'unknown' })
    expect(await sender.payout(order)).toMatchObject({ kind: 'unknown' })
    party.meddle = null
    await until('it arrived all the same', () => isKnown(order))
  })

  it.each([
    ['reference', ['reference', 'reference_id', 'mchOrderNo'], () => 'another'],
    ['sum', ['amount'], (value: unknown) => Number(value) + 1],
    ['currency', ['currency'], () => 'USD'],
    ...(name === 'bank' ? [] : [['account', ['account_number', 'accountNo'], () => '9999999999'] as const]),
    ...(name === 'jeepay' ? [['signature', ['sign'], () => '0'.repeat(32)] as const] : []),
  ] as const)('[CNX-009] an answer of another %s is none', async (_, names, other) => {
    const order = orderOf()
    await sender.payOut(order)
    await isPaid(order)
    party.meddle = (reply) => withOther(reply, names, other)
    expect(await sender.payout(order)).toMatchObject({ kind: 'unknown' })
  })

  it('[CNX-009] tells of a failure, and of what was paid and came back where it knows that', async () => {
    const [failed, returned] = [orderOf(), orderOf()]
    for (const order of [failed, returned]) {
      await sender.payOut(order)
      await isPaid(order)
    }
    await ends(failed, 'failed')
    expect(await sender.payout(failed)).toMatchObject({ kind: 'state', state: 'FAILED' })
    await ends(returned, 'returned')
    expect(await sender.payout(returned)).toMatchObject({
      kind: 'state',
      state: name === 'jeepay' ? 'FAILED' : 'RETURNED',
    })
  })

  it.each(name === 'bank' ? [] : ['NOWHERE'])(
    '[CNX-009] %s, a bank that no setting names, and kip, are refused before anything is sent',
    async (bankCode) => {
      const sent = party.calls.length
      const to = { bankCode, accountNo: '1', name: 'A' }
      expect(await sender.payOut(orderOf({ to }))).toEqual({ kind: 'refused' })
      expect(await sender.payOut(orderOf({ currency: 'LAK' }))).toEqual({ kind: 'refused' })
      expect(party.calls).toHaveLength(sent)
    },
  )

  it.each(name === 'bank' ? [] : ['NOWHERE'])(
    '[CNX-009] %s alone of two banks is told to have no way of being paid, and nothing while it tells nothing',
    async (bankCode) => {
      expect(await sender.banksWithout?.([bankCode, 'SCB'])).toEqual([bankCode])
      expect(await sender.banksWithout?.(['SCB'])).toEqual([])
      if (name === 'jeepay') return
      for (const answer of Object.values(nonsense)) {
        party.meddle = (reply) => (reply.status === null ? reply : answer(reply))
        expect(await sender.banksWithout?.(['SCB'])).toBeNull()
      }
    },
  )

  it.each(name === 'xendit' ? ['idempotency-key'] : [])(
    '[CNX-008] goes under our reference as its %s, and two of one reference are unknown',
    async (header) => {
      const order = orderOf()
      await sender.payOut(order)
      expect(party.calls.at(-1)?.headers).toMatchObject({ [header]: order.reference })
      expect(JSON.parse(party.calls.at(-1)?.body ?? '')).toMatchObject({ reference_id: order.reference, amount: 125.5 })
      party.meddle = (reply) => {
        const { data } = (reply.status === null ? {} : reply.body) as { data: unknown[] }
        return { status: 200, body: { data: [...data, ...data], has_more: false } }
      }
      expect(await sender.payout(order)).toMatchObject({ kind: 'unknown' })
      // A refusal that says that the key was used is no no.
      party.meddle = () => ({ status: 409, body: { error_code: 'DUPLICATE_TRANSACTION_ERROR', message: 'used' } })
      expect(await sender.payOut(order)).toMatchObject({ kind: 'unknown' })
    },
  )
})
