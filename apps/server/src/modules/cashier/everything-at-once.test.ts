import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type Answer,
  type CashierWorld,
  openCashierWorld,
  type TestMember,
} from '../../testing/worlds/cashier-world.ts'
import type { Fault } from '../../testing/played/played-bank.ts'
import { searchSeed as seed, searchTimes as times } from '../../testing/search.ts'

const GAMES = ['PG', 'JOKER', 'UFABET'] as const
const TABS = 4
const STEPS = 12
const OPENING = 3_000

let world: CashierWorld
let random: () => number
/** What providers do late, and only when the storm is over. */
const late: (() => void)[] = []

/** Numbers from 0 to 1 that follow from the seed. */
function createRandom(from: number): () => number {
  let state = from >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
const amount = (least: number, most: number): number => Math.round((least + random() * (most - least)) * 100) / 100

beforeAll(async () => {
  world = await openCashierWorld()
  await world.set('withdrawPerDay', 10_000)
  await world.set('withdrawMinMinor', 1_00)
})
afterAll(() => world.close())

/** A third of the moves at a game goes wrong in one of four ways. */
function misbehave(code: string): () => void {
  const provider = world.providerOf(code)
  const { move } = provider
  provider.move = async (given) => {
    const way = random()
    if (way < 0.08) return 'refused'
    if (way < 0.16) return 'unknown'
    if (way < 0.24) {
      await move(given)
      return 'unknown'
    }
    if (way < 0.32) {
      late.push(() => void move(given))
      return 'unknown'
    }
    return move(given)
  }
  return () => {
    provider.move = move
  }
}

interface Outside {
  paidIn: number
  results: number
}

const cents = (baht: number): number => Math.round(baht * 100)

/** What a member may do in one tab, each a call as the screens make it; what is refused is refused. */
function doings(member: TestMember, outside: Outside): readonly (() => Promise<unknown>)[] {
  const post = (path: string, body: object, key = randomUUID()): Promise<Answer> =>
    member.call('POST', `/api/wallet/${path}`, { body, key })
  return [
    () => post('transfer', { from: 'WALLET', to: pick(GAMES), amount: amount(1, 80) }),
    () => post('transfer', { from: pick(GAMES), to: 'WALLET', amount: amount(1, 80) }),
    () => post('transfer', { from: pick(GAMES), to: pick(GAMES), amount: amount(1, 40) }),
    () => post('transferAll', { to: random() < 0.7 ? 'WALLET' : pick(GAMES) }),
    () => post(random() < 0.5 ? 'withdraw' : 'withdrawAll', { amount: amount(1, 60) }),
    // A double tap: the same call twice at once under one key.
    async () => {
      const [body, key] = [{ from: 'WALLET', to: pick(GAMES), amount: amount(1, 20) }, randomUUID()]
      await Promise.all([post('transfer', body, key), post('transfer', body, key)])
    },
    () => member.call('GET', '/api/wallet/refresh/slot'),
    async () => {
      const paid = amount(1, 90)
      const { body } = await member.call('POST', '/api/qrcode/KBANK', { body: { amount: paid } })
      const [qr] = await world.rows<{ reference: string }>('select reference from qr_code where id = $1', [
        body['qrcodeId'],
      ])
      if (qr === undefined) return
      outside.paidIn += cents(paid)
      const event = world.paymentOf(world.payment(qr.reference, { amount: paid }))
      await Promise.all([world.hook(event), world.hook(event)])
    },
    async () => {
      const code = pick(GAMES)
      const { body } = await member.call('GET', `/api/wallet/account/${code}`)
      const { balances } = world.providerOf(code)
      const has = balances.get(String(body['username'])) ?? 0
      const change = Math.max(-has, cents(amount(-30, 30)))
      balances.set(String(body['username']), has + change)
      outside.results += change
    },
    () => world.work(),
  ]
}

/** Time passes until every unknown end is known. */
async function settle(): Promise<void> {
  for (let passed = 0; passed < 40; passed += 1) {
    world.clock.advance(10_000)
    await world.workDue()
  }
}

it.each(Array.from({ length: 2 * times }, (_, round) => round))(
  `one member does everything at once in four tabs, and the sums are right (KRAPAO_TEST_SEED=${seed}, round %i)`,
  async (round) => {
    random = createRandom(seed + round)
    const member = await world.member({ walletMinor: cents(OPENING) })
    const outside: Outside = { paidIn: cents(OPENING), results: 0 }
    for (const code of GAMES) {
      expect((await member.call('GET', `/api/wallet/activate/${code}`)).status).toBe(200)
      const body = { from: 'WALLET', to: code, amount: 200 }
      expect((await member.call('POST', '/api/wallet/transfer', { body })).status).toBe(200)
    }
    const paidBefore = world.bank.payouts.size
    const faults: readonly Fault[] = ['none', 'none', 'cut-after', 'cut-before', 'error', 'refuse', 'late']
    world.bank.payoutFaults.push(...Array.from({ length: 20 }, () => pick(faults)))
    const heal = GAMES.map(misbehave)
    const all = doings(member, outside)
    await Promise.all(
      Array.from({ length: TABS }, async () => {
        for (let step = 0; step < STEPS; step += 1) await pick(all)()
      }),
    )
    for (const healed of heal) healed()
    for (const act of late.splice(0)) act()
    world.bank.payoutFaults.length = 0
    world.bank.arrive()
    await settle()

    const { body } = await member.call('GET', '/api/wallet/refresh/slot')
    const slots = (body['slots'] as { code: string; amount: number; isActive: boolean; stale: boolean }[]).filter(
      ({ isActive }) => isActive,
    )
    expect(slots.map(({ stale }) => stale)).toEqual(GAMES.map(() => false))
    for (const { code, amount: shown } of slots) {
      const { body: account } = await member.call('GET', `/api/wallet/account/${code}`)
      expect(cents(shown), code).toBe(world.providerOf(code).balances.get(String(account['username'])))
    }
    const paidOut = [...world.bank.payouts.values()].slice(paidBefore)
    expect(paidOut.every(({ orders }) => orders === 1)).toBe(true)
    const owned = [
      await member.wallet(),
      ...slots.map((slot) => slot.amount),
      ...paidOut.map((payout) => payout.amount),
    ]
    expect(owned.reduce((sum, baht) => sum + cents(baht), 0)).toBe(outside.paidIn + outside.results)
    const open = await world.rows(
      `select id from game_transfer where member_id = $1 and status = 'IN_PROGRESS'
       union all select id from withdrawal where member_id = $1 and state not in ('paid', 'failed')`,
      [member.id],
    )
    expect(open).toEqual([])
    await world.audit()
  },
)
