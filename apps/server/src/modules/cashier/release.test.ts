import { type AnswerOf, calls, desk } from '@krapao/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { type Staff, staffMember } from '../../testing/desk-world.ts'
import { memberWithMoney, type StoryMember } from '../../testing/stories.ts'

const HOUR_MS = 3_600_000

let app: TestApp
let risk: Staff

beforeAll(async () => {
  // Eight in the morning of Bangkok: what a test asks for is of one day.
  app = await startTestApp({ settings: { registerOTP: false, withdrawPerDay: 20, withdrawMaxMinor: 50_000_00 } })
  risk = await staffMember(app, 'Risk', ['RISK'])
})
afterAll(() => app.close())

async function newMember({ isProven = true, changedHoursAgo = null as number | null } = {}): Promise<StoryMember> {
  const member = await memberWithMoney(app, 400_000)
  const hoursAgo = (hours: number) => new Date(app.clock.now().getTime() - hours * HOUR_MS)
  await app.database.query('update member_bank_account set proven_at = $2, changed_at = $3 where member_id = $1', [
    member.memberId,
    isProven ? hoursAgo(0) : null,
    changedHoursAgo === null ? null : hoursAgo(changedHoursAgo),
  ])
  return member
}

const ask = async ({ token }: StoryMember, amount: number): Promise<string> =>
  (await app.ok(calls.walletWithdraw, { token, body: { amount } }))._id

/** How withdrawals stand, by their ids, and what was found of each when it was judged last. */
async function standOf(ids: readonly string[]): Promise<{ state: string; reasons: string[] }[]> {
  const rows = await app.database.query<{ id: string; state: string; reasons: string[] }>(
    `select w.id, w.state, (select reasons from release_judgement j where j.withdrawal_id = w.id order by step desc limit 1) as reasons
     from withdrawal w where w.id = any ($1::text[])`,
    [ids],
  )
  return ids.map((id) => {
    const { state = '', reasons = [] } = rows.find((row) => row.id === id) ?? {}
    return { state, reasons }
  })
}

const replay = (rules: AnswerOf<typeof desk.deskReleaseRules>['rules']) =>
  app.desk.ok(desk.deskReleaseReplay, { token: risk.token, body: rules })

describe('automatic release', () => {
  it('[OFC-038] tells each condition that a withdrawal fails, as it is asked for', async () => {
    const [steady, changed, unproven] = [
      await newMember(),
      await newMember({ changedHoursAgo: 23 }),
      await newMember({ isProven: false }),
    ]
    const ids = [
      await ask(steady, 20_000),
      await ask(steady, 20_000.01),
      await ask(steady, 19_999.99),
      // 60,000 by then.
      await ask(steady, 100),
      await ask(changed, 30_000),
      await ask(unproven, 2_000),
      await ask(unproven, 2_000.01),
    ]
    expect(await standOf(ids)).toEqual([
      { state: 'due', reasons: [] },
      { state: 'waiting', reasons: ['AMOUNT'] },
      { state: 'due', reasons: [] },
      { state: 'waiting', reasons: ['DAY_AMOUNT'] },
      { state: 'waiting', reasons: ['AMOUNT', 'PAYEE_CHANGED'] },
      { state: 'due', reasons: [] },
      { state: 'waiting', reasons: ['PAYEE_UNPROVEN'] },
    ])
    const list = await app.command('withdrawals', 'list')
    expect(list).toContain(`${ids[4]}  waiting (AMOUNT, PAYEE_CHANGED)`)
  })

  it('[OFC-038] judges again before sending: of a member who is flagged high between nothing goes out until a person says so', async () => {
    const member = await newMember()
    const id = await ask(member, 500)
    expect(await standOf([id])).toEqual([{ state: 'due', reasons: [] }])
    const flag = '0123456789abcdef0123456789'
    await app.database.query(
      `insert into abuse_flag (id, kind, key, member_ids, member_count, state, opened_at)
       values ($1, 'address', 'somewhere', array[$2], 5, 'open', $3)`,
      [flag, member.memberId, app.clock.now()],
    )
    const before = await ask(member, 100)
    await app.command('flags', 'mark', flag, 'high', '--reason', 'he', 'plays', 'with', 'himself')
    const after = await ask(member, 200)
    await app.advance(1_000)
    const waits = { state: 'waiting', reasons: ['HIGH_FLAG'] }
    expect(await standOf([id, before, after])).toEqual([waits, waits, waits])
    await app.command('withdrawals', 'pay', id)
    await app.advance(1_000)
    expect((await standOf([id, before]))[0]?.state).toBe('sent')
    await app.command('flags', 'mark', flag, 'normal', '--reason', 'it', 'was', 'his', 'brother')
    const deeds = await app.database.query(
      `select actor, before, after, reason from deed where what = 'flag-marked' order by number`,
    )
    expect(deeds).toEqual([
      {
        actor: 'cli:tester',
        before: { severity: 'normal' },
        after: { severity: 'high' },
        reason: 'he plays with himself',
      },
      {
        actor: 'cli:tester',
        before: { severity: 'high' },
        after: { severity: 'normal' },
        reason: 'it was his brother',
      },
    ])
    expect(await standOf([await ask(member, 100)])).toEqual([{ state: 'due', reasons: [] }])
  })

  it('tells staff the rules in force, and what is no matter of rules', async () => {
    const { version, rules, always, history } = await app.desk.ok(desk.deskReleaseRules, { token: risk.token })
    const began = { withdrawAutoMax: 20_000, withdrawAutoDayMax: 60_000, payeeUnchangedHours: 24 }
    expect({ version, rules }).toEqual({ version: 0, rules: began })
    expect(always).toContain('HIGH_FLAG')
    expect(history).toMatchObject([{ version: 0, rules: began, at: null }])
    const { withdrawAutoMax: _, ...less } = began
    const tried = [{ ...began, withdrawAutoMax: -1 }, { ...began, payeeUnchangedHours: 0.5 }, less]
    for (const rawBody of tried) {
      const { status } = await app.desk.call(desk.deskReleaseReplay, { token: risk.token, rawBody })
      expect([400, 422]).toContain(status)
    }
    expect((await replay(began)).all.count).toBeGreaterThan(0)
    expect(await app.command('release', 'replay', '20000', '60000', '24')).toContain('would wait')
    expect(await app.command('release', 'rules')).toContain('20,000.00 each')
  })
})
