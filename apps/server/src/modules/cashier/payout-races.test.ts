import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type CashierWorld, openCashierWorld, type TestMember } from '../../testing/cashier-world.ts'
import { createTestLogger } from '../../testing/logger.ts'
import { createPayouts, type Payouts } from './payouts.ts'
import type { Bank, PayoutAnswer } from './providers/bank.ts'
import { withdrawalById } from './withdrawals.store.ts'

let world: CashierWorld
let member: TestMember

beforeAll(async () => {
  world = await openCashierWorld()
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
  payouts: Payouts
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

/** Another process on the same database, whose bank answers when the test says so. */
function slowProcess(): SlowProcess {
  const sending = waiting()
  const asking = waiting()
  const process: SlowProcess = {
    sending,
    asking,
    orders: 0,
    payouts: createPayouts({
      database: world.database,
      ledger: world.process.ledger,
      clock: world.clock,
      logger: createTestLogger().logger,
      bank: {
        payout: () => asking.call(),
        payOut: () => {
          process.orders += 1
          return sending.call()
        },
      } as Partial<Bank> as Bank,
      isLocked: async () => false,
      hasOpenCase: async () => false,
      hasLateWin: async () => false,
      restoredAt: async () => null,
      house: { ready: async () => {} },
      wakePayouts: () => {},
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
  const process = slowProcess()
  const sent = process.payouts.tend()
  process.sending.answer({ kind: 'unknown', why: 'no answer' })
  await sent
  world.clock.advance(3_600_000)
  const asked = process.payouts.tend()
  await process.asking.asked
  expect(await world.operator('withdrawals', 'return', id)).toContain('being asked about it at this moment')
  process.asking.answer({ kind: 'unknown', why: 'no answer' })
  await asked
  expect(await rowOf(id)).toMatchObject({ state: 'sent', needsReview: true })
  world.clock.advance(30_000)
  expect(await world.operator('withdrawals', 'return', id)).toContain('its money is back in the wallet')
  expect(await member.wallet()).toBe(1_000)
  await world.audit()
})
