import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CashierWorld, openCashierWorld, type TestMember } from '../../testing/cashier-world.ts'
import { createStatements } from './index.ts'

let world: CashierWorld

beforeAll(async () => {
  world = await openCashierWorld({
    extraRoutes: ({ cashier, games }, database) => createStatements({ database, cashier, games }).routes,
  })
})
afterAll(() => world.close())

interface Row {
  _id: string
  statementType: string
  from: string
  to: string
  status: string
  amount: number
  createdAt: string
}

async function statementOf(member: TestMember, body: object = {}): Promise<{ total: number; statements: Row[] }> {
  const answer = await member.call('POST', '/api/statement', { body })
  expect(answer.status).toBe(200)
  return answer.body as unknown as { total: number; statements: Row[] }
}

async function deposit(member: TestMember, amount: number): Promise<void> {
  await member.call('POST', '/api/qrcode/KBANK', { body: { amount } })
  const reference = String(world.bank.registrations.at(-1)?.['reference'])
  await world.hook(world.paymentOf(world.payment(reference, { amount })))
}

describe('the statement', () => {
  it('[STM-013] is empty for a new member', async () => {
    expect(await statementOf(await world.member())).toEqual({ total: 0, statements: [] })
  })

  it('[STM-005] [WDR-001] tells deposits, transfers and withdrawals, newest first', async () => {
    const member = await world.member()
    await deposit(member, 500.25)
    world.clock.advance(1_000)
    await member.call('GET', '/api/wallet/activate/PG')
    await member.call('POST', '/api/wallet/transfer', { body: { from: 'WALLET', to: 'PG', amount: 100 } })
    world.clock.advance(1_000)
    const asked = await member.call('POST', '/api/wallet/withdraw', { body: { amount: 120 } })
    const waiting = await statementOf(member)
    expect(waiting.total).toBe(3)
    expect(waiting.statements).toEqual([
      {
        _id: asked.body['_id'],
        statementType: 'withdraw',
        from: 'WALLET',
        to: 'BANK',
        status: 'IN_PROGRESS',
        amount: 120,
        createdAt: world.clock.now().toISOString(),
      },
      expect.objectContaining({ statementType: 'transfer', from: 'WALLET', to: 'PG', status: 'SUCCESS', amount: 100 }),
      expect.objectContaining({
        statementType: 'deposit',
        from: 'BANK',
        to: 'WALLET',
        status: 'SUCCESS',
        amount: 500.25,
      }),
    ])
    expect(waiting.statements.every(({ _id }) => /^[0-9a-z]{20,32}$/.test(_id))).toBe(true)
    await world.work()
    expect((await statementOf(member)).statements[0]?.status).toBe('SUCCESS')
  })

  it('tells a failed withdrawal as failed, with its amount, in its old place', async () => {
    const member = await world.member({ walletMinor: 500_00 })
    world.bank.payoutState = 'FAILED'
    await member.call('POST', '/api/wallet/withdraw', { body: { amount: 120 } })
    await world.work()
    world.bank.payoutState = 'PAID'
    await deposit(member, 1)
    expect((await statementOf(member)).statements).toMatchObject([
      { statementType: 'deposit', amount: 1 },
      { statementType: 'withdraw', status: 'FAILED', amount: 120 },
    ])
  })

  it('comes in pages of ten unless told, and every row stands on one page', async () => {
    const member = await world.member()
    for (let amount = 1; amount <= 25; amount += 1) await deposit(member, amount)
    const pages = [
      await statementOf(member),
      await statementOf(member, { page: 2 }),
      await statementOf(member, { page: 3 }),
    ]
    expect(pages.map(({ statements }) => statements.length)).toEqual([10, 10, 5])
    expect(pages.map(({ total }) => total)).toEqual([25, 25, 25])
    const amounts = pages.flatMap(({ statements }) => statements.map(({ amount }) => amount))
    expect(amounts).toEqual(Array.from({ length: 25 }, (_, index) => 25 - index))
    expect(await statementOf(member, { page: 4 })).toEqual({ total: 25, statements: [] })
    expect((await statementOf(member, { page: 1, limit: 100 })).statements).toHaveLength(25)
    expect((await statementOf(member, { page: 9, limit: 3 })).statements.map(({ amount }) => amount)).toEqual([1])
  })

  it("holds nothing of another member's", async () => {
    const [one, other] = [await world.member(), await world.member()]
    await deposit(one, 77)
    expect(await statementOf(other)).toEqual({ total: 0, statements: [] })
  })

  it('numbers its rows without a gap when many come at once', async () => {
    const member = await world.member({ walletMinor: 1_000_00 })
    await member.call('POST', '/api/qrcode/KBANK', { body: { amount: 10 } })
    const reference = String(world.bank.registrations.at(-1)?.['reference'])
    await Promise.all([
      ...Array.from({ length: 10 }, () => world.hook(world.paymentOf(world.payment(reference, { amount: 10 })))),
      ...Array.from({ length: 10 }, () => member.call('POST', '/api/wallet/withdraw', { body: { amount: 100 } })),
    ])
    const { total, statements } = await statementOf(member, { limit: 100 })
    expect([total, statements.length]).toEqual([13, 13])
  })

  it.each([
    [{ page: 0 }, 422],
    [{ limit: 101 }, 422],
    [{ limit: 0 }, 422],
    [{ page: 1.5 }, 422],
    [{ page: 2_000_000 }, 422],
    [{ page: '1' }, 400],
    [{ limit: null }, 400],
    [[], 400],
  ])('refuses %j with %i', async (body, status) => {
    const member = await world.member()
    expect(await member.call('POST', '/api/statement', { body })).toMatchObject({
      status,
      body: { message: 'NO_DATA' },
    })
  })
})
