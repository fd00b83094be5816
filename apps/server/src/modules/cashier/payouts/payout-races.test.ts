import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CashierWorld, openCashierWorld, type TestMember } from '../../../testing/worlds/cashier-world.ts'
import type { App } from '../../../app.ts'
import type { Database } from '../../../platform/database/types.ts'
import { createTestLogger } from '../../../testing/logger.ts'
import { type CashierParts, createMemory } from '../cashier.parts.ts'
import { applyPayoutWord } from './payout-ends.ts'
import { endPayoutByHand, processDuePayouts } from './payouts.ts'
import type { Bank } from '../providers/bank.ts'
import type { PayoutAnswer } from '../providers/payout-sender.ts'
import { changeWithdrawal, withdrawalById, type WithdrawalRow } from '../withdrawals/withdrawals.store.ts'

let world: CashierWorld
let member: TestMember
let other: App

beforeAll(async () => {
  world = await openCashierWorld()
  other = await world.beside()
})
afterAll(() => world.close())
beforeEach(async () => {
  member = await world.member({ walletMinor: 1_000_00 })
})

/** A call to the bank that waits for its answer, as over a slow line. */
interface Waiting {
  asked: Promise<void>
  answer(with_: PayoutAnswer): void
}

interface SlowProcess {
  payouts: ReturnType<typeof payoutsOf>
  /** The coming call that sends an order, and the coming one that asks about it. */
  sending: Waiting
  asking: Waiting
  /** Orders that went out. */
  orders: number
}

function waiting(): Waiting & { call(): Promise<PayoutAnswer> } {
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<PayoutAnswer>()
  return {
    asked: asked.promise,
    answer: answer.resolve,
    call: () => {
      asked.resolve()
      return answer.promise
    },
  }
}

/** What hears the bank's words in a process, as its routes and jobs do. */
function payoutsOf(app: App, bank: Partial<Bank> = {}, database: Database = world.database) {
  const { ledger, members, operator, games, rewards } = app
  const parts = {
    database,
    ledger,
    clock: world.clock,
    logger: createTestLogger().logger,
    jobs: { wake: () => {} },
    payoutSender: bank,
    members,
    operator,
    games,
    rewards,
    memory: createMemory(),
  } as unknown as CashierParts
  return {
    tend: () => processDuePayouts(parts),
    hear: (said: Parameters<typeof applyPayoutWord>[1]) => applyPayoutWord(parts, said),
    endByHand: (row: WithdrawalRow, as: 'PAID' | 'FAILED', note: string) =>
      endPayoutByHand(parts, row, as, {
        by: { actor: 'cli:tester', address: null },
        deed: 'withdrawal-returned',
        note,
        isAlone: false,
      }),
  }
}

/** Another process on the same database, whose bank answers about withdrawal `of`, or any, when the test says so. */
function slowProcess(of?: string): SlowProcess {
  const sending = waiting()
  const asking = waiting()
  const process: SlowProcess = {
    sending,
    asking,
    orders: 0,
    payouts: payoutsOf(world.process, {
      payout: ({ reference }) => {
        // Those of earlier tests may be due for another look.
        if (of !== undefined && reference !== of) return Promise.resolve({ kind: 'unknown', why: 'no answer' })
        return asking.call()
      },
      payOut: () => {
        process.orders += 1
        return sending.call()
      },
    }),
  }
  return process
}

async function withdraw(): Promise<string> {
  const { body } = await member.call('POST', '/api/wallet/withdraw', { body: { amount: 300 }, key: randomUUID() })
  return String(body['_id'])
}

async function rowOf(id: string) {
  const row = await withdrawalById(world.database, id)
  if (row === null) throw new Error('there is no such withdrawal')
  return row
}

/** One process has sent an order and waits for the answer; a second later another asks about it. */
async function twoProcesses() {
  const id = await withdraw()
  const [first, second] = [slowProcess(), slowProcess()]
  const sent = first.payouts.tend()
  await first.sending.asked
  world.clock.advance(1_000)
  const asked = second.payouts.tend()
  return { id, first, second, sent, asked }
}

it('orders nothing once more when the bank refused the first order while a second process asked about it', async () => {
  const { id, first, second, sent, asked } = await twoProcesses()
  await second.asking.asked
  first.sending.answer({ kind: 'refused' })
  await sent
  // The refusal is asked about once before the money is free (beyond 7.10).
  expect(await rowOf(id)).toMatchObject({ state: 'sent', saidNo: 'REFUSED' })
  expect(await member.wallet()).toBe(700)
  const confirmed = first.payouts.tend()
  first.asking.answer({ kind: 'not-found' })
  await confirmed
  expect(await rowOf(id)).toMatchObject({ state: 'failed', note: 'REFUSED' })
  expect(await member.wallet()).toBe(1_000)
  second.asking.answer({ kind: 'not-found' })
  second.sending.answer({ kind: 'state', state: 'PAID', transRef: 'T1' })
  await asked
  expect(second.orders).toBe(0)
  expect(await rowOf(id)).toMatchObject({ state: 'failed', sendings: 1 })
})

it('gives nothing back for a refusal of the first order when a second one has gone out since', async () => {
  const { id, first, second, sent, asked } = await twoProcesses()
  second.asking.answer({ kind: 'not-found' })
  await second.sending.asked
  first.sending.answer({ kind: 'refused' })
  await sent
  expect(await rowOf(id)).toMatchObject({ state: 'sent', sendings: 2 })
  expect(await member.wallet()).toBe(700)
  second.sending.answer({ kind: 'state', state: 'PAID', transRef: 'T1' })
  await asked
  expect(await rowOf(id)).toMatchObject({ state: 'paid' })
  await world.audit()
})

it('leaves an order that has just gone out to the bank, though the operator saw it waiting', async () => {
  const id = await withdraw()
  const seen = await rowOf(id)
  const process = slowProcess()
  const sent = process.payouts.tend()
  await process.sending.asked
  expect(await process.payouts.endByHand(seen, 'FAILED', 'not wanted')).toEqual({ kind: 'moved' })
  process.sending.answer({ kind: 'state', state: 'PAID', transRef: 'T1' })
  await sent
  expect(await rowOf(id)).toMatchObject({ state: 'paid' })
  expect(await member.wallet()).toBe(700)
})

it('lets the operator give nothing back while the bank is being asked, which may order it once more', async () => {
  const id = await withdraw()
  const process = slowProcess(id)
  const sent = process.payouts.tend()
  process.sending.answer({ kind: 'unknown', why: 'no answer' })
  await sent
  world.clock.advance(3_600_000)
  const asked = process.payouts.tend()
  await process.asking.asked
  expect(await world.operator('withdrawals', 'return', id, 'OWN_REQUEST')).toContain('BEING_ASKED')
  process.asking.answer({ kind: 'unknown', why: 'no answer' })
  await asked
  expect(await rowOf(id)).toMatchObject({ state: 'sent', needsReview: true })
  world.clock.advance(30_000)
  expect(await world.operator('withdrawals', 'return', id, 'OWN_REQUEST')).toContain(': done')
  expect(await member.wallet()).toBe(1_000)
  await world.audit()
})

describe('one word on a payout that two processes hear at the same moment, each at a time of its own,', () => {
  type Told = 'PAID' | 'FAILED' | 'RETURNED'

  async function markSent(id: string): Promise<void> {
    const sentAt = world.clock.now()
    await changeWithdrawal(world.database, await rowOf(id), { state: 'sent', sendings: 1, sentAt, askAt: null })
  }

  async function hear(
    reference: string,
    state: Told,
    {
      process = payoutsOf(other),
      laterMs = 0,
      isAsked = true,
    }: { process?: ReturnType<typeof payoutsOf>; laterMs?: number; isAsked?: boolean } = {},
  ): Promise<void> {
    const occurredAt = new Date(world.clock.now().getTime() + laterMs)
    await process.hear({ reference, state, transRef: 'T1', paid: null, occurredAt, isAsked })
  }

  const stories: [booked: string, before: Told[], told: Told, end: string, walletBaht: number][] = [
    ['settles', [], 'PAID', 'paid', 700],
    ['frees', ['FAILED'], 'FAILED', 'failed', 1_000],
    ['gives back', ['PAID'], 'RETURNED', 'failed', 1_000],
    ['pays late', ['FAILED', 'FAILED'], 'PAID', 'paid', 700],
  ]

  it.each(stories)('%s once', async (_booked, before, told, end, walletBaht) => {
    const id = await withdraw()
    await markSent(id)
    const processes = [payoutsOf(world.process), payoutsOf(other)]
    const say = (process: ReturnType<typeof payoutsOf>, place: number) => hear(id, told, { process, laterMs: place })
    for (const [place, state] of before.entries()) await hear(id, state, { isAsked: state !== 'FAILED' || place > 0 })
    expect(await Promise.allSettled(processes.map(say))).toEqual([
      { status: 'fulfilled', value: undefined },
      { status: 'fulfilled', value: undefined },
    ])
    expect(await rowOf(id)).toMatchObject({ state: end })
    expect(await member.wallet()).toBe(walletBaht)
    await world.audit()
  })
  it('brings what the house lent back to the house, though one reads the loan and the other sees it closed', async () => {
    const id = await withdraw()
    await markSent(id)
    await hear(id, 'FAILED', { isAsked: false })
    await hear(id, 'FAILED')
    await member.call('POST', '/api/wallet/withdraw', { body: { amount: 900 } })
    const suspendedMinor = await world.posted('house/suspense')
    await hear(id, 'PAID')
    expect([await member.wallet(), await world.posted('house/suspense')]).toEqual([100, suspendedMinor - 300_00])
    world.clock.advance(1_000)

    const reading = waiting()
    const slow: Database = {
      ...world.database,
      async query(text, values) {
        if (text.includes('from cashier_case')) await reading.call()
        return world.database.query(text, values)
      },
    }
    const second = hear(id, 'RETURNED', { process: payoutsOf(world.process, {}, slow), laterMs: 1 })
    await reading.asked
    await hear(id, 'RETURNED')
    reading.answer({ kind: 'not-found' })
    await second
    expect(await rowOf(id)).toMatchObject({ state: 'failed' })
    expect([await member.wallet(), await world.posted('house/suspense')]).toEqual([100, suspendedMinor])
    await world.audit()
  })
})
