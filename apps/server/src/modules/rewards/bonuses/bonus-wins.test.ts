import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../platform/durations.ts'
import { type BonusMember, type BonusWorld, openBonusWorld } from '../../../testing/worlds/bonus-world.ts'

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

describe('a bonus that was ended as lost while a bet was open', () => {
  /** He stakes all but one baht, ends the bonus as lost, and the bet pays its stake back afterwards. */
  async function paidLate(): Promise<BonusMember> {
    const member = await world.player()
    await member.open('PG')
    await member.arm('FIRST20')
    await member.deposit(5_000)
    await member.call('POST', '/api/wallet/transferAll', { body: { to: 'PG' } })
    await member.play('PG', -5_999)
    expect((await member.clear()).body).toEqual({ message: 'BONUS_CLEAR', status: 'SUCCESS' })
    await member.play('PG', 5_999)
    return member
  }
  const withdraw = async (member: BonusMember, way = 'withdraw', amount = 100) => {
    const { status, body } = await member.call('POST', `/api/wallet/${way}`, { body: { amount } })
    expect(status).toBe(200)
    return String(body['_id'])
  }
  const reasonOf = async (id: string) =>
    (
      await world.rows<{ reason: string | null }>('select wait_reason as "reason" from withdrawal where id = $1', [id])
    )[0]?.reason

  it('has the withdrawal of what it paid wait for the operator, who sees why', async () => {
    const member = await paidLate()
    const id = await withdraw(member, 'withdrawAll', 5_900)
    await world.work()
    expect(world.bank.payouts.has(id)).toBe(false)
    expect(await world.operator('withdrawals', 'list')).toMatch(
      new RegExp(`${id}  withdrawal  LATE_WIN.*amount 5,900.00 baht`),
    )
    await world.operator('withdrawals', 'pay', id)
    await world.work()
    expect(world.bank.payouts.has(id)).toBe(true)
  })

  it('holds a withdrawal up that was asked for before the win was known', async () => {
    const member = await paidLate()
    await member.deposit(500)
    const id = await withdraw(member)
    expect(await reasonOf(id)).toBeNull()
    await allHome(member)
    await world.work()
    expect(await reasonOf(id)).toBe('LATE_WIN')
    expect(world.bank.payouts.has(id)).toBe(false)
  })

  it('holds nothing up a week later', async () => {
    const member = await paidLate()
    await allHome(member)
    const endedAt = world.clock.now().getTime()
    world.clock.set(new Date(endedAt + 7 * DAY_MS - 1_000))
    expect(await reasonOf(await withdraw(member))).toBe('LATE_WIN')
    world.clock.set(new Date(endedAt + 7 * DAY_MS))
    expect(await reasonOf(await withdraw(member))).toBeNull()
  })

  it('holds nothing up while nothing was won since', async () => {
    const member = await paidLate()
    await member.play('PG', -5_999)
    await allHome(member)
    await member.deposit(500)
    expect(await reasonOf(await withdraw(member))).toBeNull()
  })

  /** What a member won or lost before a bonus that he loses on the same day, and after it. */
  async function playedOn(before: number, after: number): Promise<BonusMember> {
    const member = await world.player({ walletMinor: 10_000_00 })
    await member.open('PG')
    await member.transfer('WALLET', 'PG', 1_000)
    await member.play('PG', before)
    await allHome(member)
    world.clock.advance(60_000)
    await member.arm('FIRST20')
    await member.deposit(5_000)
    await world.work()
    await member.transfer('WALLET', 'PG', 7_000)
    await member.play('PG', -6_999)
    expect((await member.clear()).body).toEqual({ message: 'BONUS_CLEAR', status: 'SUCCESS' })
    await member.transfer('WALLET', 'PG', 500)
    await member.play('PG', after)
    await allHome(member)
    return member
  }

  it('holds a win up that losses of the same day, before the bonus, would hide', async () => {
    expect(await reasonOf(await withdraw(await playedOn(-900, 800)))).toBe('LATE_WIN')
  })

  it('holds nothing up for what was won on the same day, before the bonus', async () => {
    expect(await reasonOf(await withdraw(await playedOn(3_000, -100)))).toBeNull()
  })

  it('holds up what pays under the next bonus', async () => {
    const member = await world.player({ walletMinor: 1_000_00 })
    await member.open('PG')
    await member.arm('FIRST20')
    await member.deposit(5_000)
    await world.work()
    await member.transfer('WALLET', 'PG', 7_000)
    await member.play('PG', -6_999)
    await member.clear()
    await member.arm('DAILY10')
    await member.deposit(100)
    await world.work()
    await member.play('PG', 5_999)
    await member.call('GET', '/api/wallet/refresh/slot')
    await member.clear()
    expect(await member.state()).toBeNull()
    await allHome(member)
    expect(await reasonOf(await withdraw(member))).toBe('LATE_WIN')
  })

  it('holds nothing up when the bonus was taken back as a whole', async () => {
    const member = await world.player()
    await member.open('PG')
    await member.arm('FIRST20')
    await member.deposit(1_000)
    const { runCommand } = await import('../../../platform/commands/index.ts')
    await runCommand(world.process.rewards.commands, ['bonuses', 'end', member.id, 'failed'])
    world.clock.advance(30_000)
    await world.work()
    expect(await member.state()).toBeNull()
    await member.transfer('WALLET', 'PG', 500)
    await member.play('PG', 700)
    await allHome(member)
    expect(await reasonOf(await withdraw(member))).toBeNull()
  })
})
