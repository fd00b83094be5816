import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readInviteRule, writeInviteRule } from '../invites/invite.store.ts'
import { openRefundWorld, type RefundWorld } from '../refund-world.fixture.ts'
import { readRefundRule, writeRefundRule } from '../refunds/refund.store.ts'
import { newLosses } from './losses.fixture.ts'

let world: RefundWorld

beforeAll(async () => {
  world = await openRefundWorld()
})
afterAll(() => world.close())

interface DueDay {
  day: string
  lossMinor: number
  amountMinor: number
}

const dueOf = (memberId: string) =>
  world.rows<DueDay>(
    `select day, loss_minor as "lossMinor", amount_minor as "amountMinor" from refund_day
     where member_id = $1 order by day`,
    [memberId],
  )
const totalsOf = (memberId: string) =>
  world.rows<{ day: string; resultMinor: number }>(
    'select day, result_minor as "resultMinor" from loss_day where member_id = $1 order by day',
    [memberId],
  )
const today = () => new Date(world.clock.now().getTime() + 7 * 3_600_000).toISOString().slice(0, 10)

describe('day totals', () => {
  it('are kept as results are booked, wins and losses together', async () => {
    const member = await world.member()
    await world.play(member, -300_00)
    await world.play(member, 120_00)
    await world.playAll(Array.from({ length: 40 }, () => [member, -1_00] as const))
    expect(await totalsOf(member)).toEqual([{ day: today(), resultMinor: -220_00 }])
  })

  it('leave out results under a granted bonus, and whatever is no result', async () => {
    const member = await world.member()
    await world.play(member, -300_00, 'somebonus')
    expect(await totalsOf(member)).toEqual([])
  })

  it('change at midnight in Bangkok', async () => {
    const member = await world.member()
    const day = today()
    world.clock.set(`${day}T16:59:59.999Z`)
    await world.play(member, -1_00)
    world.clock.advance(1)
    await world.play(member, -2_00)
    expect(await totalsOf(member)).toEqual([
      { day, resultMinor: -1_00 },
      { day: today(), resultMinor: -2_00 },
    ])
    expect(today()).not.toBe(day)
  })

  it('count what is recorded after its day was closed on the next day', async () => {
    const member = await world.member()
    world.nextDay()
    await world.work()
    const day = today()
    // A process whose clock is an hour behind midnight, or whose commit came late.
    const now = world.clock.now()
    world.clock.advance(-20 * 3_600_000)
    expect(today()).not.toBe(day)
    await world.play(member, -5_00)
    world.clock.set(now)
    expect(await totalsOf(member)).toEqual([{ day, resultMinor: -5_00 }])
  })

  it('stand and fall with the booking', async () => {
    const member = await world.member()
    const refused = world.play(member, -2_000_000_000_00)
    await expect(refused).rejects.toThrow('NOT_ENOUGH')
    expect(await totalsOf(member)).toEqual([])
  })
})

describe('the daily job', () => {
  it('[REF-001] makes 5 % of new losses due, floored, for days on which there were any', async () => {
    const [loser, winner, idle] = [await world.member(), await world.member(), await world.member()]
    await world.play(loser, -100_39)
    await world.play(winner, 50_00)
    const day = today()
    await world.work()
    expect(await dueOf(loser)).toEqual([])
    world.nextDay()
    await world.work()
    expect(await dueOf(loser)).toEqual([{ day, lossMinor: 100_39, amountMinor: 5_01 }])
    expect(await dueOf(winner)).toEqual([])
    expect(await dueOf(idle)).toEqual([])
  })

  it('gives nothing for a day that was computed, though its month is looked at again', async () => {
    world.clock.set('2027-03-02T05:00:00.000Z')
    await world.work()
    const member = await world.member()
    await world.play(member, -100_00)
    world.nextDay()
    await world.work()
    await world.rows('delete from refund_day where member_id = $1', [member])
    const day = today()
    await world.play(member, -40_00)
    world.nextDay()
    await world.work()
    expect(await dueOf(member)).toEqual([{ day, lossMinor: 40_00, amountMinor: 2_00 }])
  })

  it('writes each member and day once, however often and in how many processes it runs', async () => {
    const members = await Promise.all(Array.from({ length: 20 }, () => world.member()))
    await world.playAll(members.map((member) => [member, -100_00] as const))
    world.nextDay()
    await Promise.all(Array.from({ length: 8 }, () => world.process().workLossDays()))
    await world.work()
    const rows = await world.rows(`select from refund_day where member_id = any ($1::text[])`, [members])
    expect(rows).toHaveLength(20)
  })

  it('loses no result and counts none twice, while days are closed and computed beside the bookings', async () => {
    const members = await Promise.all(Array.from({ length: 6 }, () => world.member()))
    const days = 4
    for (let day = 0; day < days; day += 1) {
      const booked = members.flatMap((member) => Array.from({ length: 25 }, () => world.play(member, -1_00)))
      const jobs = Array.from({ length: 4 }, async () => {
        await Promise.resolve()
        await world.process().workLossDays()
      })
      // Midnight passes while they run.
      world.nextDay()
      const late = members.flatMap((member) => Array.from({ length: 25 }, () => world.play(member, -1_00)))
      await Promise.all([...booked, ...jobs, ...late, world.process().workLossDays()])
    }
    world.nextDay()
    await world.work()
    const sums = await world.rows<{ lost: number; refunded: number }>(
      `select (select -sum(result_minor)::bigint from loss_day where member_id = member.id) as lost,
         (select sum(loss_minor)::bigint from refund_day where member_id = member.id) as refunded
       from member where id = any ($1::text[])`,
      [members],
    )
    expect(sums).toEqual(members.map(() => ({ lost: days * 50_00, refunded: days * 50_00 })))
  })

  it('never opens a computed day again', async () => {
    const member = await world.member()
    await world.play(member, -100_00)
    world.nextDay()
    await world.work()
    const before = await dueOf(member)
    await world.play(member, -60_00)
    await world.work()
    expect(await dueOf(member)).toEqual(before)
    world.nextDay()
    await world.work()
    expect(await dueOf(member)).toEqual([...before, { day: expect.any(String), lossMinor: 60_00, amountMinor: 3_00 }])
  })

  it('catches up with days that it missed, over the end of a month', async () => {
    world.clock.set('2027-03-30T05:00:00Z')
    await world.work()
    const member = await world.member()
    for (const resultMinor of [-100_00, 50_00, -30_00, -60_00, 10_00, -40_00]) {
      await world.play(member, resultMinor)
      world.nextDay()
    }
    await world.work()
    // Until the 31st: lost 100, then 50. From the 1st: 30, 90, 80, 120.
    expect((await dueOf(member)).map(({ day, lossMinor }) => [day, lossMinor])).toEqual([
      ['2027-03-30', 100_00],
      ['2027-04-01', 30_00],
      ['2027-04-02', 60_00],
      ['2027-04-04', 30_00],
    ])
  })

  it('follows the rule that held when the day ended, and changes nothing that is due', async () => {
    const [member, rule] = [await world.member(), await readRefundRule(world.database, world.clock.now())]
    if (rule === null) throw new Error('there is no rule')
    await world.play(member, -100_00)
    world.nextDay()
    await world.work()
    const firstDay = await dueOf(member)
    await writeRefundRule(world.database, world.clock.now(), { ...rule, percentHundredths: 1_000 })
    await world.play(member, -100_00)
    world.nextDay()
    await writeRefundRule(world.database, world.clock.now(), { ...rule, isActive: false })
    await world.play(member, -100_00)
    world.nextDay()
    await writeRefundRule(world.database, world.clock.now(), { ...rule, minimumMinor: 5_01 })
    await world.play(member, -100_19)
    world.nextDay()
    await writeRefundRule(world.database, world.clock.now(), rule)
    await world.work()
    expect((await dueOf(member)).map(({ amountMinor }) => amountMinor)).toEqual([5_00, 10_00])
    expect((await dueOf(member))[0]).toEqual(firstDay[0])
  })

  it('takes the rules that held at the midnight of Bangkok at which the day ended', async () => {
    const [inviter, rule] = [await world.member(), await readRefundRule(world.database, world.clock.now())]
    const inviteRule = await readInviteRule(world.database, world.clock.now())
    if (rule === null || inviteRule === null) throw new Error('there is no rule')
    const member = await world.member(inviter)
    const day = today()
    const midnight = new Date(`${day}T17:00:00.000Z`)
    await world.play(member, -100_00)
    await writeRefundRule(world.database, new Date(midnight.getTime() - 1), { ...rule, percentHundredths: 1_000 })
    await writeRefundRule(world.database, midnight, { ...rule, percentHundredths: 2_000 })
    await writeInviteRule(world.database, new Date(midnight.getTime() - 1), { ...inviteRule, percentHundredths: 300 })
    await writeInviteRule(world.database, midnight, { ...inviteRule, percentHundredths: 400 })
    world.nextDay()
    await world.work()
    expect(await dueOf(member)).toEqual([{ day, lossMinor: 100_00, amountMinor: 10_00 }])
    expect(await world.posted(inviter, 'invite')).toBe(3_00)
    await writeRefundRule(world.database, world.clock.now(), rule)
    await writeInviteRule(world.database, world.clock.now(), inviteRule)
  })

  it('[INV-001] posts 1 % of what friends newly lost to their inviter, once a day', async () => {
    const inviter = await world.member()
    const friends = [await world.member(inviter), await world.member(inviter)]
    const friendOfFriend = await world.member(friends[0])
    await world.playAll([
      [friends[0] ?? '', -100_99],
      [friends[1] ?? '', -50_99],
      [friendOfFriend, -700_00],
    ])
    world.nextDay()
    await Promise.all(Array.from({ length: 5 }, () => world.process().workLossDays()))
    await world.work()
    expect(await world.posted(inviter, 'invite')).toBe(1_00 + 50)
    expect(await world.posted(friends[0] ?? '', 'invite')).toBe(7_00)
    await world.audit()
  })

  it('says in SQL for all at once what the rules say of one', async () => {
    const amounts = fc.array(fc.integer({ min: -500_00, max: 400_00 }), { minLength: 40, maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(fc.array(amounts, { minLength: 1, maxLength: 3 }), async (histories) => {
        const members = await Promise.all(histories.map(() => world.member()))
        const played = new Map<string, { day: string; resultMinor: number }[]>()
        for (let index = 0; index < 40; index += 1) {
          const due = members.map((member, at) => [member, histories[at]?.[index] ?? 0] as const)
          await world.playAll(due.filter(([, resultMinor]) => resultMinor !== 0))
          for (const [member, resultMinor] of due) {
            played.set(member, [...(played.get(member) ?? []), { day: today(), resultMinor }])
          }
          world.nextDay()
          // Sometimes day by day, sometimes several at once.
          if ((histories[0]?.[index] ?? 0) % 3 === 0) await world.work()
        }
        await world.work()
        for (const member of members) {
          const expected = newLosses(played.get(member) ?? []).flatMap(({ day, lossMinor }) =>
            lossMinor < 20 ? [] : [{ day, lossMinor, amountMinor: Math.floor(lossMinor / 20) }],
          )
          expect(await dueOf(member)).toEqual(expected)
        }
      }),
      { numRuns: 4 },
    )
  })
})
