import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type CashierWorld, openCashierWorld, type TestMember } from '../../../testing/worlds/cashier-world.ts'
import type { App } from '../../../app.ts'
import { atEachPlace as atPlaces, Life } from '../../../testing/mortal.ts'

/**
 * Transfers by HTTP under a key, whose row the ledger writes with the hold and whose answer it writes with the settlement:
 * the process killed before and after each statement and outside call, and the same key twice at once.
 */
let world: CashierWorld
let life: Life
beforeAll(async () => {
  world = await openCashierWorld({ life: () => (life = new Life()) })
})
afterAll(() => world.close())
afterEach(() => world.audit())

type Scene = Parameters<typeof atPlaces>[1]
const atEachPlace = (scene: Scene) => atPlaces({ now: () => life, bornAgain: () => world.restart() }, scene)

/** A member with 100 baht in the wallet and 50 at a game. */
async function player(): Promise<TestMember> {
  const member = await world.member({ walletMinor: 150_00 })
  await member.call('GET', '/api/wallet/activate/PG')
  expect(await move(member, 'WALLET', 'PG', 50)).toMatchObject({ status: 200, body: { status: 'SUCCESS' } })
  return member
}

const move = (member: TestMember, from: string, to: string, amount: number, key = randomUUID(), at?: App) =>
  member.call('POST', '/api/wallet/transfer', { body: { from, to, amount }, key, ...(at ? { at } : {}) })

/** What of the member stands at the provider, in baht, by the provider's own book. */
async function atProvider(member: TestMember): Promise<number> {
  const [row] = await world.rows<{ username: string }>('select username from game_account where member_id = $1', [
    member.id,
  ])
  return (world.providerOf('PG').balances.get(row?.username ?? '') ?? 0) / 100
}

/** Lets pass what the jobs need to believe that a provider never heard of a transfer. */
async function pass(): Promise<void> {
  await world.work()
  for (let second = 0; second < 120; second += 30) {
    world.clock.advance(30_000)
    await world.workDue()
  }
  await world.work()
}

const WRITES = /^\s*(insert|update|delete|select ledger_submit|begin)/i

describe('a transfer', () => {
  it.each([
    ['WALLET', 'PG', 60, 90],
    ['PG', 'WALLET', 140, 10],
  ] as const)(
    'from %s to %s, wherever it is cut off, is made once, and its key comes to one end',
    async (from, to, wallet, game) => {
      const ends = new Set<string>()
      const places = await atEachPlace(async () => {
        const member = await player()
        const key = randomUUID()
        const send = () => move(member, from, to, 40, key)
        return {
          act: send,
          async after() {
            const again = await send()
            expect(['SUCCESS', 'IN_PROGRESS']).toContain(again.body['status'])
            expect(await move(member, from, to, 41, key)).toMatchObject({
              status: 422,
              body: { message: 'IDEMPOTENCY_MISMATCH' },
            })
            await pass()
            const last = await send()
            const isMoved = last.status === 200
            ends.add(isMoved ? 'moved' : 'freed')
            expect(last.body).toMatchObject(isMoved ? { status: 'SUCCESS' } : { message: 'TRANSFER_FAIL' })
            expect([await member.wallet(), await atProvider(member)]).toEqual(isMoved ? [wallet, game] : [100, 50])
            if (isMoved) expect((await send()).body).toEqual(last.body)
          },
        }
      })
      expect(places).toBeGreaterThan(10)
      expect(ends).toContain('moved')
    },
  )

  it('writes twice: the key with the hold, and the answer with the settlement', async () => {
    const member = await player()
    const key = randomUUID()
    life.dieAt(0)
    const first = await move(member, 'WALLET', 'PG', 40, key)
    expect(life.statements.filter((text) => WRITES.test(text))).toHaveLength(2)
    expect(first.body).toMatchObject({ wallet: { amount: 60 }, slots: [{ code: 'PG', amount: 90 }], status: 'SUCCESS' })
    const [kept] = await world.rows<{ status: number; answer: string }>(
      'select status, answer from idempotency_key where id = $1',
      [first.body['_id']],
    )
    expect([kept?.status, JSON.parse(kept?.answer ?? '')]).toEqual([200, first.body])
    // What is kept is told again, however the amounts stand by then.
    await move(member, 'WALLET', 'PG', 1)
    expect((await move(member, 'WALLET', 'PG', 40, key)).body).toEqual(first.body)
  })

  it('that is refused by a rule is remembered by one statement, and what was found wrong stays so', async () => {
    const member = await player()
    const key = randomUUID()
    life.dieAt(0)
    const refused = { status: 409, body: { message: 'MONEY_NOT_ENOUGH' } }
    expect(await move(member, 'WALLET', 'PG', 400, key)).toMatchObject(refused)
    // The hold that is not covered writes nothing.
    expect(life.statements.filter((text) => WRITES.test(text) && !/ledger_submit/.test(text))).toHaveLength(1)
    await world.rows('update ledger_account set floor_minor = null where name = $1', [`member/${member.id}/wallet`])
    expect(await move(member, 'WALLET', 'PG', 400, key)).toMatchObject(refused)
    await world.rows('update ledger_account set floor_minor = 0 where name = $1', [`member/${member.id}/wallet`])
    expect(await move(member, 'WALLET', 'PG', 1, key)).toMatchObject({ body: { message: 'IDEMPOTENCY_MISMATCH' } })

    // Told again from memory, it reads no balance.
    const fromGame = randomUUID()
    expect(await move(member, 'PG', 'WALLET', 400, fromGame)).toMatchObject(refused)
    const provider = world.providerOf('PG')
    const { read } = provider
    let reads = 0
    provider.read = (username) => {
      reads += 1
      return read(username)
    }
    expect(await move(member, 'PG', 'WALLET', 400, fromGame)).toMatchObject(refused)
    provider.read = read
    expect(reads).toBe(0)
  })

  it('that the provider refuses leaves its key free, and one that is unknown tells at each replay how it stands', async () => {
    const member = await player()
    const provider = world.providerOf('PG')
    const [refused, unknown] = [randomUUID(), randomUUID()]
    try {
      provider.fault = 'refuse'
      expect(await move(member, 'WALLET', 'PG', 10, refused)).toMatchObject({ status: 502 })
      provider.fault = 'cut'
      expect((await move(member, 'WALLET', 'PG', 10, unknown)).body).toMatchObject({ status: 'IN_PROGRESS' })
      expect((await move(member, 'WALLET', 'PG', 10, unknown)).body).toMatchObject({ status: 'IN_PROGRESS' })
    } finally {
      provider.fault = 'none'
    }
    expect(await move(member, 'WALLET', 'PG', 10, refused)).toMatchObject({ status: 502 })
    await pass()
    expect(await move(member, 'WALLET', 'PG', 10, unknown)).toMatchObject({ status: 502 })
    expect(await member.wallet()).toBe(100)
  })

  /** Lets nobody read the balance at the provider before so many do: their keys are looked for, and none is taken yet. */
  async function together<Result>(count: number, act: () => Promise<Result>): Promise<Result> {
    const provider = world.providerOf('PG')
    const { read } = provider
    const all = Promise.withResolvers<void>()
    let waiting = 0
    provider.read = async (username) => {
      waiting += 1
      if (waiting === count) all.resolve()
      await all.promise
      return read(username)
    }
    try {
      return await act()
    } finally {
      provider.read = read
    }
  }

  it('is one for one key, at one process or two at once, and answered alike', async () => {
    const other = await world.beside()
    for (const [at, reading] of [
      [undefined, 1],
      [other, 2],
    ] as const) {
      const member = await player()
      const key = randomUUID()
      const send = (process?: typeof other) => move(member, 'PG', 'WALLET', 40, key, process)
      const [first, ...others] = await together(reading, () => Promise.all([send(), send(at), send(at)]))
      expect(first).toMatchObject({ status: 200, body: { wallet: { amount: 140 }, status: 'SUCCESS' } })
      for (const { status, body } of others) expect([status, body]).toEqual([200, first.body])
      expect([await member.wallet(), await atProvider(member)]).toEqual([140, 10])
    }
  })

  it('of two amounts under one key at once is made of one, and the other is another body', async () => {
    const other = await world.beside()
    for (const [at, reading] of [
      [undefined, 1],
      [other, 2],
    ] as const) {
      const member = await player()
      const key = randomUUID()
      const both = await together(reading, () =>
        Promise.all([move(member, 'PG', 'WALLET', 40, key), move(member, 'PG', 'WALLET', 30, key, at)]),
      )
      expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(both.filter(({ body }) => body['message'] === 'IDEMPOTENCY_MISMATCH')).toHaveLength(1)
      const moved = both[0].status === 200 ? 40 : 30
      expect([await member.wallet(), await atProvider(member)]).toEqual([100 + moved, 50 - moved])
    }
  })

  it('that is refused when another one has taken its key is told what that one comes to', async () => {
    const [member, other] = [await player(), await world.beside()]
    const key = randomUUID()
    const provider = world.providerOf('PG')
    const { read } = provider
    const [begun, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    provider.read = async (username) => {
      provider.read = read
      begun.resolve()
      await answered.promise
      return read(username)
    }
    const late = move(member, 'PG', 'WALLET', 400, key, other)
    await begun.promise
    expect(await move(member, 'PG', 'WALLET', 40, key)).toMatchObject({ status: 200 })
    answered.resolve()
    expect(await late).toMatchObject({ status: 422, body: { message: 'IDEMPOTENCY_MISMATCH' } })
  })

  it.each([
    ['WALLET', 'PG', 55, 95],
    ['PG', 'WALLET', 135, 15],
  ])('from %s to %s whose wallet moves while the provider is asked is answered as it is then', async (...way) => {
    const [from, to, wallet, game] = way
    const member = await player()
    const provider = world.providerOf('PG')
    const { move: asked } = provider
    let isFirst = true
    provider.move = async (given) => {
      if (isFirst) {
        isFirst = false
        await move(member, 'WALLET', 'PG', 5)
      }
      return asked(given)
    }
    const key = randomUUID()
    try {
      const first = await move(member, from, to, 40, key)
      expect(first.body).toMatchObject({ wallet: { amount: wallet }, slots: [{ amount: game }], status: 'SUCCESS' })
      expect((await move(member, from, to, 40, key)).body).toEqual(first.body)
    } finally {
      provider.move = asked
    }
  })
})
