import { HOUR_MS } from '../../../platform/durations.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CashierWorld, openCashierWorld, type TestMember } from '../../../testing/worlds/cashier-world.ts'
import { takeNotice } from './notices.store.ts'

let world: CashierWorld
let member: TestMember
beforeAll(async () => {
  world = await openCashierWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  member = await world.member()
})

const announce = (amount: unknown, key?: string) =>
  member.call('POST', '/api/wallet/add', { body: { amount }, ...(key && { key }) })
const movements = () =>
  world.process.cashier.movements(world.database, { memberId: member.id, fromNumber: 0, toNumber: 1_000 })

/** The id of the member's newest notice, as the operator's list shows it. */
async function noticeId(): Promise<string> {
  const lines = (await world.operator('notices', 'list')).split('\n').filter((line) => line.includes(member.id))
  return lines.at(-1)?.split(' ')[0] ?? ''
}

describe('a notice of a deposit by hand', () => {
  it('[DEP-023] stands in the statement and credits nothing by itself', async () => {
    expect(await announce(250.75)).toMatchObject({ status: 200, body: { message: 'OK', amount: 250.75 } })
    await world.work()
    expect(await member.wallet()).toBe(0)
    expect(await movements()).toMatchObject([
      { number: 1, kind: 'deposit', from: 'BANK', to: 'WALLET', amountMinor: 250_75, status: 'IN_PROGRESS' },
    ])
  })

  it('is none where the operator takes none', async () => {
    await world.set('isManual', false)
    expect(await announce(-1)).toMatchObject({ status: 404, body: { message: 'NO_DATA' } })
    await world.set('isManual', true)
  })

  it.each([
    [0, 422, 'DEPOSIT_MINIMUM'],
    [-5, 422, 'DEPOSIT_MINIMUM'],
    [1.005, 422, 'NO_DATA'],
    [1e13, 422, 'NO_DATA'],
    ['5', 400, 'NO_DATA'],
  ])('of %j is refused', async (amount, status, message) => {
    expect(await announce(amount)).toMatchObject({ status, body: { message } })
    expect(await movements()).toEqual([])
  })

  it('is one under one key, and five at most are open, also when all come at once', async () => {
    const key = crypto.randomUUID()
    await announce(10, key)
    await world.rows('delete from idempotency_key')
    expect(await announce(10, key)).toMatchObject({ status: 200, body: { amount: 10 } })
    const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => announce(20 + index)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4)
    const refused = answers.find(({ status }) => status !== 200)
    expect(refused).toMatchObject({ status: 429, body: { message: 'REQUEST_LIMIT' } })
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
    expect((await movements()).map(({ number }) => number).sort()).toEqual([1, 2, 3, 4, 5])
    await world.operator('notices', 'close', await noticeId())
    expect(await announce(99)).toMatchObject({ status: 200 })
  })

  it('is one also when a second run of its key comes between looking for it and writing it', async () => {
    const key = crypto.randomUUID()
    const { query } = world.database
    let second: Awaited<ReturnType<typeof announce>> | undefined
    world.database.query = async (text, values) => {
      const found = await query(text, values)
      if (text.includes('from deposit_notice where id')) {
        world.database.query = query
        await query('delete from idempotency_key')
        second = await announce(10, key)
      }
      return found as never
    }
    expect(await announce(10, key)).toMatchObject({ status: 200, body: { amount: 10 } })
    expect(second).toMatchObject({ status: 200, body: { amount: 10 } })
    expect(await movements()).toHaveLength(1)
  })

  it('fails after 24 hours', async () => {
    await announce(10)
    world.clock.advance(24 * HOUR_MS - 1)
    await world.work()
    expect(await movements()).toMatchObject([{ status: 'IN_PROGRESS' }])
    const id = await noticeId()
    world.clock.advance(1)
    world.app.app().jobs.wake('cashier-notices')
    await world.work()
    expect(await movements()).toMatchObject([{ status: 'FAILED' }])
    // What the member was told to have failed is credited by nobody who had the list open before.
    await world.operator('notices', 'credit-unreferenced', id, '10', 'seen')
    expect(await member.wallet()).toBe(0)
    expect(await movements()).toMatchObject([{ status: 'FAILED' }])
    // Nor by who decides in the moment in which it fails.
    const taken = await world.database.transaction((tx) => takeNotice(tx, id, 'seen', world.clock.now()))
    expect(taken).toBeNull()
    expect(await world.operator('notices', 'credit', 'x')).toContain('none of this id')
  })
})

describe('the operator', () => {
  it('credits a notice once, on the line where it stood', async () => {
    await announce(100)
    const id = await noticeId()
    expect(await world.operator('notices', 'credit-unreferenced', id, '100', 'seen')).toContain('100.00 baht')
    expect(await world.operator('notices', 'credit-unreferenced', id, '100', 'seen')).toContain('MOVED_ON')
    expect(await world.operator('notices', 'close', id)).toContain('MOVED_ON')
    expect(await member.wallet()).toBe(100)
    expect(await movements()).toMatchObject([{ number: 1, id, from: 'BANK', status: 'SUCCESS', amountMinor: 100_00 }])
  })

  it('credits what was truly paid, and no transfer that was credited before', async () => {
    await announce(100)
    const first = await noticeId()
    expect(await world.operator('notices', 'credit', first, '99.5', '014:TR-BY-HAND', 'seen', 'at', 'SCB')).toContain(
      ': done',
    )
    await announce(100)
    const second = await noticeId()
    expect(await world.operator('notices', 'credit', second, '99.5', '014:TR-BY-HAND')).toContain('CREDITED_BEFORE')
    expect(await member.wallet()).toBe(99.5)
    expect(await world.operator('notices', 'list')).toContain(second)
    expect(await world.operator('notices', 'close', second, 'nothing', 'came')).toContain(': done')
    expect((await movements()).map(({ status }) => status)).toEqual(['SUCCESS', 'FAILED'])
  })

  it.each([
    '',
    '1500',
    '-',
    '014:ABC',
    '1,500 014:ABC',
    '฿1500 014:ABC',
    '0 014:ABC',
    '-5 014:ABC',
    '1500.005 014:ABC',
    '1500 014 ABC123',
    '1500 seen at SCB',
    '1500 014:',
    '1500 014: ABC',
    '1500 BCEL:ABC',
    '1500 KASIKORN:ABC',
    '1500 14:ABC',
    '1500 0014:ABC',
    '1500 constructor:ABC',
  ])('credits nothing when amount and transfer are written as "%s"', async (words) => {
    await announce(100)
    const id = await noticeId()
    expect(await world.operator('notices', 'credit', id, ...words.split(' '))).toMatch(/^Name the (amount|transfer)/)
    expect(await member.wallet()).toBe(0)
    expect(await world.operator('notices', 'list')).toContain(id)
  })

  it('is told which transfer can be credited no more, or that there is none', async () => {
    await announce(100)
    const first = await noticeId()
    expect(await world.operator('notices', 'credit', first, '100', 'SCB:TR-TOLD')).toContain(': done')
    await announce(100)
    const second = await noticeId()
    expect(await world.operator('notices', 'credit-unreferenced', second, '100', 'seen')).toContain(': done')
    expect(await member.wallet()).toBe(200)
  })

  it('credits once when he does it twenty times at once', async () => {
    await announce(100)
    const id = await noticeId()
    const said = await Promise.all(
      Array.from({ length: 20 }, () => world.operator('notices', 'credit-unreferenced', id, '100', 'seen')),
    )
    expect(said.filter((words) => words.includes(': done'))).toHaveLength(1)
    expect(await member.wallet()).toBe(100)
    await world.audit()
  })
})
