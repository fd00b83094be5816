import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import {
  type Answer,
  type CashierWorld,
  openCashierWorld,
  type TestMember,
} from '../../../testing/worlds/cashier-world.ts'
import { type CashierParts, createMemory } from '../cashier.parts.ts'
import { withdraw as withdrawWith } from './withdraw.ts'

let world: CashierWorld
let member: TestMember

beforeAll(async () => {
  world = await openCashierWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  member = await world.member({ walletMinor: 60_000_00 })
})

const withdraw = (amount: unknown, key = randomUUID()): Promise<Answer> =>
  member.call('POST', '/api/wallet/withdraw', { body: { amount }, key })

const rowOf = async (id: unknown) => {
  const [row] = await world.rows<Record<string, unknown>>('select * from withdrawal where id = $1', [id])
  return row ?? {}
}

describe('asking for money', () => {
  it('[WDR-007] holds it at once and answers that it is on its way', async () => {
    const { status, body } = await withdraw(150.25)
    expect(status).toBe(200)
    expect(body).toEqual({
      _id: expect.stringMatching(/^[0-9a-z]{20,32}$/),
      status: 'IN_PROGRESS',
      amount: 150.25,
      wallet: { amount: 59_849.75 },
    })
    expect(await world.posted(`member/${member.id}/wallet`)).toBe(60_000_00)
    const news = await world.rows(`select payload from ledger_news where key = $1`, [member.id])
    expect(news).toEqual([{ payload: { reason: 'withdraw' } }])
  })

  it('writes down the payee as he is then', async () => {
    const { body } = await withdraw(100)
    await world.rows(`update member_bank_account set account_no = '999' where member_id = $1`, [member.id])
    expect(await rowOf(body['_id'])).toMatchObject({
      bank_code: 'SCB',
      account_no: member.id,
      account_name: 'SOMCHAI JAIDEE',
      payout_currency: 'BAHT',
      payout_minor: 100_00,
      house_account: 'house/bank:SCB',
      state: 'due',
    })
  })

  it('[WDR-004] refuses less than the least, and takes the least', async () => {
    const refused = await withdraw(99.99)
    expect(refused).toMatchObject({ status: 422, body: { message: 'WITHDRAW_MINIMUM', details: { min: 100 } } })
    expect((await withdraw(100)).status).toBe(200)
  })

  it('[WDR-005] refuses more than the most, and takes the most', async () => {
    const refused = await withdraw(50_000.01)
    expect(refused).toMatchObject({ status: 422, body: { message: 'WITHDRAW_MAXIMUM', details: { max: 50_000 } } })
    expect((await withdraw(50_000)).status).toBe(200)
  })

  it('[LIM-026] follows the limits of the operator', async () => {
    await world.set('withdrawMinMinor', 7_00)
    await world.set('withdrawMaxMinor', 8_00)
    const answers = [await withdraw(6.99), await withdraw(7), await withdraw(8.01)]
    await world.set('withdrawMinMinor', 100_00)
    await world.set('withdrawMaxMinor', 50_000_00)
    expect(answers.map(({ status }) => status)).toEqual([422, 200, 422])
    expect(answers.map(({ body }) => body['details'])).toEqual([{ min: 7 }, undefined, { max: 8 }])
  })

  it.each([
    ['less than nothing', -100, 422, 'WITHDRAW_MINIMUM'],
    ['nothing', 0, 422, 'WITHDRAW_MINIMUM'],
    ['three decimals', 100.001, 422, 'NO_DATA'],
    ['twelve digits', 123_456_789_012, 422, 'NO_DATA'],
    ['a text', '100', 400, 'NO_DATA'],
    ['a list', [100], 400, 'NO_DATA'],
    ['no amount', undefined, 400, 'NO_DATA'],
    ['null', null, 400, 'NO_DATA'],
  ])('refuses %s', async (_, amount, status, message) => {
    expect(await withdraw(amount)).toMatchObject({ status, body: { message } })
    expect(await member.wallet()).toBe(60_000)
  })

  it('refuses more than there is', async () => {
    member = await world.member({ walletMinor: 149_99 })
    expect(await withdraw(150)).toMatchObject({ status: 409, body: { message: 'MONEY_NOT_ENOUGH' } })
    expect(await member.wallet()).toBe(149.99)
  })

  it('refuses a member without a bank account before anything else', async () => {
    member = await world.member({ hasBank: false })
    await world.rows(`update member set bonus_state = 'granted', version = version + 1 where id = $1`, [member.id])
    expect(await withdraw(1)).toMatchObject({ status: 404, body: { message: 'NO_BANK' } })
  })

  it.each(['granted', 'ending'])('refuses while a bonus is %s, before the amount is looked at', async (state) => {
    await world.rows('update member set bonus_state = $2, version = version + 1 where id = $1', [member.id, state])
    expect(await withdraw(1)).toMatchObject({ status: 409, body: { message: 'BONUS_REMAINING' } })
  })

  it('does not mind an armed bonus', async () => {
    await world.rows(`update member set bonus_state = 'armed', version = version + 1 where id = $1`, [member.id])
    expect((await withdraw(100)).status).toBe(200)
  })
})

describe('the same call again (rulings 5.3)', () => {
  it('withdraws once when it is sent twenty times at once', async () => {
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 20 }, () => withdraw(200, key)))
    expect(new Set(answers.map(({ body }) => body['_id'])).size).toBe(1)
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(await member.wallet()).toBe(59_800)
  })

  it('withdraws once when the memory of the answer is lost, and tells how it stands', async () => {
    const key = randomUUID()
    const first = await withdraw(200, key)
    await world.rows('delete from idempotency_key')
    expect((await withdraw(200, key)).body).toEqual(first.body)
    await world.work()
    await world.rows('delete from idempotency_key')
    expect((await withdraw(200, key)).body).toEqual({ ...first.body, status: 'SUCCESS' })
    expect(await member.wallet()).toBe(59_800)
  })

  it('tells how it stands now, not how it stood', async () => {
    const key = randomUUID()
    expect((await withdraw(200, key)).body['status']).toBe('IN_PROGRESS')
    await world.work()
    expect((await withdraw(200, key)).body['status']).toBe('SUCCESS')
  })

  it('is refused with another amount under the same key', async () => {
    const key = randomUUID()
    await withdraw(200, key)
    expect(await withdraw(201, key)).toMatchObject({ status: 422, body: { message: 'IDEMPOTENCY_MISMATCH' } })
  })
})

describe('three a day (rulings 3.6)', () => {
  it('refuses the fourth until midnight in Bangkok', async () => {
    world.clock.set('2026-11-22T15:00:00Z')
    for (const _ of [1, 2, 3]) expect((await withdraw(100)).status).toBe(200)
    const fourth = await withdraw(100)
    expect(fourth).toMatchObject({
      status: 429,
      body: { message: 'WITHDRAW_LIMIT' },
      headers: { 'retry-after': '7200' },
    })
    world.clock.advance(2 * 3_600_000 - 1)
    expect((await withdraw(100)).status).toBe(429)
    world.clock.advance(1)
    expect((await withdraw(100)).status).toBe(200)
  })

  it('does not count failed ones', async () => {
    world.bank.payoutState = 'FAILED'
    for (const _ of [1, 2, 3, 4]) {
      expect((await withdraw(100)).status).toBe(200)
      await world.work()
    }
    world.bank.payoutState = 'PAID'
    expect(await member.wallet()).toBe(60_000)
    for (const _ of [1, 2, 3]) expect((await withdraw(100)).status).toBe(200)
    expect((await withdraw(100)).status).toBe(429)
  })

  it('lets through exactly three of twenty at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => withdraw(100)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(answers.filter(({ body }) => body['message'] === 'WITHDRAW_LIMIT')).toHaveLength(17)
    expect(await member.wallet()).toBe(59_700)
  })

  it('is said before that there is not enough money, and after the limits of the amount', async () => {
    for (const _ of [1, 2, 3]) await withdraw(20_000)
    expect(await withdraw(100)).toMatchObject({ status: 429 })
    expect(await withdraw(1)).toMatchObject({ status: 422 })
  })
})

describe('many at once', () => {
  it('64 callers spend one balance: exactly what it covers succeeds', async () => {
    await world.set('withdrawPerDay', 1_000)
    member = await world.member({ walletMinor: 1_050_00 })
    const answers = await Promise.all(Array.from({ length: 64 }, () => withdraw(100)))
    await world.set('withdrawPerDay', 3)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(answers.filter(({ body }) => body['message'] === 'MONEY_NOT_ENOUGH')).toHaveLength(54)
    expect(await member.wallet()).toBe(50)
    await world.audit()
    await world.work()
    expect(await world.posted(`member/${member.id}/wallet`)).toBe(50_00)
    await world.audit()
  })

  it('does not pass a bonus that begins between the reading and the hold', async () => {
    const { ledger, operator, members } = world.process
    const { database, clock } = world
    const common = { database, ledger, clock, operator }
    const grantedAfterwards: typeof members.standing = async (sql, memberId) => {
      const standing = await members.standing(sql, memberId)
      await world.rows(
        `update member set bonus_state = 'granted', version = version + 1 where id = $1 and bonus_state is null`,
        [memberId],
      )
      return standing
    }
    const parts = {
      ...common,
      members: { ...members, standing: grantedAfterwards },
      games: { hasOpenCase: () => Promise.resolve(false) },
      rewards: { hasHighFlag: () => Promise.resolve(false), hasLateWin: () => Promise.resolve(false) },
      jobs: { wake: () => {} },
      memory: createMemory(),
    } as unknown as CashierParts
    const request = { memberId: member.id, operationId: newId(clock.now()), amount: 100, rules: () => {} }
    await expect(withdrawWith(parts, request)).rejects.toMatchObject({ code: 'BONUS_REMAINING' })
    expect(await member.wallet()).toBe(60_000)
  })
})

describe('which ones wait for the operator', () => {
  it('more than 20,000 baht: until he has it paid', async () => {
    const { body } = await withdraw(20_000.01)
    await world.work()
    expect(await rowOf(body['_id'])).toMatchObject({ state: 'waiting', wait_reason: 'AMOUNT' })
    expect(world.bank.payouts.has(String(body['_id']))).toBe(false)
    const id = String(body['_id'])
    expect(await world.operator('withdrawals', 'list')).toMatch(
      new RegExp(`${id}  withdrawal  AMOUNT, PAYEE_UNPROVEN .*amount 20,000.01 baht`),
    )
    expect(await world.operator('withdrawals', 'pay', id)).toContain(`${id} pay: done.  state due`)
    await world.work()
    expect(await rowOf(id)).toMatchObject({ state: 'paid' })
    expect(await world.operator('withdrawals', 'pay', id)).toContain('MOVED_ON')
    expect(await world.operator('withdrawals', 'return', id, 'OWN_REQUEST')).toContain('MOVED_ON')
    expect(await member.wallet()).toBe(39_999.99)
  })

  it('or gives it back', async () => {
    const { body } = await withdraw(30_000)
    const id = String(body['_id'])
    expect(await world.operator('withdrawals', 'return', id, 'OWN_REQUEST', 'not', 'his', 'account')).toContain(
      ': done',
    )
    await world.work()
    expect(await rowOf(id)).toMatchObject({ state: 'failed', note: 'not his account' })
    expect(await member.wallet()).toBe(60_000)
    expect(world.bank.payouts.has(id)).toBe(false)
  })

  it('those within a day of a change of the bank account', async () => {
    const changedAt = world.clock.now()
    await world.rows('update member_bank_account set changed_at = $2 where member_id = $1', [member.id, changedAt])
    world.clock.advance(86_399_999)
    const waiting = await withdraw(100)
    world.clock.advance(1)
    const due = await withdraw(100)
    expect(await rowOf(waiting.body['_id'])).toMatchObject({ state: 'waiting', wait_reason: 'PAYEE_CHANGED' })
    expect(await rowOf(due.body['_id'])).toMatchObject({ state: 'due' })
  })

  it('those of a member with an open case at the games, also when it opens after the request', async () => {
    const before = await withdraw(100)
    await openGameCase(member.id)
    const after = await withdraw(100)
    expect(await rowOf(before.body['_id'])).toMatchObject({ state: 'due' })
    expect(await rowOf(after.body['_id'])).toMatchObject({ state: 'waiting', wait_reason: 'OPEN_CASE' })
    await world.work()
    for (const { body } of [before, after]) {
      expect(await rowOf(body['_id'])).toMatchObject({ state: 'waiting', wait_reason: 'OPEN_CASE' })
    }
    const id = String(after.body['_id'])
    await world.operator('withdrawals', 'pay', id)
    await world.work()
    expect(await rowOf(id)).toMatchObject({ state: 'paid' })
  })
})

async function openGameCase(memberId: string): Promise<void> {
  const now = world.clock.now()
  const id = `case${memberId}`.slice(0, 26)
  await world.rows(
    `insert into game_transfer (id, member_id, operation_id, from_code, to_code, amount_minor, status, created_at, updated_at)
     values ($1, $2, $1, 'WALLET', 'PG', 1, 'SUCCESS', $3, $3)`,
    [id, memberId, now],
  )
  await world.rows(
    `insert into game_leg (id, transfer_id, member_id, code, username, direction, amount_minor, credits, state, called_at)
     values ($1, $1, $2, 'PG', 'x', 'in', 1, 1, 'late', $3)`,
    [id, memberId, now],
  )
  await world.rows(
    `insert into game_case (id, member_id, leg_id, amount_minor, state, created_at) values ($1, $2, $1, 1, 'open', $3)`,
    [id, memberId, now],
  )
}

describe('to an account in Laos (rulings 2.5)', () => {
  it('pays whole kip at the rate of the request, rounded down, through the exchange', async () => {
    member = await world.member({ walletMinor: 1_000_00, currency: 'LAK' })
    const { body } = await withdraw(100.01)
    await world.set('lakPerBaht', 700)
    await world.work()
    await world.set('lakPerBaht', 640)
    expect(world.bank.payouts.get(String(body['_id']))).toMatchObject({ amount: 64_006, currency: 'LAK', orders: 1 })
    expect(await world.posted(`member/${member.id}/wallet`)).toBe(899_99)
    expect(await world.posted('house/bank:BCEL:LAK')).toBe(64_006_00)
    expect(await world.posted('house/exchange:LAK')).toBe(-64_006_00)
    await world.audit()
  })

  it('refuses what is less than one kip', async () => {
    member = await world.member({ walletMinor: 1_000_00, currency: 'LAK' })
    await world.set('lakPerBaht', 1)
    await world.set('withdrawMinMinor', 50)
    expect(await withdraw(0.99)).toMatchObject({ status: 422, body: { message: 'WITHDRAW_MINIMUM' } })
    expect((await withdraw(1)).status).toBe(200)
    await world.set('withdrawMinMinor', 100_00)
    await world.set('lakPerBaht', 640)
  })

  it('frees both legs when the bank says no, and takes both back when it returns the money', async () => {
    member = await world.member({ walletMinor: 1_000_00, currency: 'LAK' })
    const kip = await world.posted('house/exchange:LAK')
    world.bank.payoutState = 'FAILED'
    await withdraw(100)
    await world.work()
    world.bank.payoutState = 'PAID'
    expect(await member.wallet()).toBe(1_000)
    const { body } = await withdraw(100)
    await world.work()
    expect(await member.wallet()).toBe(900)
    const payout = world.bank.payouts.get(String(body['_id']))
    if (payout) payout.state = 'RETURNED'
    world.clock.advance(300_000)
    await world.work()
    expect(await member.wallet()).toBe(1_000)
    expect(await world.posted('house/exchange:LAK')).toBe(kip)
    await world.audit()
  })
})
