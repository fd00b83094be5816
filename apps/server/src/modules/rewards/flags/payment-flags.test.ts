import { desk } from '@krapao/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../platform/durations.ts'
import { type BonusMember, type BonusWorld, openBonusWorld } from '../../../testing/worlds/bonus-world.ts'
import { type Staff, staffMember } from '../../../testing/worlds/desk-world.ts'

let world: BonusWorld
let risk: Staff

beforeAll(async () => {
  world = await openBonusWorld({ hasDesk: true })
  risk = await staffMember(world.app, 'Risk', ['RISK'])
  await world.rows(`update support_agent_session set second_factor_at = '9999-01-01', expires_at = '9999-01-01'`)
  await world.work()
})
afterAll(async () => {
  await world.audit()
  await world.close()
})

/** Those of payments: all members of this world have one name in common. */
const flagsOf = ({ id }: BonusMember) =>
  world.rows<{ id: string; kind: string; state: string }>(
    `select id, kind, state from abuse_flag where member_ids @> array[$1::text] and holds_from is not null order by opened_at`,
    [id],
  )

/** Takes so much out, and the bank pays it. */
async function takeOut(player: BonusMember, amount: number): Promise<string> {
  const { status, body } = await player.call('POST', '/api/wallet/withdraw', { body: { amount } })
  expect(status).toBe(200)
  await world.work()
  return String(body['_id'])
}

const standingOf = async (id: string) =>
  (await world.rows<{ state: string }>('select state from withdrawal where id = $1', [id]))[0]?.state

async function decide(id: string, action: string): Promise<void> {
  const params = { kind: 'flag' as const, id }
  const { row } = await world.app.desk.ok(desk.deskDecision, { token: risk.token, params })
  const body = { action, version: row.version, note: 'looked at' }
  await world.app.desk.ok(desk.deskDecide, { token: risk.token, params, body })
}

const reasonsOf = async (id: string) =>
  (await world.app.desk.ok(desk.deskDecision, { token: risk.token, params: { kind: 'flag', id } })).row.reasons

describe('flags of payments', () => {
  it('[OFC-059] are raised once a day, tried for 14 days, and make withdrawals wait after that, when they are high', async () => {
    const player = await world.player()
    await player.deposit(1_100)
    world.clock.advance(HOUR_MS)
    await takeOut(player, 900)
    world.clock.advance(HOUR_MS)
    await world.work()
    const [flag, ...others] = await flagsOf(player)
    expect([flag?.kind, others]).toEqual(['in-and-out', []])
    const id = flag?.id ?? ''
    expect(await reasonsOf(id)).toEqual(['in-and-out', 'TRIED'])
    await decide(id, 'mark-high')
    expect(await reasonsOf(id)).toEqual(['in-and-out', 'TRIED'])
    world.clock.advance(13 * DAY_MS)
    expect(await standingOf(await takeOut(player, 100))).toBe('paid')
    world.clock.advance(DAY_MS)
    expect(await reasonsOf(id)).toEqual(['in-and-out', 'HIGH'])
    const waits = await takeOut(player, 100)
    expect(await standingOf(waits)).toBe('waiting')
    await decide(id, 'false')
    await world.work()
    expect((await flagsOf(player)).map(({ state }) => state)).toEqual(['closed'])
  })

  it('[OFC-059] of a kind on trial are seen by RISK alone: in the queue, one by one and on the member page', async () => {
    const player = await world.player()
    await player.deposit(1_100)
    world.clock.advance(HOUR_MS)
    await takeOut(player, 900)
    world.clock.advance(HOUR_MS)
    await world.work()
    const [flag] = await flagsOf(player)
    const id = flag?.id ?? ''
    // As if the kind had begun to be looked for when this one was raised.
    await world.rows('update abuse_flag set holds_from = $2 where id = $1', [
      id,
      new Date(world.clock.now().getTime() + DAY_MS),
    ])
    const seenBy = async ({ token }: Staff) => {
      const { desk: ask } = world.app
      const { rows, count } = await ask.ok(desk.deskDecisions, { token, query: { kind: 'flag' } })
      const params = { kind: 'flag' as const, id }
      const { status, body } = await ask.call(desk.deskDecision, { token, params })
      const about = await ask.ok(desk.deskMember, { token, params: { memberId: player.id } })
      const members = await ask.ok(desk.deskDecisionMembers, { token, params })
      expect(count).toBe(rows.length)
      return [
        rows.some((row) => row.id === id),
        status === 200 && body.row.id === id,
        about.flags.some(({ flagId }) => flagId === id),
        about.decisions.some((one) => one.id === id),
        members.rows.length > 0,
      ]
    }
    const all = Array.from({ length: 5 }, () => true)
    risk = await staffMember(world.app, 'Risk', ['RISK'])
    const others = [
      await staffMember(world.app, 'Payer', ['PAYMENTS']),
      await staffMember(world.app, 'Helper', ['SUPPORT']),
      await staffMember(world.app, 'Owner', ['OWNER']),
    ]
    expect(await seenBy(risk)).toEqual(all)
    for (const other of others) expect(await seenBy(other)).toEqual(all.map(() => false))
    const claim = { token: others[0]?.token ?? '', params: { kind: 'flag' as const, id } }
    expect((await world.app.desk.call(desk.deskClaimDecision, claim)).body).toMatchObject({ message: 'NO_DATA' })
    world.clock.advance(DAY_MS)
    others[0] = await staffMember(world.app, 'Payer', ['PAYMENTS'])
    expect(await seenBy(others[0])).toEqual(all)
  })

  it('[OFC-059] are raised for three payments just below what is reported, by as many processes as there are once', async () => {
    const player = await world.player()
    for (const amount of [45_000, 49_999.99, 47_500]) {
      await player.deposit(amount)
      world.clock.advance(HOUR_MS)
    }
    const beside = await world.beside()
    await Promise.all([world.work(), beside.jobs.runAll()])
    expect((await flagsOf(player)).map(({ kind }) => kind)).toEqual(['below-threshold'])
    world.clock.advance(2 * HOUR_MS)
    await world.work()
    expect(await flagsOf(player)).toHaveLength(1)
  })

  it('[OFC-059] are not raised for who plays with what he paid in', async () => {
    const player = await world.player()
    await player.open('PG')
    await player.deposit(1_000)
    world.clock.advance(HOUR_MS)
    await player.transfer('WALLET', 'PG', 1_000)
    await player.play('PG', -100)
    await player.call('GET', '/api/wallet/refresh/slot')
    world.clock.advance(HOUR_MS)
    await player.transfer('PG', 'WALLET', 900)
    await takeOut(player, 850)
    world.clock.advance(HOUR_MS)
    await world.work()
    expect(await flagsOf(player)).toEqual([])
  })
})
