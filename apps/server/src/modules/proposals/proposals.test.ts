import { DAY_MS } from '../../platform/durations.ts'
import { type AdjustmentReason, calls, desk, type Role } from '@krapao/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import type { Answered } from '../../testing/client.ts'
import { auditOf, type Staff, staffMember } from '../../testing/worlds/desk-world.ts'
import { memberWithMoney, type StoryMember } from '../../testing/worlds/stories.ts'

let app: TestApp
/** Mali proposes, Noi confirms, Rit looks on without the role. */
let mali: Staff
let noi: Staff
let rit: Staff

const AT_ONCE = 20
const refused = (status: number, message: string, details?: object) => ({
  status,
  body: details === undefined ? { message } : { message, details },
})
const rolesOfTwo: Role[] = ['PAYMENTS', 'SUPPORT']

beforeAll(async () => {
  app = await startTestApp({ settings: { registerOTP: false } })
  mali = await staffMember(app, 'Mali', rolesOfTwo)
  noi = await staffMember(app, 'Noi', rolesOfTwo)
  rit = await staffMember(app, 'Rit', ['RISK'])
})
afterAll(() => app.close())

const asked = (memberId: string, amount: number) => ({
  memberId,
  amount,
  reason: 'goodwill' as AdjustmentReason,
  note: 'the bank was late',
  reference: null,
})
const adjust = (by: Staff, memberId: string, amount: number, key?: string) =>
  app.desk.call(desk.deskAdjust, { token: by.token, body: asked(memberId, amount), ...(key ? { key } : {}) })

async function proposed(by: Staff, memberId: string, amount: number): Promise<string> {
  const { status, body } = await adjust(by, memberId, amount)
  expect({ status, outcome: body.outcome }).toEqual({ status: 200, outcome: 'proposed' })
  return body.proposalId ?? ''
}

const end =
  (call: typeof desk.deskConfirmProposal | typeof desk.deskRefuseProposal | typeof desk.deskWithdrawProposal) =>
  (by: Staff, proposalId: string, key?: string): Promise<Answered<typeof desk.deskConfirmProposal>> =>
    app.desk.call(call, {
      token: by.token,
      params: { proposalId },
      body: { note: 'seen' },
      ...(key ? { key } : {}),
    }) as Promise<Answered<typeof desk.deskConfirmProposal>>
const confirm = end(desk.deskConfirmProposal)
const refuse = end(desk.deskRefuseProposal)
const withdraw = end(desk.deskWithdrawProposal)

const walletOf = async ({ token }: StoryMember) => (await app.ok(calls.walletAmount, { token })).amount

const stateOf = async (proposalId: string): Promise<string> =>
  (await app.desk.ok(desk.deskProposal, { token: rit.token, params: { proposalId } })).state

const deedsAbout = async (proposalId: string) =>
  (
    await app.database.query<{ what: string }>(
      `select what from deed where subject = $1 or after ->> 'proposal' = $2 order by number`,
      [`proposal:${proposalId}`, proposalId],
    )
  ).map(({ what }) => what)

describe('the list of proposals', () => {
  it('goes on behind a row, the newest first, also where many were made at one moment', async () => {
    const { memberId } = await memberWithMoney(app, 1)
    const ids = Array.from({ length: 70 }, (_, one) => `lapsed${String(one).padStart(20, '0')}`)
    for (const [one, id] of ids.entries())
      await app.database.query(
        `insert into proposal (id, kind, state, terms, member_id, proposed_by, proposed_at, lapses_at, decided_at)
         values ($1, 'adjustment', 'LAPSED', '{}', $2, 'cli:walker', $3::timestamptz - interval '1 year' * $4, $3, $3)`,
        [id, memberId, app.clock.now(), 1 + Math.floor(one / 20)],
      )
    const ask = (query: object) =>
      app.desk.call(desk.deskProposals, { token: rit.token, query: { state: 'LAPSED', ...query } })
    const seen: string[] = []
    for (let query: object | null = {}; query !== null;) {
      const { body } = await ask(query)
      seen.push(...body.rows.map(({ proposalId }) => proposalId))
      query = body.next === null ? null : { after: body.next }
    }
    const moments = [ids.slice(0, 20), ids.slice(20, 40), ids.slice(40, 60), ids.slice(60)]
    expect(seen.filter((id) => ids.includes(id))).toEqual(moments.flatMap((group) => group.toReversed()))
    expect((await ask({ after: 'nonsense' })).status).toBe(422)
  })

  it('gives one by its id, however old, as the list has it', async () => {
    const { memberId } = await memberWithMoney(app, 100)
    const proposalId = await proposed(mali, memberId, 10)
    const listed = await app.desk.ok(desk.deskProposals, { token: rit.token, query: { state: 'OPEN' } })
    const one = (id: string) => app.desk.call(desk.deskProposal, { token: rit.token, params: { proposalId: id } })
    expect(await one(proposalId)).toMatchObject({
      status: 200,
      body: listed.rows.find((row) => row.proposalId === proposalId) ?? {},
    })
    expect(await one('nobody')).toMatchObject(refused(404, 'NO_DATA'))
  })
})

describe('a deed that takes two', () => {
  it('[OFC-013] is open until another confirms or refuses it, or who made it takes it back', async () => {
    const member = await memberWithMoney(app, 100)
    const before = await walletOf(member)
    const [first, second, third] = [
      await proposed(mali, member.memberId, 10),
      await proposed(mali, member.memberId, 20),
      await proposed(mali, member.memberId, 40),
    ]
    expect(await walletOf(member)).toBe(before)
    const listed = await app.desk.ok(desk.deskProposals, { token: rit.token, query: { state: 'OPEN' } })
    expect(listed.rows.find(({ proposalId }) => proposalId === first)).toMatchObject({
      kind: 'adjustment',
      by: `agent:${mali.agentId}`,
      agent: { name: 'Mali' },
      amount: 10,
      memberId: member.memberId,
      terms: { reason: 'goodwill', note: 'the bank was late' },
      roles: ['PAYMENTS'],
      state: 'OPEN',
    })
    expect(await confirm(noi, first)).toMatchObject({ status: 200, body: { state: 'CONFIRMED' } })
    expect(await refuse(noi, second)).toMatchObject({ status: 200, body: { state: 'REFUSED' } })
    expect(await withdraw(mali, third)).toMatchObject({ status: 200, body: { state: 'WITHDRAWN' } })
    expect(await Promise.all([first, second, third].map(stateOf))).toEqual(['CONFIRMED', 'REFUSED', 'WITHDRAWN'])
    expect(await walletOf(member)).toBe(before + 10)
    // Each end is one deed, and says whose proposal it was.
    expect(await deedsAbout(first)).toEqual(['proposal-made', 'adjustment-booked'])
    expect(await deedsAbout(second)).toEqual(['proposal-made', 'proposal-refused'])
    expect(await deedsAbout(third)).toEqual(['proposal-made', 'proposal-withdrawn'])
    const [booked] = (await auditOf(app, noi)).filter(({ deed }) => deed === 'adjustment-booked')
    expect(booked).toMatchObject({
      actor: `agent:${noi.agentId}`,
      memberId: member.memberId,
      before: { walletMinor: 100_00 },
      after: { walletMinor: 110_00, changeMinor: 10_00, why: 'goodwill', proposedBy: 'Mali' },
      reason: 'the bank was late',
    })
  })

  it('[OFC-013] lapses after a day, by itself and also before the job has seen it', async () => {
    const member = await memberWithMoney(app, 1)
    const world = await proposed(mali, member.memberId, 5)
    app.clock.advance(DAY_MS - 1)
    await app.app().jobs.runAll()
    expect(await app.command('proposals', 'list')).toContain(world)
    app.clock.advance(1)
    await expect(app.command('proposals', 'confirm', world)).rejects.toThrow('Something moved: LAPSED by system')
    app.app().jobs.wake('proposals-lapse')
    await app.app().jobs.runAll()
    expect(await app.command('proposals', 'list', 'lapsed')).toContain(`${world}`)
    expect(await deedsAbout(world)).toEqual(['proposal-made', 'proposal-lapsed'])
    expect(await walletAt(member.memberId)).toBe(1_00)
    // Whoever was there before has gone home meanwhile.
    mali = await staffMember(app, 'Mali', rolesOfTwo)
    noi = await staffMember(app, 'Noi', rolesOfTwo)
    rit = await staffMember(app, 'Rit', ['RISK'])
  })

  it('[OFC-014] is confirmed by another with the role, and by nobody else', async () => {
    const member = await memberWithMoney(app, 100)
    const id = await proposed(mali, member.memberId, 10)
    for (const ends of [confirm, refuse]) {
      expect(await ends(mali, id)).toMatchObject(refused(403, 'SELF_APPROVAL'))
      expect(await ends(rit, id)).toMatchObject(refused(403, 'FORBIDDEN'))
    }
    expect(await withdraw(noi, id)).toMatchObject(refused(403, 'FORBIDDEN'))
    const auditor = await staffMember(app, 'Auditor', ['AUDITOR'])
    expect(await confirm(auditor, id)).toMatchObject(refused(403, 'FORBIDDEN'))
    expect(await confirm(noi, 'nobodys')).toMatchObject(refused(404, 'NO_DATA'))
    // One who proposed at the machine is not the second person there either.
    const own = await app.command('adjustments', 'propose', member.memberId, '1', 'fee', 'a trial')
    const [ownId = ''] = /\S+$/.exec(own) ?? []
    await expect(app.command('proposals', 'confirm', ownId)).rejects.toThrow('You proposed this yourself')
    expect(await walletOf(member)).toBe(100)
    expect([await stateOf(id), await stateOf(ownId)]).toEqual(['OPEN', 'OPEN'])
    // Of the other door he may be.
    expect(await app.command('proposals', 'confirm', id, 'agreed')).toContain('is confirmed')
    expect(await confirm(noi, ownId)).toMatchObject({ status: 200 })
    expect(await walletOf(member)).toBe(111)
  })

  it('[OFC-015] is looked at anew when it is confirmed: what moved is not booked, and stays open', async () => {
    const member = await memberWithMoney(app, 100)
    const [taken, other] = [await proposed(mali, member.memberId, -80), await proposed(mali, member.memberId, -70)]
    expect((await confirm(noi, taken)).status).toBe(200)
    expect(await confirm(noi, other)).toMatchObject(refused(409, 'MOVED_ON', { what: 'MONEY_NOT_ENOUGH' }))
    expect([await walletOf(member), await stateOf(other)]).toEqual([20, 'OPEN'])
    expect(await deedsAbout(other)).toEqual(['proposal-made'])
    const given = await proposed(mali, member.memberId, 50)
    expect((await confirm(noi, given)).status).toBe(200)
    expect((await confirm(noi, other)).status).toBe(200)
    expect(await walletOf(member)).toBe(0)
    // What is over is told by whom and how.
    const details = { by: `agent:${noi.agentId}`, what: 'CONFIRMED' }
    expect(await withdraw(mali, other)).toMatchObject(refused(409, 'MOVED_ON', details))
  })

  it('[OFC-016] is booked once, though twenty confirm it at once and some of them again', async () => {
    const member = await memberWithMoney(app, 100)
    const pim = await staffMember(app, 'Pim', ['PAYMENTS'])
    const id = await proposed(mali, member.memberId, 10)
    const ends = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) => confirm(index % 2 === 0 ? noi : pim, id)),
    )
    const of = (rest: number) => new Set(ends.filter((_, index) => index % 2 === rest).map(({ status }) => status))
    // All of the one who did it are told so; all of the other that it was done.
    expect([of(0), of(1)].map((statuses) => [...statuses]).toSorted()).toEqual([[200], [409]])
    expect(await walletOf(member)).toBe(110)
    expect(await deedsAbout(id)).toEqual(['proposal-made', 'adjustment-booked'])
    const key = crypto.randomUUID()
    const next = await proposed(mali, member.memberId, 10)
    const same = await Promise.all(Array.from({ length: 5 }, () => confirm(noi, next, key)))
    expect(same.map(({ status, body }) => [status, body.state])).toEqual(same.map(() => [200, 'CONFIRMED']))
    expect(await walletOf(member)).toBe(120)
  })

  it('[OFC-016] ends once, whoever does what to it at once', async () => {
    const member = await memberWithMoney(app, 100)
    const ids = await Promise.all(Array.from({ length: 6 }, () => proposed(mali, member.memberId, 1)))
    const ends = await Promise.all(
      ids.flatMap((id) => [confirm(noi, id), refuse(noi, id), withdraw(mali, id), confirm(noi, id)]),
    )
    expect(ends.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
    const states = await Promise.all(ids.map(stateOf))
    expect(states.filter((state) => state === 'OPEN')).toEqual([])
    expect(await walletOf(member)).toBe(100 + states.filter((state) => state === 'CONFIRMED').length)
    for (const id of ids) expect(await deedsAbout(id)).toHaveLength(2)
  })

  it('stands in the queue of what waits for a person, and is confirmed there as well', async () => {
    const member = await memberWithMoney(app, 100)
    const first = await proposed(mali, member.memberId, 7)
    app.clock.advance(1)
    const ids = [first, await proposed(mali, member.memberId, 8)]
    const listed = await app.desk.ok(desk.deskDecisions, { token: noi.token, query: { kind: 'proposal' } })
    const rows = listed.rows.filter(({ memberId }) => memberId === member.memberId)
    expect(rows.map(({ id, amount, reasons }) => [id, amount, reasons])).toEqual([
      [ids[0], 7, ['TAKES_TWO']],
      [ids[1], 8, ['TAKES_TWO']],
    ])
    const [id = ''] = ids
    const at = { params: { kind: 'proposal' as const, id } }
    const { row, evidence, actions } = await app.desk.ok(desk.deskDecision, { token: noi.token, ...at })
    expect(evidence.facts).toMatchObject({
      deed: 'adjustment',
      proposedBy: 'Mali',
      changeAmount: 7,
      reason: 'goodwill',
    })
    expect(actions.map(({ action, roles }) => [action, roles])).toEqual([
      ['confirm', ['PAYMENTS']],
      ['refuse', ['PAYMENTS']],
    ])
    const decide = ({ token }: Staff) =>
      app.desk.call(desk.deskDecide, { token, ...at, body: { action: 'confirm', version: row.version } })
    expect(await decide(mali)).toMatchObject(refused(403, 'SELF_APPROVAL'))
    expect((await decide(noi)).status).toBe(200)
    expect((await decide(noi)).status).toBe(409)
    expect(await walletOf(member)).toBe(107)
    await withdraw(mali, ids[1] ?? '')
  })

  it('is proposed once, though the call is made again under its key', async () => {
    const member = await memberWithMoney(app, 100)
    const key = crypto.randomUUID()
    const answers = await Promise.all(Array.from({ length: 5 }, () => adjust(mali, member.memberId, 3, key)))
    expect(new Set(answers.map(({ body }) => body.proposalId)).size).toBe(1)
    const rows = await app.database.query('select from proposal where member_id = $1', [member.memberId])
    expect(rows).toHaveLength(1)
  })
})

describe('an agent who is locked out', () => {
  const sessions = ({ agentId }: Staff) =>
    app.database.query('select from support_agent_session where agent_id = $1', [agentId])

  it('[OFC-017] loses his sessions and what he proposed in one transaction', async () => {
    const member = await memberWithMoney(app, 100)
    const leaver = await staffMember(app, 'Leaver', ['PAYMENTS'])
    const id = await proposed(leaver, member.memberId, 10)
    await app.database.query(
      `create function no_withdrawing() returns trigger language plpgsql as $$ begin raise exception 'not now'; end $$`,
    )
    await app.database.query(
      `create trigger no_withdrawing before update on proposal for each row execute function no_withdrawing()`,
    )
    await expect(app.command('desk', 'disable', leaver.username)).rejects.toThrow('not now')
    expect([(await sessions(leaver)).length, await stateOf(id)]).toEqual([1, 'OPEN'])
    await app.database.query('drop trigger no_withdrawing on proposal')
    await app.command('desk', 'disable', leaver.username)
    expect([(await sessions(leaver)).length, await stateOf(id)]).toEqual([0, 'WITHDRAWN'])
    expect(await confirm(noi, id)).toMatchObject(refused(409, 'MOVED_ON', { what: 'WITHDRAWN' }))
    expect(await deedsAbout(id)).toEqual(['proposal-made', 'proposal-withdrawn'])
  })

  it('[OFC-017] [OFC-006] is not the only one: who loses a role, or is given another password, has nothing proposed any more', async () => {
    const member = await memberWithMoney(app, 100)
    const mali = await staffMember(app, 'Mali', ['PAYMENTS', 'RISK'])
    for (const words of [
      ['roles', mali.username, 'PAYMENTS'],
      ['reset', mali.username],
    ]) {
      const id = await proposed(mali, member.memberId, 10)
      await app.command('desk', ...words)
      expect(await stateOf(id)).toBe('WITHDRAWN')
      expect(await confirm(noi, id)).toMatchObject(refused(409, 'MOVED_ON', { what: 'WITHDRAWN' }))
    }
  })

  it('[OFC-017] leaves nothing open, though he proposes and is confirmed at that moment', async () => {
    const member = await memberWithMoney(app, 100)
    const leaver = await staffMember(app, 'Leaver', ['PAYMENTS'])
    const open = await Promise.all(Array.from({ length: 4 }, () => proposed(leaver, member.memberId, 1)))
    await Promise.all([
      ...Array.from({ length: 6 }, () => adjust(leaver, member.memberId, 1)),
      ...open.map((id) => confirm(noi, id)),
      app.command('desk', 'disable', leaver.username),
    ])
    const rows = await app.database.query<{ state: string }>('select state from proposal where proposed_by = $1', [
      `agent:${leaver.agentId}`,
    ])
    expect(rows.filter(({ state }) => state === 'OPEN')).toEqual([])
    const booked = rows.filter(({ state }) => state === 'CONFIRMED').length
    expect(await walletOf(member)).toBe(100 + booked)
  })
})

describe('an operator of one person', () => {
  it('[OFC-018] says so at the command line alone; such deeds are done at once and say it', async () => {
    const member = await memberWithMoney(app, 100)
    for (const method of ['PUT', 'POST', 'PATCH'] as const) {
      const response = await app.app().deskHttp?.inject({
        method,
        url: '/api/desk/settings/secondPerson',
        headers: { authorization: `Bearer ${mali.token}`, 'content-type': 'application/json' },
        payload: '{"value":"off","before":"on","reason":"alone"}',
      })
      // The call of settings knows it, and changes it for nobody.
      expect(method === 'PUT' ? [400, 403, 404] : [404]).toContain(response?.statusCode)
    }
    expect(await app.command('settings', 'get', 'secondPerson')).toBe('secondPerson = "on"')
    await expect(app.command('settings', 'set', 'secondPerson', 'perhaps')).rejects.toThrow('secondPerson')
    await app.command('settings', 'set', 'secondPerson', 'off')
    try {
      const key = crypto.randomUUID()
      const done = { status: 200, body: { outcome: 'done', proposalId: null } }
      expect(await adjust(mali, member.memberId, 10, key)).toMatchObject(done)
      expect(await adjust(mali, member.memberId, 10, key)).toMatchObject(done)
      expect(await app.command('adjustments', 'propose', member.phone, '-5', 'fee', 'one person')).toBe('It is booked.')
    } finally {
      await app.command('settings', 'set', 'secondPerson', 'on')
    }
    expect(await walletOf(member)).toBe(105)
    const deeds = await app.database.query<{ actor: string; said: string }>(
      `select actor, after ->> 'secondPerson' as said from deed where member_id = $1 order by number`,
      [member.memberId],
    )
    expect(deeds).toEqual([
      { actor: `agent:${mali.agentId}`, said: 'off' },
      { actor: 'cli:tester', said: 'off' },
    ])
    expect((await adjust(mali, member.memberId, 1)).body.outcome).toBe('proposed')
  })
})

async function walletAt(memberId: string): Promise<number> {
  const name = `member/${memberId}/wallet`
  return (await app.app().ledger.states(app.database, [name])).get(name)?.postedMinor ?? 0
}
