import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BonusMember, type BonusWorld, openBonusWorld } from '../../testing/bonus-world.ts'

// Bets that are open while a bonus begins or ends, as a thief would have them: what is lost on one side of it is won back
// on the other.

let world: BonusWorld

beforeAll(async () => {
  world = await openBonusWorld()
})
afterAll(async () => {
  await world.audit()
  await world.close()
})

const DAY_MS = 24 * 3_600_000

const today = () => new Date(world.clock.now().getTime() + 7 * 3_600_000).toISOString().slice(0, 10)

/** What the member's days brought him, as far as refunds are made of them. */
const daysOf = ({ id }: BonusMember) =>
  world.rows<{ day: string; resultMinor: number }>(
    'select day, result_minor as "resultMinor" from loss_day where member_id = $1 order by day',
    [id],
  )

async function allHome(member: BonusMember): Promise<number> {
  await member.call('POST', '/api/wallet/transferAll', { body: { to: 'WALLET' } })
  return member.wallet()
}

/** The balance at PG changes before the grant of a bonus, again under it, and the bonus is ended. */
async function playAround(member: BonusMember, before: number, under: number, code = 'DAILY10'): Promise<void> {
  await member.call('POST', '/api/wallet/transferAll', { body: { to: 'PG' } })
  if (before !== 0) await member.play('PG', before)
  await member.call('GET', '/api/wallet/refresh/slot')
  expect((await member.arm(code)).status).toBe(200)
  await member.deposit(100)
  // The first reading.
  await world.work()
  await member.play('PG', under)
  await member.call('GET', '/api/wallet/refresh/slot')
  expect((await member.clear()).body).toEqual({ message: 'BONUS_CLEAR', status: 'SUCCESS' })
}

describe('what was lost before a bonus', () => {
  it('and is won back under it makes no refund, day after day', async () => {
    const member = await world.player({ walletMinor: 20_000_00 })
    await member.open('PG')
    for (let day = 0; day < 3; day += 1) {
      // Stakes on both sides, settled under the bonus: nothing won, nothing lost.
      await playAround(member, -20_000, 20_000)
      world.clock.advance(DAY_MS)
      for (let times = 0; times < 3; times += 1) await world.work()
      expect((await member.call('GET', '/api/refund/receive')).status).not.toBe(200)
    }
    expect((await daysOf(member)).map(({ resultMinor }) => resultMinor)).toEqual([0, 0, 0])
    expect(await world.rows('select from refund_day where member_id = $1', [member.id])).toEqual([])
    // What he deposited, and the bonuses that he won.
    expect(await allHome(member)).toBe(20_000 + 3 * 110)
  })
})

describe('the results under a bonus together', () => {
  it('count on the day of its end when they are a win', async () => {
    const member = await world.player({ walletMinor: 1_000_00 })
    await member.open('PG')
    await playAround(member, 0, 500)
    expect(await daysOf(member)).toEqual([{ day: today(), resultMinor: 500_00 }])
  })

  it('never count when they are a loss', async () => {
    const member = await world.player({ walletMinor: 1_000_00 })
    await member.open('PG')
    await playAround(member, -10, -109.5)
    expect(await daysOf(member)).toEqual([{ day: today(), resultMinor: -10_00 }])
  })

  it('count on the first open day when the day of their end is closed', async () => {
    const member = await world.player({ walletMinor: 1_000_00 })
    await member.open('PG')
    const closed = new Date(world.clock.now().getTime() + 7 * 3_600_000 + DAY_MS).toISOString().slice(0, 10)
    const [calendar] = await world.rows<{ through: string }>('select closed_through as "through" from loss_calendar')
    await world.rows('update loss_calendar set closed_through = $1', [closed])
    await playAround(member, 0, 500)
    await world.rows('update loss_calendar set closed_through = $1', [calendar?.through])
    const [counted] = await daysOf(member)
    expect(counted?.resultMinor).toBe(500_00)
    expect((counted?.day ?? '') > closed).toBe(true)
  })
})
