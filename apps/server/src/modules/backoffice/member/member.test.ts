import { type AnswerOf, calls, desk, TIMELINE_KINDS, TIMELINE_PAGE_SIZE } from '@krapao/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { until } from '../../../testing/until.ts'
import { say } from '../../../testing/worlds/chat-world.ts'
import { type Staff, staffMember } from '../../../testing/worlds/desk-world.ts'
import { memberWithMoney, payQr, type StoryMember } from '../../../testing/worlds/stories.ts'
import { standingOf } from './standing.rules.ts'

let app: TestApp
let noi: Staff
let keng: Staff
let member: StoryMember

const read = (by = noi) => app.desk.ok(desk.deskMember, { token: by.token, params: { memberId: member.memberId } })
const timeline = (query: { kind?: string; after?: string }) =>
  app.desk.ok(desk.deskTimeline, { token: noi.token, params: { memberId: member.memberId }, query: query as never })
type Rows = AnswerOf<typeof desk.deskTimeline>['rows']

async function allPages(kind?: string, between: () => Promise<void> = () => Promise.resolve()): Promise<Rows> {
  const rows: Rows = []
  for (let after: string | null | undefined; ;) {
    const page = await timeline({ ...(kind ? { kind } : {}), ...(after ? { after } : {}) })
    rows.push(...page.rows)
    if (page.next === null) return rows
    after = page.next
    await between()
  }
}

beforeAll(async () => {
  app = await startTestApp({ sandbox: true, settings: { chatRobot: false, withdrawAutoMaxMinor: 10_00 } })
  noi = await staffMember(app, 'Noi', ['SUPPORT'])
  keng = await staffMember(app, 'Keng', ['RISK', 'PAYMENTS'])
  member = await memberWithMoney(app, 1_000)
})
afterAll(() => app.close())

describe('the page of a member', () => {
  it('[OFC-024] shows wallet, held, on its way, games with the age of their readings, net, bonus, standing, limits, sessions, flags, notes and open decisions', async () => {
    const { token, memberId } = member
    await app.ok(calls.walletActivate, { token, params: { slotCode: 'PG' } })
    await app.ok(calls.walletTransfer, { token, body: { from: 'WALLET', to: 'PG', amount: 300 } })
    await app.ok(calls.walletWithdraw, { token, body: { amount: 150 } })
    await app.desk.ok(desk.deskAddNote, { token: noi.token, params: { memberId }, body: { text: 'call before six' } })
    await app.database.query(
      `insert into abuse_flag (id, kind, key, member_ids, member_count, state, opened_at)
       values ('00000000000000000000flag', 'device', 'one', array[$1], 2, 'open', $2)`,
      [memberId, app.clock.now()],
    )
    const page = await read()
    expect(page).toMatchObject({
      member: { memberId, name: 'Somchai Jaidee', state: 'active' },
      money: { wallet: 550, held: 150, arriving: 0, waiting: { refund: 0, invite: 0 } },
      bonus: null,
      limits: [],
      exclusion: null,
      flags: [{ flagId: '00000000000000000000flag', kind: 'device' }],
      notes: [{ text: 'call before six', agent: { name: 'Noi' } }],
      decisions: [
        { kind: 'withdrawal', amount: 150 },
        { kind: 'flag', id: '00000000000000000000flag' },
      ],
    })
    expect(page.sessions).toHaveLength(1)
    const pg = () => page.money.games.find(({ code }) => code === 'PG')
    expect(pg()).toMatchObject({ amount: 300, stale: true, readAt: null })
    expect(page.net.map(({ days, deposits, withdrawals, net }) => [days, deposits, withdrawals, net])).toEqual(
      [1, 7, 30, 90, null].map((days) => [days, 1_000, 0, 1_000]),
    )
  })

  it('shows the bonus in force with what is missing, what it refuses, and ends it by hand with a deed', async () => {
    const other = await memberWithMoney(app, 100)
    const params = { memberId: other.memberId }
    const shown = () => app.desk.ok(desk.deskMember, { token: keng.token, params })
    const end = () => app.desk.call(desk.deskEndBonus, { token: keng.token, params, body: { reason: 'by two phones' } })
    expect(await end()).toMatchObject({ status: 404, body: { message: 'NO_DATA' } })
    const { bonuses } = await app.ok(calls.bonusList, { token: other.token })
    const code = bonuses[0]?.code ?? ''
    await app.ok(calls.bonusActivate, { token: other.token, params: { code } })
    expect(await shown()).toMatchObject({
      bonus: { state: 'armed', missing: null },
      standing: expect.arrayContaining([{ what: 'bonus', why: 'BONUS_ALREADY_ACTIVE' }]),
    })
    const qr = await app.ok(calls.qrCreate, {
      token: other.token,
      params: { bankCode: 'KBANK' },
      body: { amount: 1_000 },
    })
    await payQr(app, other, qr.payload ?? '')
    await until('it is granted', async () => (await shown()).bonus?.state === 'granted')
    const { bonus, standing } = await shown()
    expect(bonus?.missing).toBeCloseTo((bonus?.target ?? 0) - (bonus?.current ?? 0), 2)
    expect(bonus?.missing).toBeGreaterThan(0)
    expect(standing).toContainEqual({ what: 'withdraw', why: 'BONUS_REMAINING' })
    expect((await end()).status).toBe(200)
    await until('it is over', async () => {
      await app.advance(1_000)
      return (await shown()).bonus === null
    })
    const deeds = await app.database.query(
      `select actor, after, reason from deed where member_id = $1 and what = 'bonus-ended'`,
      [other.memberId],
    )
    expect(deeds).toEqual([
      { actor: `agent:${keng.agentId}`, after: { state: 'ending', outcome: 'failed' }, reason: 'by two phones' },
    ])
  })

  it('tells how long a changed account has withdrawals wait by the release rules in force, not by the setting that they began with', async () => {
    const other = await memberWithMoney(app, 100)
    await app.database.query('update member_bank_account set changed_at = $2 where member_id = $1', [
      other.memberId,
      new Date(app.clock.now().getTime() - 30 * 3_600_000),
    ])
    const waits = async () => {
      const params = { memberId: other.memberId }
      const { standing } = await app.desk.ok(desk.deskMember, { token: noi.token, params })
      return standing.some(({ why }) => why === 'PAYEE_CHANGED')
    }
    expect(await waits()).toBe(false)
    await app.command('settings', 'set', 'secondPerson', 'off')
    await app.command('release', 'propose', '10', '60000', '48', 'a', 'wave', 'of', 'stolen', 'phones')
    expect(await waits()).toBe(true)
    await app.command('settings', 'set', 'secondPerson', 'on')
  })

  it('has a game read anew once in ten seconds, which tells the age of its reading', async () => {
    const { memberId } = member
    const again = () =>
      app.desk.call(desk.deskReadGame, { token: noi.token, params: { memberId }, body: { code: 'pg' } })
    const readAt = app.clock.now().toISOString()
    expect(await again()).toMatchObject({ status: 200, body: { code: 'PG', amount: 300, readAt, stale: false } })
    expect(await again()).toMatchObject({ status: 429, body: { message: 'REQUEST_LIMIT' } })
    app.clock.advance(11 * 60_000)
    expect((await read()).money.games).toMatchObject([{ code: 'PG', readAt, stale: true }])
    expect((await again()).status).toBe(200)
    expect((await read()).money.games).toMatchObject([{ code: 'PG', stale: false }])
  })
})

describe('what is refused to a member', () => {
  const well = {
    isActive: true,
    bonusState: null,
    waits: [],
    isExcluded: false,
    keptMinor: 20_00,
  }
  it.each([
    [{}, []],
    [{ isActive: false }, ['login INACTIVE_USER']],
    [{ bonusState: 'armed' as const }, ['bonus BONUS_ALREADY_ACTIVE', 'rewards BONUS_REMAINING']],
    [{ isExcluded: true }, ['deposit EXCLUDED', 'transfer EXCLUDED', 'bonus EXCLUDED', 'rewards EXCLUDED']],
    [
      { bonusState: 'ending' as const },
      [
        'deposit BONUS_REMAINING',
        'withdraw BONUS_REMAINING',
        'transfer BONUS_REMAINING',
        'bonus BONUS_ALREADY_ACTIVE',
        'rewards BONUS_REMAINING',
      ],
    ],
    [
      { isExcluded: true, bonusState: 'ending' as const },
      [
        ...['deposit EXCLUDED', 'transfer EXCLUDED', 'bonus EXCLUDED', 'rewards EXCLUDED'],
        ...['deposit BONUS_REMAINING', 'withdraw BONUS_REMAINING', 'transfer BONUS_REMAINING'],
        ...['bonus BONUS_ALREADY_ACTIVE', 'rewards BONUS_REMAINING'],
      ],
    ],
    [
      // Won, or nothing of it left to take: the way out is open, whatever the state says.
      { isExcluded: true, bonusState: 'ending' as const, keptMinor: 0 },
      [
        ...['deposit EXCLUDED', 'transfer EXCLUDED', 'bonus EXCLUDED', 'rewards EXCLUDED'],
        ...['deposit BONUS_REMAINING', 'transfer BONUS_REMAINING'],
        ...['bonus BONUS_ALREADY_ACTIVE', 'rewards BONUS_REMAINING'],
      ],
    ],
    [{ waits: ['OPEN_CASE', 'LATE_WIN'] }, ['withdraw-waits OPEN_CASE', 'withdraw-waits LATE_WIN']],
  ])('%j', (changed, expected) => {
    expect(standingOf({ ...well, ...changed }).map(({ what, why }) => `${what} ${why}`)).toEqual(expected)
  })
})

describe('the timeline of a member', () => {
  it('[OFC-025] is one list of movements with their states, logins, changes, deeds and chats, newest first, narrowed by kind', async () => {
    await say(app, { token: member.token, roomId: member.memberId } as never, 'where is my money?')
    app.clock.advance(1_000)
    await app.desk.ok(desk.deskEndSessions, {
      token: noi.token,
      params: { memberId: member.memberId },
      body: { reason: 'he asked' },
    })
    const { token } = await app.ok(calls.login, {
      body: { username: member.phone, password: member.password, remember: true },
    })
    member.token = token
    const rows = await allPages()
    const times = rows.map(({ at }) => at)
    expect(times).toEqual(times.toSorted().toReversed())
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
    const kinds = new Set(rows.map(({ kind }) => kind))
    for (const kind of ['deposit', 'withdraw', 'transfer', 'login', 'deed', 'chat']) expect(kinds).toContain(kind)
    expect(rows.find(({ kind }) => kind === 'withdraw')).toMatchObject({ status: 'IN_PROGRESS', amount: 150 })
    expect(rows.find(({ what }) => what === 'sessions-ended')).toMatchObject({
      by: 'Noi',
      facts: { reason: 'he asked' },
    })
    // Narrowed to each kind in turn it is the same list.
    const apart = await Promise.all(TIMELINE_KINDS.map((kind) => allPages(kind)))
    expect(
      apart
        .flat()
        .map(({ key }) => key)
        .toSorted(),
    ).toEqual(rows.map(({ key }) => key).toSorted())
    expect(JSON.stringify(rows)).not.toContain('where is my money?')
  })

  it('[OFC-025] leaves nothing out and tells nothing twice while new rows come', async () => {
    const at = app.clock.now()
    await app.database.query(
      `insert into game_transfer (id, member_id, operation_id, from_code, to_code, amount_minor, status, created_at, updated_at)
       select 'paged' || lpad(one::text, 20, '0'), $1, 'paged' || one, 'WALLET', 'PG', one, 'SUCCESS',
         $2::timestamptz - (one / 3) * interval '1 second', $2 from generate_series(1, $3::int) as one`,
      [member.memberId, at, TIMELINE_PAGE_SIZE * 3],
    )
    const before = await allPages()
    let more = 0
    const seen = await allPages(undefined, async () => {
      app.clock.advance(1_000)
      more += 1
      await app.desk.ok(desk.deskAddNote, {
        token: noi.token,
        params: { memberId: member.memberId },
        body: { text: `meanwhile ${more}` },
      })
    })
    expect(more).toBeGreaterThan(2)
    expect(seen.map(({ key }) => key)).toEqual(before.map(({ key }) => key))
    expect((await timeline({})).rows.slice(0, more).every(({ what }) => what === 'note-added')).toBe(true)
  })

  it.each(['nowhere', '2026-11-23T00:00:00.000Z_elsewhere:1', '2026-13-45T00:00:00.000Z_deed:1'])(
    'refuses to go on behind %s',
    async (after) => {
      const sent = { token: noi.token, params: { memberId: member.memberId }, query: { after } }
      expect(await app.desk.call(desk.deskTimeline, sent)).toMatchObject({ status: 422, body: { message: 'NO_DATA' } })
    },
  )
})
