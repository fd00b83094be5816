import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Sql } from '../../../platform/database/types.ts'
import { type CashierWorld, openCashierWorld, type TestMember } from '../../../testing/worlds/cashier-world.ts'
import { STRIDE } from '../../../testing/mortal.ts'
import type { PlayedTransfer } from '../../../testing/played/played-bank.ts'
import { searchSeed } from '../../../testing/search.ts'
import {
  HIS_ACCOUNT,
  pictureOf,
  sendSlip,
  slipMember,
  slipsOf,
  transferOf,
} from '../../../testing/worlds/slip-world.ts'

let world: CashierWorld
let member: TestMember

beforeAll(async () => {
  world = await openCashierWorld()
})
beforeEach(async () => {
  member = await slipMember(world)
})
afterEach(() => world.audit())
afterAll(() => world.close())

/** What became of slips, by their notes or ends. */
async function ends(of: TestMember): Promise<string[]> {
  const { slips } = await slipsOf(of, { limit: 100 })
  return slips.map(({ status, note }) => note ?? status).sort()
}

async function depositsOf(transfer: Pick<PlayedTransfer, 'transRef'>): Promise<number> {
  return (await world.rows('select id from deposit where trans_ref = $1', [transfer.transRef])).length
}

/** Looks at slips as several processes would, all at once. */
async function decideAtOnce(times: number): Promise<void> {
  const job = world.process.cashier.jobs.find(({ name }) => name === 'cashier-slips')
  const { signal } = new AbortController()
  await Promise.all(Array.from({ length: times }, () => job?.run(signal)))
}

describe('one transfer', () => {
  it('[ERR-081] sent twenty times at once is credited once; all others are duplicates', async () => {
    const transfer = transferOf(world)
    const picture = await pictureOf(transfer)
    // One member's pictures are read one after the other; twenty members whose accounts look alike send at once.
    const senders = await Promise.all(Array.from({ length: 20 }, () => slipMember(world)))
    const sent = await Promise.all(senders.map((sender) => sendSlip(world, sender, picture)))
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200]))
    await decideAtOnce(4)
    await world.work()
    const all = (await Promise.all(senders.map(ends))).flat().sort()
    expect(all).toEqual([...Array.from({ length: 19 }, () => 'SLIP_REFNO_DUPLICATED'), 'SUCCESS'])
    const wallets = await Promise.all(senders.map((sender) => sender.wallet()))
    expect(wallets.reduce((sum, wallet) => sum + wallet, 0)).toBe(100)
    expect(await depositsOf(transfer)).toBe(1)
  })

  it('sent by two members whose accounts look alike is credited to one of them', async () => {
    const transfer = transferOf(world)
    const picture = await pictureOf(transfer)
    const other = await slipMember(world)
    await Promise.all([sendSlip(world, member, picture), sendSlip(world, other, picture)])
    await decideAtOnce(4)
    await world.work()
    expect([...(await ends(member)), ...(await ends(other))].sort()).toEqual(['SLIP_REFNO_DUPLICATED', 'SUCCESS'])
    expect((await member.wallet()) + (await other.wallet())).toBe(100)
  })

  it('sent by another member than its sender is refused, and stays good for who sent it', async () => {
    const transfer = transferOf(world)
    const picture = await pictureOf(transfer)
    const thief = await world.member()
    await world.rows(`update member_bank_account set account_no = '9990001112' where member_id = $1`, [thief.id])
    await sendSlip(world, thief, picture)
    await world.work()
    expect(await ends(thief)).toEqual(['NOT_MATCH'])
    await sendSlip(world, member, picture)
    await world.work()
    expect(await ends(member)).toEqual(['SUCCESS'])
    expect([await thief.wallet(), await member.wallet()]).toEqual([0, 100])
  })
})

describe('a transfer that paid a QR and has a slip', () => {
  /** The same transfer as the bank tells it by callback and by its slip. */
  async function paidQr() {
    const { body } = await member.call('POST', '/api/qrcode/KBANK', { body: { amount: 100 } })
    const reference = String(world.bank.registrations.at(-1)?.['reference'])
    expect(body['hasQrcode']).toBe(true)
    const receiver = { bankCode: 'KBANK', accountNo: 'xxx-x-x5666-x', name: 'KRAPAO DEMO' }
    const transfer = transferOf(world, { receiver })
    const { transRef, occurredAt } = transfer
    const from = { bankCode: 'SCB', accountNo: HIS_ACCOUNT.accountNo, name: '' }
    // By callback the bank names itself by letters, on the slip by digits.
    const payment = world.payment(reference, { transRef, occurredAt, sendingBank: 'SCB', from })
    return { transfer, hook: () => world.hook(world.paymentOf(payment)) }
  }

  it('is credited by its callback, and its slip is a duplicate', async () => {
    const { transfer, hook } = await paidQr()
    expect((await hook()).status).toBe(200)
    await sendSlip(world, member, await pictureOf(transfer))
    await world.work()
    expect(await ends(member)).toEqual(['SLIP_REFNO_DUPLICATED'])
    expect(await member.wallet()).toBe(100)
  })

  it('is credited by its slip, and its callback credits nothing', async () => {
    const { transfer, hook } = await paidQr()
    await sendSlip(world, member, await pictureOf(transfer))
    await world.work()
    expect((await hook()).status).toBe(200)
    expect(await ends(member)).toEqual(['SUCCESS'])
    expect(await member.wallet()).toBe(100)
    expect(await depositsOf(transfer)).toBe(1)
  })

  it('is credited once when both come at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { transfer, hook } = await paidQr()
      const before = await member.wallet()
      await sendSlip(world, member, await pictureOf(transfer))
      await Promise.all([decideAtOnce(2), hook(), hook()])
      await world.work()
      expect(await member.wallet()).toBe(before + 100)
      expect(await depositsOf(transfer)).toBe(1)
    }
  })
})

it('money that lies in suspense is left to the operator, who has it already', async () => {
  const transfer = transferOf(world)
  const payment = world.payment('NOBODYS', { transRef: transfer.transRef, sendingBank: '014' })
  await world.hook(world.paymentOf(payment))
  await sendSlip(world, member, await pictureOf(transfer))
  await world.work()
  expect(await ends(member)).toEqual(['IN_REVIEW'])
  expect(await member.wallet()).toBe(0)
  expect(await world.operator('slips', 'list')).toContain('IN_SUSPENSE')
})

/** Makes the statement number `after` fail, before or after it was carried out; how many there were tells whether any did. */
function breakAfter(count: number, when: 'before' | 'after'): { heal(): void; isBroken(): boolean } {
  const { database } = world
  const { query, transaction } = database
  let left = count
  async function strike<Result>(act: () => Promise<Result>): Promise<Result> {
    left -= 1
    if (left === 0 && when === 'before') throw new Error('killed')
    const result = await act()
    if (left === 0 && when === 'after') throw new Error('killed')
    return result
  }
  const broken = (sql: Sql): Sql => ({
    ...sql,
    query: (text, values) => strike(() => sql.query(text, values)),
  })
  database.query = (text, values) => strike(() => query(text, values))
  database.transaction = (work) => strike(() => transaction((tx) => work(broken(tx))))
  return {
    heal() {
      database.query = query
      database.transaction = transaction
    },
    isBroken: () => left <= 0,
  }
}

describe.each(['before', 'after'] as const)('a crash %s any statement', (when) => {
  // What dies after a statement is next to what dies before the next one: the two begin at other places.
  const first = 1 + ((searchSeed + (when === 'after' ? 1 : 0)) % STRIDE)

  it('of the decision leaves one credit in the end', async () => {
    let count = first
    for (let isBroken = true; isBroken; count += STRIDE) {
      const transfer = transferOf(world)
      await sendSlip(world, member, await pictureOf(transfer))
      const before = await member.wallet()
      const fault = breakAfter(count, when)
      await decideAtOnce(1).catch(() => undefined)
      fault.heal()
      isBroken = fault.isBroken()
      world.clock.advance(30_000)
      await decideAtOnce(2)
      expect(await member.wallet(), String(count)).toBe(before + 100)
      expect(await depositsOf(transfer)).toBe(1)
      expect((await slipsOf(member)).slips[0]).toMatchObject({ status: 'SUCCESS' })
    }
    expect(count - STRIDE).toBeGreaterThan(8)
  })

  it('of the upload leaves a slip or none, and the retry ends in one credit', async () => {
    let count = first
    for (let isBroken = true; isBroken; count += STRIDE) {
      const transfer = transferOf(world)
      const [picture, key] = [await pictureOf(transfer), crypto.randomUUID()]
      const before = await member.wallet()
      const fault = breakAfter(count, when)
      await sendSlip(world, member, picture, key)
      fault.heal()
      isBroken = fault.isBroken()
      await world.restart()
      // What a killed process held under the key is given free after its lease.
      world.clock.advance(120_000)
      expect((await sendSlip(world, member, picture, key)).status, String(count)).toBe(200)
      await decideAtOnce(2)
      expect(await member.wallet()).toBe(before + 100)
      expect(await depositsOf(transfer)).toBe(1)
    }
    expect(count - STRIDE).toBeGreaterThan(5)
  })
})
