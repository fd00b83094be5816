import { type AnswerOf, calls, desk, TODAY_FIGURES } from '@krapao/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS, WEEK_MS } from '../../../platform/durations.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { book } from '../../../testing/book.ts'
import { createFakeClock } from '../../../testing/clock.ts'
import { type Staff, staffMember } from '../../../testing/worlds/desk-world.ts'
import { memberWithMoney, registeredMember } from '../../../testing/worlds/stories.ts'

let app: TestApp
let staff: Staff

beforeAll(async () => {
  // 12:00 in Bangkok.
  app = await startTestApp({
    clock: createFakeClock(new Date('2026-11-16T05:00:00.000Z')),
    settings: { registerOTP: false },
  })
  staff = await staffMember(app, 'Mali', ['OWNER', 'PAYMENTS'])
})
afterAll(() => app.close())

const look = async () => {
  app.clock.advance(5_000)
  return app.desk.ok(desk.deskToday, { token: staff.token })
}
const list = async (figure: string, day = 'now'): Promise<AnswerOf<typeof desk.deskTodayList>['rows']> =>
  (await app.desk.ok(desk.deskTodayList, { token: staff.token, params: { figure } as never, query: { day } as never }))
    .rows

/** Books on the ledger as its modules do. */
async function bookOf(memberId: string, code: string, from: string, to: string, amountMinor: number): Promise<void> {
  const named = (end: string) => (end.startsWith('house/') ? end : `member/${memberId}/${end}`)
  await book(app.app(), { from: named(from), to: named(to), amountMinor, code, at: app.clock.now() })
}

describe('the day at a glance', () => {
  it('[OFC-020] shows deposits, withdrawals, net, GGR, active and new members against the same weekday of last week up to the same hour', async () => {
    const first = await memberWithMoney(app, 500)
    await bookOf(first.memberId, 'game-result', 'house/provider:PG', 'wallet', 40_00)
    // Of last week after the hour at which it is compared: counts nowhere.
    app.clock.advance(3 * HOUR_MS)
    await bookOf(first.memberId, 'withdrawal', 'wallet', 'house/bank:KBANK', 77_00)
    app.clock.advance(WEEK_MS - 4 * HOUR_MS)
    staff = await staffMember(app, 'Mali', ['OWNER', 'PAYMENTS'])
    // 11:00 of the same weekday: nothing of last week lies before it yet, and nothing of today.
    expect((await look()).figures.deposits).toMatchObject({ now: 0, before: 0 })
    app.clock.advance(2 * HOUR_MS)

    const second = await memberWithMoney(app, 1_200.5)
    await registeredMember(app)
    await bookOf(second.memberId, 'withdrawal', 'wallet', 'house/bank:KBANK', 200_25)
    await bookOf(second.memberId, 'game-result', 'wallet', 'house/provider:PG', 90_00)
    await bookOf(first.memberId, 'game-result', 'house/provider:PG', 'wallet', 10_00)
    const shown = await look()
    const figures = Object.entries(shown.figures).map(([name, { now, before }]) => [name, now, before])
    expect(figures).toEqual([
      ['deposits', 1_200.5, 500],
      ['withdrawals', 200.25, 0],
      ['net', 1_000.25, 500],
      ['ggr', 80, -40],
      ['active', 2, 1],
      ['registered', 2, 1],
    ])

    // Money that moves meanwhile is in the next answer, which is never five seconds old; what came before counts once.
    await bookOf(second.memberId, 'deposit', 'house/suspense', 'wallet', 99_50)
    await bookOf(second.memberId, 'deposit-moved', 'wallet', 'house/suspense', 100_00)
    const { figures: later, asOf } = await look()
    expect(later.deposits.now).toBe(1_200)
    expect(app.clock.now().getTime() - new Date(asOf).getTime()).toBeLessThan(5_000)
    expect((await app.desk.ok(desk.deskToday, { token: staff.token })).asOf).toBe(asOf)
    const { hours } = await look()
    // From midnight on: all of it came at 13, and of last week at 12; together they are the figures.
    expect(hours).toHaveLength(14)
    expect(hours[13]).toEqual({
      now: { deposits: 1_200, withdrawals: 200.25 },
      before: { deposits: 0, withdrawals: 0 },
    })
    expect(hours[12]).toEqual({ now: { deposits: 0, withdrawals: 0 }, before: { deposits: 500, withdrawals: 0 } })
    const sum = (of: (hour: (typeof hours)[number]) => number) => hours.reduce((total, hour) => total + of(hour), 0)
    expect(sum(({ now }) => now.deposits)).toBe(later.deposits.now)
    expect(sum(({ before }) => before.withdrawals)).toBe(later.withdrawals.before)
    // Another process, which reads the day anew, tells the same.
    await app.restart()
    const anew = await look()
    expect(anew.figures).toEqual(later)
    expect(anew.hours).toEqual(hours)
  })

  it('[OFC-021] opens the list behind each figure, whose rows add up to it', async () => {
    const { figures, queues } = await look()
    for (const name of TODAY_FIGURES) {
      expect(figures[name].list).toBe(`/api/desk/today/${name}`)
      for (const day of ['now', 'before'] as const) {
        const rows = await list(name, day)
        const isOfMembers = name === 'active' || name === 'registered'
        const sum = isOfMembers
          ? rows.length
          : rows.reduce((total, { amount }) => total + Math.round((amount ?? 0) * 100), 0) / 100
        expect([name, day, sum]).toEqual([name, day, figures[name][day]])
        expect(rows.every(({ memberNo }) => memberNo !== null)).toBe(true)
      }
    }
    expect(queues.map(({ kind }) => kind).toSorted()).toEqual(
      [
        'arrival',
        'case',
        'chat',
        'flag',
        'gift',
        'notice',
        'proposal',
        'reading',
        'slip',
        'transfer',
        'withdrawal',
      ].toSorted(),
    )
    expect(queues.find(({ kind }) => kind === 'slip')?.list).toBe('/api/desk/decisions?kind=slip')
  })

  it('[OFC-021] shows each queue with count and oldest age, the health of each party, and alerts of what is late or down', async () => {
    const member = await memberWithMoney(app, 90_000)
    const since = app.clock.now().toISOString()
    await app.ok(calls.walletWithdraw, { token: member.token, body: { amount: 40_000 } })
    const waits = (shown: AnswerOf<typeof desk.deskToday>) => shown.queues.find(({ kind }) => kind === 'withdrawal')
    expect(waits(await look())).toMatchObject({ count: 1, oldestAt: since })
    app.clock.advance(15 * 60_000)
    const late = await look()
    expect(late.alerts).toContainEqual(
      expect.objectContaining({ alert: 'queue-late', what: 'withdrawal', count: 1, since }),
    )
    // Nobody answers where the sandbox would be: a payout is tried, and the bank is down.
    await app.command('settings', 'set', 'secondPerson', 'off')
    await app.command('withdrawals', 'pay', await idOf(member.memberId))
    await app.settle(60_000)
    const { parties, alerts, queues } = await look()
    expect(parties.length).toBeGreaterThan(0)
    const bank = parties.find(({ state }) => state === 'down')
    expect(bank).toMatchObject({ answeredAt: null })
    expect(bank?.failures).toBe(bank?.calls)
    expect(alerts).toContainEqual(expect.objectContaining({ alert: 'party-down', what: bank?.party }))
    expect(queues.find(({ kind }) => kind === 'withdrawal')).toMatchObject({ count: 0, oldestAt: null })
  })
})

async function idOf(memberId: string): Promise<string> {
  const [row] = await app.database.query<{ id: string }>('select id from withdrawal where member_id = $1', [memberId])
  return row?.id ?? ''
}
