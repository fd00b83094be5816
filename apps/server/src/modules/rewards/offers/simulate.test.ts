import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../../platform/durations.ts'
import { type BonusMember, type BonusWorld, openBonusWorld } from '../../../testing/worlds/bonus-world.ts'
import { ruleAt, type RuleRow } from '../terms/rule-versions.store.ts'
import { simulate } from './simulate.ts'
import type { Simulated } from './simulation.rules.ts'

let world: BonusWorld
beforeAll(async () => {
  world = await openBonusWorld()
})
afterAll(async () => {
  await world.audit()
  await world.close()
})

/** The next number of a sequence that is the same with each run. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

const isUnder = (held: Awaited<ReturnType<BonusMember['state']>>) => held !== null && held.base !== null

const step = () => world.clock.advance(MINUTE_MS)

/** All that a member has at PG goes up or down by so much, and is booked. */
async function play(member: BonusMember, change: number): Promise<void> {
  await member.play('PG', change)
  step()
  await member.call('GET', '/api/wallet/refresh/slot')
  step()
}

async function real(
  code: string,
): Promise<Pick<Simulated, 'takers' | 'grants' | 'grantedMinor' | 'won' | 'lost' | 'open'>> {
  const [row] = await world.rows<Pick<Simulated, 'takers' | 'grants' | 'grantedMinor' | 'won' | 'lost' | 'open'>>(
    `select count(distinct member_id) as takers, count(*) as grants, coalesce(sum(bonus_minor), 0)::bigint as "grantedMinor",
       count(*) filter (where state = 'passed') as won, count(*) filter (where state = 'failed') as lost,
       count(*) filter (where state not in ('passed', 'failed')) as open
     from user_bonus where code = $1 and bonus_minor is not null`,
    [code],
  )
  if (row === undefined) throw new Error('nothing was counted')
  return row
}

async function ruleOf(code: string): Promise<RuleRow> {
  const rule = await ruleAt(world.database, 'bonus', code, world.clock.now())
  if (rule === null) throw new Error(`there is no ${code}`)
  return rule
}

async function simulated(rule: RuleRow, from: Date): Promise<Simulated> {
  return simulate(
    { database: world.database, ledger: world.process.ledger },
    { ...rule, rule },
    {
      from,
      until: new Date(world.clock.now().getTime() + 1),
    },
  )
}

describe('a simulation', () => {
  it('[OFC-043] of a rule that really ran for a month equals what it granted: takers, grants, won and lost', async () => {
    const from = world.clock.now()
    const next = numbers(7)
    const members = await Promise.all(Array.from({ length: 6 }, () => world.player()))
    for (const member of members) await member.open('PG')
    for (let day = 0; day < 30; day += 1) {
      for (const member of members) {
        step()
        // Under a bonus nobody deposits.
        if (next(3) === 0 || isUnder(await member.state())) continue
        // Some hold something else meanwhile; who holds what is armed still arms nothing.
        const other = next(4) === 0 ? await member.arm('WEEKEND5') : null
        if (other?.status !== 200) await member.arm('DAILY10')
        step()
        const amount = [50, 100, 250, 300.55, 20_000][next(5)] ?? 100
        await member.deposit(amount)
        step()
        const held = await member.state()
        // What was too little left it armed: he gives it back, so as to be free tomorrow.
        if (held?.state === 'armed') await member.clear()
        if (held !== null && held.base !== null && held.state === 'granted') {
          await member.transfer('WALLET', 'PG', Math.floor((await member.wallet()) * 100) / 100)
          step()
          const luck = next(20)
          // Who has neither lost nor won holds it on.
          await play(member, luck === 0 ? 1 : luck < 10 ? -Math.floor(held.base) : Math.ceil(held.base * 3))
          await member.clear()
          step()
          await world.work()
        }
      }
      world.clock.advance(24 * HOUR_MS - ((world.clock.now().getTime() - from.getTime()) % (24 * HOUR_MS)))
      await world.work()
    }
    const rule = await ruleOf('DAILY10')
    const granted = await real('DAILY10')
    expect(granted.grants).toBeGreaterThan(20)
    expect(Math.min(granted.won, granted.lost)).toBeGreaterThan(3)
    expect(await simulated(rule, from)).toMatchObject(granted)
  })
})
