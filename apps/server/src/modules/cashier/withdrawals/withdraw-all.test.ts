import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type Answer,
  type CashierWorld,
  openCashierWorld,
  type TestMember,
} from '../../../testing/worlds/cashier-world.ts'

let world: CashierWorld
let member: TestMember

beforeAll(async () => {
  world = await openCashierWorld()
})
afterAll(() => world.close())

/** A member with 500 baht: 200 in the wallet, 100 at PG and 200 at JOKER. */
beforeEach(async () => {
  for (const code of ['PG', 'JOKER']) {
    world.providerOf(code).fault = 'none'
    world.providerOf(code).balances.clear()
  }
  member = await world.member({ walletMinor: 500_00 })
  for (const [code, amount] of [
    ['PG', 100],
    ['JOKER', 200],
  ] as const) {
    expect((await member.call('GET', `/api/wallet/activate/${code}`)).status).toBe(200)
    const moved = await member.call('POST', '/api/wallet/transfer', { body: { from: 'WALLET', to: code, amount } })
    expect(moved.status).toBe(200)
  }
})

const withdrawAll = (amount: number, key = randomUUID()): Promise<Answer> =>
  member.call('POST', '/api/wallet/withdrawAll', { body: { amount }, key })

const gameOf = (code: string) => world.posted(`member/${member.id}/game:${code}`)

const transfers = () =>
  world.rows<{ fromCode: string; amountMinor: number }>(
    `select from_code as "fromCode", amount_minor as "amountMinor" from game_transfer
     where member_id = $1 and to_code = 'WALLET' order by movement_number`,
    [member.id],
  )

describe('withdrawing all (rulings 1.7)', () => {
  it('[WDR-008] withdraws from the wallet alone when it covers the amount', async () => {
    const { status, body } = await withdrawAll(200)
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'IN_PROGRESS', amount: 200, wallet: { amount: 0 } })
    expect(await transfers()).toEqual([])
  })

  it('brings home only what is lacking, the largest balance first', async () => {
    expect(await withdrawAll(350)).toMatchObject({ status: 200, body: { amount: 350, wallet: { amount: 0 } } })
    expect(await transfers()).toEqual([{ fromCode: 'JOKER', amountMinor: 150_00 }])
    expect([await gameOf('JOKER'), await gameOf('PG')]).toEqual([50_00, 100_00])
    await world.audit()
  })

  it('brings home everything when everything is wanted', async () => {
    expect(await withdrawAll(500)).toMatchObject({ status: 200, body: { wallet: { amount: 0 } } })
    expect(await transfers()).toEqual([
      { fromCode: 'JOKER', amountMinor: 200_00 },
      { fromCode: 'PG', amountMinor: 100_00 },
    ])
  })

  it('counts what was won since the last look, and does not count what was lost', async () => {
    world.providerOf('PG').play(150_00)
    expect((await withdrawAll(650)).status).toBe(200)
    expect(await member.wallet()).toBe(0)
  })

  it('refuses what was lost since the last look', async () => {
    world.providerOf('PG').play(-100_00)
    expect(await withdrawAll(401)).toMatchObject({ status: 409, body: { message: 'MONEY_NOT_ENOUGH' } })
    expect(await transfers()).toEqual([])
  })

  it('checks all rules before anything moves', async () => {
    const refusals: [number, string][] = [
      [99, 'WITHDRAW_MINIMUM'],
      [50_001, 'WITHDRAW_MAXIMUM'],
      [501, 'MONEY_NOT_ENOUGH'],
    ]
    for (const [amount, message] of refusals) expect((await withdrawAll(amount)).body['message']).toBe(message)
    await world.rows(`update member set bonus_state = 'granted', version = version + 1 where id = $1`, [member.id])
    expect((await withdrawAll(400)).body['message']).toBe('BONUS_REMAINING')
    await world.rows('update member set bonus_state = null, version = version + 1 where id = $1', [member.id])
    await world.rows('delete from member_bank_account where member_id = $1', [member.id])
    expect((await withdrawAll(400)).body['message']).toBe('NO_BANK')
    expect(await transfers()).toEqual([])
    expect(await member.wallet()).toBe(200)
  })

  it('keeps to three a day', async () => {
    await world.set('withdrawMinMinor', 1_00)
    for (const _ of [1, 2, 3]) expect((await withdrawAll(1)).status).toBe(200)
    expect(await withdrawAll(400)).toMatchObject({ status: 429, body: { message: 'WITHDRAW_LIMIT' } })
    await world.set('withdrawMinMinor', 100_00)
    expect(await transfers()).toEqual([])
  })

  it('goes on to the next game when one fails, as long as the others cover it', async () => {
    world.providerOf('JOKER').fault = 'refuse'
    expect((await withdrawAll(300)).status).toBe(200)
    expect(await gameOf('PG')).toBe(0)
    expect(await gameOf('JOKER')).toBe(200_00)
  })

  it('leaves in the wallet what came, and withdraws nothing, when a game failed and the others cannot cover it', async () => {
    world.providerOf('JOKER').fault = 'refuse'
    expect(await withdrawAll(400)).toMatchObject({ status: 502, body: { message: 'TRANSFER_FAIL' } })
    expect(await member.wallet()).toBe(300)
    expect(await world.rows('select id from withdrawal where member_id = $1', [member.id])).toEqual([])
  })

  it('answers TRANSFER_PENDING when a game is unknown, makes no withdrawal later, and goes on when asked again', async () => {
    const key = randomUUID()
    world.providerOf('JOKER').fault = 'cut'
    expect(await withdrawAll(400, key)).toMatchObject({ status: 409, body: { message: 'TRANSFER_PENDING' } })
    expect(await withdrawAll(400, key)).toMatchObject({ status: 409, body: { message: 'TRANSFER_PENDING' } })
    world.providerOf('JOKER').fault = 'none'
    for (let minute = 0; minute < 5; minute += 1) {
      world.clock.advance(60_000)
      await world.work()
    }
    expect(await world.rows('select id from withdrawal where member_id = $1', [member.id])).toEqual([])
    expect(await withdrawAll(400, key)).toMatchObject({ status: 200, body: { amount: 400, wallet: { amount: 0 } } })
    await world.audit()
  })

  it('withdraws once when it is sent five times at once', async () => {
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 5 }, () => withdrawAll(350, key)))
    expect(new Set(answers.map(({ body }) => body['_id'])).size).toBe(1)
    expect(await world.rows('select id from withdrawal where member_id = $1', [member.id])).toHaveLength(1)
    expect(await transfers()).toHaveLength(1)
  })

  it('brings home for the second of two what the first one took from the wallet', async () => {
    const answers = await Promise.all([withdrawAll(200), withdrawAll(200)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(new Set(answers.map(({ body }) => body['_id'])).size).toBe(2)
    expect(await member.wallet()).toBe(0)
    expect((await gameOf('JOKER')) + (await gameOf('PG'))).toBe(100_00)
    await world.audit()
  })

  it('takes turns with another one of the same member', async () => {
    await world.rows(
      `insert into member_lease (member_id, holder, purpose, until) values ($1, 'x', 'transferAll', $2)`,
      [member.id, new Date(world.clock.now().getTime() + 60_000)],
    )
    expect(await withdrawAll(350)).toMatchObject({ status: 409, body: { message: 'TRANSFER_PENDING' } })
    expect((await withdrawAll(200)).status).toBe(200)
    await world.rows('delete from member_lease where member_id = $1', [member.id])
  })
})
