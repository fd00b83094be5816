import { HOUR_MS } from '../../../platform/durations.ts'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AnswerOf, calls, desk } from '@krapao/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { type Staff, staffMember } from '../../../testing/worlds/desk-world.ts'
import { memberWithMoney, type StoryMember } from '../../../testing/worlds/stories.ts'

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
    expect(list).toContain(`${ids[4]}  withdrawal  AMOUNT, PAYEE_CHANGED`)
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
    await app.command('flags', 'mark-high', flag, 'he', 'plays', 'with', 'himself')
    const after = await ask(member, 200)
    await app.advance(1_000)
    const waits = { state: 'waiting', reasons: ['HIGH_FLAG'] }
    expect(await standOf([id, before, after])).toEqual([waits, waits, waits])
    await app.command('withdrawals', 'pay', id)
    await app.advance(1_000)
    expect((await standOf([id, before]))[0]?.state).toBe('sent')
    await app.command('flags', 'mark-normal', flag, 'it', 'was', 'his', 'brother')
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

describe('a change of the rules', () => {
  type Rules = Parameters<typeof replay>[0]
  const propose = ({ token }: Staff, rules: Rules, version: number) =>
    app.desk.call(desk.deskReleasePropose, { token, body: { ...rules, version, reason: 'a calm month' } })
  const confirm = ({ token }: Staff, proposalId: string | null) =>
    app.desk.call(desk.deskConfirmProposal, { token, params: { proposalId: proposalId ?? '' }, body: {} })
  const inForce = () => app.desk.ok(desk.deskReleaseRules, { token: risk.token })
  const other = { withdrawAutoMax: 4_999.99, withdrawAutoDayMax: 12_000, payeeUnchangedHours: 48 }

  /** What each of five members asks for on one day; the last one's account is nobody's. */
  const wishes = [
    { terms: {}, amounts: [4_999.99, 5_000, 2_000, 0.01 + 100] },
    { terms: {}, amounts: [25_000, 100, 20_000] },
    { terms: { changedHoursAgo: 30 }, amounts: [100, 3_000] },
    { terms: { changedHoursAgo: 48 }, amounts: [100] },
    { terms: { isProven: false }, amounts: [100, 2_500] },
  ]
  async function askAll(): Promise<string[]> {
    const ids: string[] = []
    for (const { terms, amounts } of wishes) {
      const member = await newMember(terms)
      for (const amount of amounts) ids.push(await ask(member, amount))
    }
    return ids
  }

  it('[OFC-039] is replayed on what was asked for, takes owner and risk, and makes wait from then on exactly what the replay counted', async () => {
    app.clock.advance(40 * 24 * HOUR_MS)
    const [owner, both] = [
      await staffMember(app, 'Owner', ['OWNER']),
      await staffMember(app, 'Both', ['OWNER', 'RISK', 'PAYMENTS']),
    ]
    risk = await staffMember(app, 'Risk again', ['RISK'])
    const before = await askAll()
    const seen = await replay(other)
    const stoodBefore = await standOf(before)
    expect(seen.all.count).toBe(before.length)
    expect(seen.waited.count).toBe(stoodBefore.filter(({ state }) => state === 'waiting').length)
    expect((await replay((await inForce()).rules)).wouldWait).toEqual(seen.waited)

    const made = await propose(owner, other, 0)
    expect(made).toMatchObject({ status: 200, body: { outcome: 'proposed' } })
    expect(await propose(both, other, 0)).toMatchObject({ status: 409, body: { message: 'MOVED_ON' } })
    const { proposalId } = made.body
    expect((await confirm(owner, proposalId)).body).toMatchObject({ message: 'SELF_APPROVAL' })
    const second = await staffMember(app, 'Owner too', ['OWNER'])
    expect((await confirm(second, proposalId)).body).toMatchObject({ message: 'FORBIDDEN' })
    expect((await inForce()).version).toBe(0)
    const ends = await Promise.all(Array.from({ length: 20 }, () => confirm(risk, proposalId)))
    expect(ends.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(await inForce()).toMatchObject({
      version: 1,
      rules: other,
      history: [
        {
          version: 1,
          proposedBy: `agent:${owner.agentId}`,
          confirmedBy: `agent:${risk.agentId}`,
          reason: 'a calm month',
        },
        { version: 0 },
      ],
    })

    // What was asked for under the rules of before is released by them, and the same wishes now as the replay said.
    await app.advance(1_000)
    const stood = await standOf(before)
    expect(stood.map(({ state }) => state === 'waiting')).toEqual(stoodBefore.map(({ state }) => state === 'waiting'))
    const after = await askAll()
    const waiting = new Set((await standOf(after)).flatMap(({ state }, at) => (state === 'waiting' ? [after[at]] : [])))
    const amounts = wishes.flatMap(({ amounts: ofOne }) => ofOne)
    const sum = amounts.reduce(
      (total, amount, at) => total + (waiting.has(after[at]) ? Math.round(amount * 100) : 0),
      0,
    )
    expect({ count: waiting.size, amount: sum / 100 }).toEqual(seen.wouldWait)
    expect(waiting.size).toBeGreaterThan(seen.waited.count)

    expect(await propose(both, other, 0)).toMatchObject({ status: 409, body: { message: 'MOVED_ON' } })
    const again = await propose(risk, { ...other, payeeUnchangedHours: 1 }, 1)
    expect((await confirm(risk, again.body.proposalId)).body).toMatchObject({ message: 'SELF_APPROVAL' })
    expect((await confirm(both, again.body.proposalId)).status).toBe(200)
    const deeds = await app.database.query<{ before: object; after: object }>(
      `select before, after from deed where what = 'release-rules-changed' order by number`,
    )
    expect(deeds).toMatchObject([
      { before: { number: 0, autoMaxMinor: 20_000_00 }, after: { number: 1, autoMaxMinor: 4_999_99 } },
      { before: { number: 1 }, after: { number: 2, payeeUnchangedHours: 1 } },
    ])
    expect(await app.command('release', 'propose', '100', '100', '1', 'for', 'a', 'while')).toContain(
      'proposals confirm',
    )
    await expect(app.command('release', 'propose', '100', '100', '1', 'again')).rejects.toThrow('proposals list')
  })

  it('is the only way once rules are in force: no setting that they began with changes any more, by command or file', async () => {
    const stands = await inForce()
    expect(stands.version).toBeGreaterThan(0)
    const folder = mkdtempSync(join(tmpdir(), 'krapao-release-'))
    const file = join(folder, 'operator.json')
    const importing = (settings: object) => {
      writeFileSync(file, JSON.stringify({ settings }))
      return app.command('import', file)
    }
    try {
      const names = ['withdrawAutoMaxMinor', 'withdrawAutoDayMaxMinor', 'payeeChangedWaitHours'] as const
      const began = await app.app().operator.settings()
      for (const name of names) {
        const words = new RegExp(`${name}: .*two persons change: release propose`)
        await expect(app.command('settings', 'set', name, '7')).rejects.toThrow(words)
        await expect(importing({ slipMinutes: 33, [name]: 7 })).rejects.toThrow(words)
        expect(await importing({ [name]: began[name] })).toBe('Nothing differs.')
      }
      expect(await importing({ slipMinutes: 33 })).toContain('slipMinutes is 33')
      const now = await app.app().operator.settings()
      expect(names.map((name) => now[name])).toEqual(names.map((name) => began[name]))
      expect(await inForce()).toEqual(stands)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('is what a withdrawal that waits is shown beside: the rules that it was asked for under', async () => {
    const staff = await staffMember(app, 'Payments', ['PAYMENTS'])
    const id = await ask(await newMember(), 5_000)
    const { evidence } = await app.desk.ok(desk.deskDecision, {
      token: staff.token,
      params: { kind: 'withdrawal', id },
    })
    expect(evidence.why).toContainEqual({ reason: 'AMOUNT', facts: { amount: 5_000, most: 4_999.99 } })
  })
})
