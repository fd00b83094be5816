import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { book } from '../../testing/book.ts'
import { type CashierWorld, openCashierWorld } from '../../testing/worlds/cashier-world.ts'

let world: CashierWorld

beforeAll(async () => {
  world = await openCashierWorld()
})
afterAll(() => world.close())

describe('the wallet', () => {
  it('[HOM-023] tells the amount that can be spent: posted less held', async () => {
    const member = await world.member({ walletMinor: 1_234_56 })
    expect(await member.call('GET', '/api/wallet')).toMatchObject({ status: 200, body: { amount: 1234.56 } })
    await member.call('POST', '/api/wallet/withdraw', { body: { amount: 200.06 } })
    expect((await member.call('GET', '/api/wallet')).body).toEqual({ amount: 1034.5 })
  })

  it('refuses who has none', async () => {
    const stranger = await world.member({ hasWallet: false })
    expect(await stranger.call('GET', '/api/wallet')).toMatchObject({ status: 404, body: { message: 'NO_WALLET' } })
  })
})

describe('the home load', () => {
  it('[HOM-022] has profile, bank account, wallet, invite bonus and game accounts', async () => {
    const member = await world.member({ walletMinor: 300_00 })
    await member.call('GET', '/api/wallet/activate/PG')
    await member.call('POST', '/api/wallet/transfer', { body: { from: 'WALLET', to: 'PG', amount: 120.5 } })
    const { status, body } = await member.call('GET', '/api/wallet/home')
    expect(status).toBe(200)
    expect(Object.keys(body).toSorted()).toEqual(['bankAccount', 'invite', 'profile', 'slots', 'wallet'])
    expect(body).toMatchObject({
      profile: { _id: member.id, name: 'Somchai', memberId: expect.stringMatching(/^\d{8}$/) },
      bankAccount: { bankCode: 'SCB', bankAccountName: 'SOMCHAI JAIDEE', bankAccountNo: member.id },
      wallet: { amount: 179.5 },
      invite: { amount: 0, success: 0, fail: 0 },
    })
    const slots = body['slots'] as { code: string; amount: number; isActive: boolean; category: string }[]
    expect(slots.map(({ code }) => code)).toEqual((await world.process.operator.games()).map(({ code }) => code))
    expect(slots.filter(({ isActive }) => isActive)).toMatchObject([{ code: 'PG', amount: 120.5 }])
    expect(new Set(slots.map(({ category }) => category))).toEqual(new Set(['slot', 'sport', 'casino']))
  })

  it('[INV-004] tells the invite bonus that waits to be received, and its percentages', async () => {
    const member = await world.member()
    const [from, to] = ['house/invite', `member/${member.id}/invite`]
    await book(world.process, { from, to, amountMinor: 12_34, code: 'invite', at: world.clock.now() })
    const invite = async () => (await member.call('GET', '/api/wallet/home')).body['invite']
    expect(await invite()).toEqual({ amount: 12.34, success: 0, fail: 0 })
    await world.database.query(
      `insert into invite_rule (valid_from, is_active, percent_hundredths, percent_fail, percent_success)
       values ($1, false, 100, 5, 150)`,
      [world.clock.now()],
    )
    expect(await invite()).toEqual({ amount: 12.34, success: 150, fail: 5 })
  })
})
