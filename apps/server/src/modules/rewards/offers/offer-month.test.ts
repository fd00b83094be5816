import { type AnswerOf, desk, type Offer } from '@krapao/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../../platform/durations.ts'
import { type BonusMember, type BonusWorld, openBonusWorld } from '../../../testing/worlds/bonus-world.ts'
import { type Staff, staffMember } from '../../../testing/worlds/desk-world.ts'

const DAYS = 30
const MEMBERS = 2
const MIN_DEPOSIT = 100

let world: BonusWorld
let noi: Staff

beforeAll(async () => {
  world = await openBonusWorld({ hasDesk: true })
  noi = await staffMember(world.app, 'Noi', ['MARKETING'])
  // Months pass here: nobody is asked for his code again, nor logged out.
  await world.rows(`update support_agent_session set second_factor_at = '9999-01-01', expires_at = '9999-01-01'`)
})
afterAll(async () => {
  await world.audit()
  await world.close()
})

const code = 'MONTH'
const params = { source: 'bonus' as const, code }
const words = { th: 'โบนัสเดือนใหม่', lo: 'ໂບນັດເດືອນໃໝ່', en: 'A new month' }
const offer: Offer = {
  ...{ kind: 'limit', maxReceived: 1, percent: 20, fixed: null, cap: 1_000, minDeposit: MIN_DEPOSIT },
  ...{ percentFail: 5, percentSuccess: 150, seats: null, monthlyBudget: null, validFrom: null, validUntil: null },
  ...{ names: words, descriptions: words, banners: [] },
}

type Simulation = NonNullable<AnswerOf<typeof desk.deskSimulateBonus>['draft']['simulation']>

/** Written anew and tried on what happened. */
async function simulated(): Promise<Simulation & { revision: string }> {
  const body = { ...params, revision: null, ...offer }
  const { draft } = await world.app.desk.ok(desk.deskSaveBonus, { token: noi.token, body })
  const { revision } = draft
  const { simulation } = (
    await world.app.desk.ok(desk.deskSimulateBonus, { token: noi.token, params, body: { revision } })
  ).draft
  if (simulation === null) throw new Error('nothing was simulated')
  return { ...simulation, revision }
}

/** What a member deposits on a day: not on each, and not always enough for the bonus. */
const depositOf = (member: number, day: number): number | null =>
  (member + day) % 3 === 0 ? ([50, 150.55, 300, 20_000, 99.99][(member * 7 + day) % 5] ?? null) : null

const step = () => world.clock.advance(MINUTE_MS)

async function play(member: BonusMember, change: number): Promise<void> {
  await member.play('PG', change)
  step()
  await member.call('GET', '/api/wallet/refresh/slot')
  step()
}

/** A month of the same deposits and the same luck; in it whoever may takes the bonus first. */
async function month(members: readonly BonusMember[], takes: boolean): Promise<void> {
  const from = world.clock.now().getTime()
  for (let day = 0; day < DAYS; day += 1) {
    for (const [index, member] of members.entries()) {
      step()
      const amount = depositOf(index, day)
      const held = await member.state()
      // Under a bonus nobody deposits.
      if (amount === null || (held !== null && held.base !== null)) continue
      if (takes && amount >= MIN_DEPOSIT && held === null) await member.arm(code)
      step()
      await member.deposit(amount)
      step()
      await member.transfer('WALLET', 'PG', Math.floor((await member.wallet()) * 100) / 100)
      step()
      // One doubles what he brought, the other loses it all.
      const base = (await member.state())?.base ?? amount
      await play(member, index % 2 === 0 ? Math.ceil(base) : -Math.floor(base))
      if (takes) await member.clear()
      step()
      await world.work()
    }
    world.clock.advance(DAY_MS - ((world.clock.now().getTime() - from) % DAY_MS))
    await world.work()
  }
}

it('[OFC-043] a bonus that is simulated, published and played for a month grants whom and what was told before, at a cost between the bounds', async () => {
  const members = await Promise.all(Array.from({ length: MEMBERS }, () => world.player()))
  for (const member of members) await member.open('PG')
  await month(members, false)
  const before = await simulated()
  expect(before).toMatchObject({ takers: MEMBERS, grants: MEMBERS })
  expect(before.cost.low).toBeLessThanOrEqual(before.cost.middle)
  expect(before.cost.middle).toBeLessThanOrEqual(before.cost.high)

  const body = { revision: before.revision, reason: 'a new month' }
  expect(await world.app.desk.ok(desk.deskPublishBonus, { token: noi.token, params, body })).toMatchObject({
    outcome: 'done',
  })
  step()
  await month(members, true)

  const [real] = await world.rows<Record<'takers' | 'grants' | 'granted' | 'won' | 'lost' | 'cost', number>>(
    `select count(distinct member_id) as takers, count(*) as grants, sum(bonus_minor)::bigint as granted,
       count(*) filter (where state = 'passed') as won, count(*) filter (where state = 'failed') as lost,
       coalesce(sum(bonus_minor) filter (where state = 'passed'), 0)::bigint as cost
     from user_bonus where code = $1 and bonus_minor is not null`,
    [code],
  )
  expect(real).toMatchObject({
    takers: before.takers,
    grants: before.grants,
    granted: Math.round(before.granted * 100),
  })
  expect([real?.won, real?.lost]).toEqual([MEMBERS / 2, MEMBERS / 2])
  const cost = (real?.cost ?? 0) / 100
  expect(cost).toBeGreaterThanOrEqual(before.cost.low)
  expect(cost).toBeLessThanOrEqual(before.cost.high)
  // The same rule gone over anew tells of the month what it was.
  const after = await simulated()
  expect([after.takers, after.won, after.lost, after.open]).toEqual([MEMBERS, MEMBERS / 2, MEMBERS / 2, 0])
})
