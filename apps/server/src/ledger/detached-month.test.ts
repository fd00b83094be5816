import { desk } from '@krapao/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../platform/durations.ts'
import { type BonusMember, type BonusWorld, openBonusWorld } from '../testing/worlds/bonus-world.ts'
import { staffMember } from '../testing/worlds/desk-world.ts'

// What members and staff do goes on when a month is detached in which they had money.

let world: BonusWorld
beforeAll(async () => {
  world = await openBonusWorld({ hasDesk: true })
  await world.set('withdrawAutoMaxMinor', 0)
})
afterAll(() => world.close())

const detach = () => world.operator('archive', 'detach', '2026-11')

/** A member who paid in, played and won in November. */
async function inNovember(): Promise<BonusMember> {
  const player = await world.player()
  await player.open('PG')
  await player.deposit(500)
  await player.transfer('WALLET', 'PG', 200)
  await player.play('PG', 50)
  await player.transfer('PG', 'WALLET', 250)
  return player
}

it('[PPR-017] who had money in a month that was detached is protected, shown and paid as before', async () => {
  const [player, holder] = [await inNovember(), await world.player()]
  await holder.arm('FIRST20')
  await holder.deposit(100)
  world.clock.advance(420 * DAY_MS)
  await world.operator('archive', 'move', '2026-11')
  expect(await detach()).toContain('granted before its end are held still, 1 in all')
  expect(await holder.state()).toMatchObject({ state: 'granted', current: 120 })
  await world.operator('bonuses', 'end', holder.id, 'failed')
  world.clock.advance(MINUTE_MS)
  await world.work()
  expect(await holder.state()).toBeNull()

  expect(await detach()).toMatch(/^Detached/)
  await player.deposit(100)
  const limit = { kind: 'deposit', period: 'day', amount: 5_000 }
  expect((await player.call('PUT', '/api/protection/limits', { body: limit })).status).toBe(200)
  const { status, body } = await player.call('GET', '/api/protection')
  expect(status).toBe(200)
  // As far back as the books are attached.
  expect(body['net']).toContainEqual({ days: null, deposits: 100, withdrawals: 0, results: 0 })
  expect((await player.call('GET', '/api/protection/net')).status).toBe(200)

  const withdrawal = await player.call('POST', '/api/wallet/withdraw', { body: { amount: 300 } })
  expect(withdrawal.status).toBe(200)
  const id = String(withdrawal.body['_id'])
  const noi = await staffMember(world.app, 'Noi', ['PAYMENTS', 'RISK'])
  const page = await world.app.desk.ok(desk.deskMember, { token: noi.token, params: { memberId: player.id } })
  expect(page.net.at(-1)).toMatchObject({ days: null, deposits: 100 })
  const shown = await world.app.desk.ok(desk.deskDecision, { token: noi.token, params: { kind: 'withdrawal', id } })
  expect(shown.evidence.money).toMatchObject({ since: null, steps: [{ amount: 100, balance: 650 }] })

  expect((await player.call('POST', '/api/protection/cool-off', { body: { hours: 24 } })).status).toBe(200)
  await world.work()
  expect(await world.rows('select kind from cashier_case where member_id = $1', [player.id])).toEqual([])
})
