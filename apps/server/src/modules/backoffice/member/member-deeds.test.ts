import { randomUUID } from 'node:crypto'
import { calls, desk, NOTE_MAX, REVEAL_MS } from '@krapao/contract'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { until } from '../../../testing/until.ts'
import { auditOf, type Staff, staffMember } from '../../../testing/worlds/desk-world.ts'
import { memberWithMoney, registeredMember, type StoryMember } from '../../../testing/worlds/stories.ts'

let app: TestApp
let risk: Staff
let noi: Staff

beforeAll(async () => {
  app = await startTestApp({ sandbox: true })
  risk = await staffMember(app, 'Keng', ['RISK'])
  noi = await staffMember(app, 'Noi', ['SUPPORT'])
})
afterAll(() => app.close())

const to = ({ memberId }: StoryMember, { token }: Staff) => ({ token, params: { memberId } })
const read = (member: StoryMember, by = noi) => app.desk.ok(desk.deskMember, to(member, by))
const login = ({ phone, password }: StoryMember) =>
  app.call(calls.login, { body: { username: phone, password, remember: true } })
const withdrawals = ({ memberId }: StoryMember) =>
  app.database.query<{ state: string }>('select state from withdrawal where member_id = $1 order by created_at, id', [
    memberId,
  ])
const deedsOf = async ({ memberId }: StoryMember) =>
  (await auditOf(app, risk)).filter((row) => row.memberId === memberId)

describe('locking a member at the desk', () => {
  it('[OFC-027] ends his sessions, answers his logins INACTIVE_USER, has due payouts wait while a sent one goes on, and RISK alone unlocks', async () => {
    const member = await memberWithMoney(app, 1_000)
    const { token } = member
    await app.ok(calls.walletWithdraw, { token, body: { amount: 100 } })
    await until('the first is with the bank', async () => {
      await app.advance(1_000)
      return ['sent', 'paid'].includes((await withdrawals(member))[0]?.state ?? '')
    })
    await app.ok(calls.walletWithdraw, { token, body: { amount: 200 } })
    const lock = { ...to(member, noi), body: { reason: 'his phone was stolen' }, key: randomUUID() }
    // Sent again under its key, and once more by another: it is done once, and the other is told that it was.
    expect((await app.desk.call(desk.deskLockMember, lock)).status).toBe(200)
    expect((await app.desk.call(desk.deskLockMember, lock)).status).toBe(200)
    expect(
      await app.desk.call(desk.deskLockMember, { ...to(member, risk), body: { reason: 'as well' } }),
    ).toMatchObject({ status: 409, body: { message: 'MOVED_ON', details: { what: 'inactive' } } })
    expect((await app.call(calls.accountProfile, { token })).status).toBe(401)
    expect(await login(member)).toMatchObject({ status: 403, body: { message: 'INACTIVE_USER' } })
    await until('the one that was sent is paid', async () => {
      await app.advance(1_000)
      return (await withdrawals(member))[0]?.state === 'paid'
    })
    expect((await withdrawals(member)).map(({ state }) => state)).toEqual(['paid', 'waiting'])
    const page = await read(member)
    expect(page).toMatchObject({ member: { state: 'inactive' }, sessions: [], money: { wallet: 700, held: 200 } })
    expect(page.standing).toContainEqual({ what: 'login', why: 'INACTIVE_USER' })
    expect(page.decisions).toMatchObject([{ kind: 'withdrawal', amount: 200 }])

    const because = { reason: 'he came by' }
    expect(await app.desk.call(desk.deskUnlockMember, { ...to(member, noi), body: because })).toMatchObject({
      status: 403,
      body: { message: 'FORBIDDEN' },
    })
    await app.desk.ok(desk.deskUnlockMember, { ...to(member, risk), body: because })
    expect((await login(member)).status).toBe(200)
    expect((await withdrawals(member))[1]?.state).toBe('waiting')
    expect((await deedsOf(member)).map(({ deed, agent, reason }) => [deed, agent?.name, reason])).toEqual([
      ['member-unlocked', 'Keng', 'he came by'],
      ['member-locked', 'Noi', 'his phone was stolen'],
    ])
  })

  it('ends sessions alone, after which he logs in again', async () => {
    const member = await registeredMember(app)
    await app.desk.ok(desk.deskEndSessions, { ...to(member, noi), body: { reason: 'he asked' } })
    expect((await app.call(calls.accountProfile, { token: member.token })).status).toBe(401)
    expect((await login(member)).status).toBe(200)
    expect((await read(member)).sessions).toHaveLength(1)
    expect(await deedsOf(member)).toMatchObject([
      { deed: 'sessions-ended', before: { sessions: 1 }, reason: 'he asked' },
    ])
  })

  it('[SEC-005] has factors removed after 72 hours by RISK alone, freshly, which the member hears at once and stops by one', async () => {
    const member = await registeredMember(app)
    const { token } = member
    const start = await app.ok(calls.accountAuthenticatorStart, { token })
    const totp = new TOTP({ secret: start.key }).generate({ timestamp: app.clock.now().getTime() })
    const { codes } = await app.ok(calls.accountAuthenticatorAdd, { token, body: { totp } })
    const because = { body: { reason: 'showed his passport on a video call' } }
    const remove = (by = risk) => app.desk.call(desk.deskRemoveFactors, { ...to(member, by), ...because })
    expect(await remove(noi)).toMatchObject({ status: 403, body: { message: 'FORBIDDEN' } })
    const keng = await staffMember(app, 'Keng again', ['RISK'])
    await app.database.query(
      `update support_agent_session set second_factor_at = second_factor_at - interval '11 minutes'
       where agent_id = $1`,
      [keng.agentId],
    )
    expect(await remove(keng)).toMatchObject({ status: 403, body: { message: 'STEP_UP' } })
    const tries = await Promise.all(Array.from({ length: 5 }, () => remove()))
    expect(tries.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409, 409, 409])
    const dueAt = new Date(app.clock.now().getTime() + 72 * 3_600_000).toISOString()
    const heard = `/api/phone/messages?to=${encodeURIComponent(member.phone)}`
    await until('his phone was told', async () => {
      const { messages } = await app.sandbox().ask<{ messages: { text: string }[] }>('GET', heard)
      return messages[0]?.text.includes('72') === true
    })
    expect((await read(member)).factors).toEqual({ passkeys: 0, hasApp: true, codesLeft: 10, removedAt: dueAt })
    const told = await app.ok(calls.accountSecurity, { token })
    expect(told.removedAt).toBe(dueAt)
    expect(told.news.map(({ what }) => what)).toEqual(expect.arrayContaining(['removal-asked', 'authenticator-added']))
    await app.ok(calls.accountStepUp, { token, body: { code: codes[0] ?? '' } })
    await app.ok(calls.accountRemovalStop, { token })
    expect(await app.desk.call(desk.deskKeepFactors, { ...to(member, noi), ...because })).toMatchObject({ status: 409 })
    expect((await remove()).status).toBe(200)
    expect((await app.desk.call(desk.deskKeepFactors, { ...to(member, noi), ...because })).status).toBe(200)
    expect((await read(member)).factors).toMatchObject({ hasApp: true, removedAt: null })
    expect((await deedsOf(member)).map(({ deed, reason }) => [deed, reason])).toEqual([
      ['factor-removal-stopped', because.body.reason],
      ['factor-removal-asked', because.body.reason],
      ['factor-removal-asked', because.body.reason],
    ])
    const bare = await registeredMember(app)
    const nothing = await app.desk.call(desk.deskRemoveFactors, { ...to(bare, risk), ...because })
    expect(nothing).toMatchObject({ status: 404, body: { message: 'NO_DATA' } })
  })

  it.each([
    [desk.deskLockMember, { reason: ' ' }],
    [desk.deskEndSessions, { reason: '' }],
    [desk.deskReveal, { field: 'phone', reason: '' }],
    [desk.deskReveal, { field: 'password', reason: 'to see it' }],
    [desk.deskAddNote, { text: '  ' }],
    [desk.deskAddNote, { text: 'x'.repeat(NOTE_MAX + 1) }],
  ])('refuses $name without what it needs', async (call, body) => {
    const member = await registeredMember(app)
    expect(await app.desk.call(call, { ...to(member, risk), rawBody: body })).toMatchObject({
      status: 422,
      body: { message: 'NO_DATA' },
    })
  })

  it.each([desk.deskMember, desk.deskTimeline, desk.deskLockMember, desk.deskAddNote, desk.deskReadGame])(
    'says of nobody that there is none: $name',
    async (call) => {
      const body = { reason: 'why', text: 'what', code: 'PG' }
      const params = { memberId: '0000000000000000000nobody' }
      const sent = { token: risk.token, params, ...('body' in call ? { rawBody: body } : {}) }
      expect(await app.desk.call(call, sent)).toMatchObject({ status: 404, body: { message: 'NO_DATA' } })
    },
  )
})

describe('what staff see of a member', () => {
  it('[OFC-026] is four digits of phone and account, and one of them whole for five minutes to who says why', async () => {
    const member = await registeredMember(app)
    const digits = member.phone.slice(-4)
    const { member: head } = await read(member)
    expect(head).toMatchObject({ phone: `•••${digits}`, account: { bankCode: 'SCB', number: `•••${digits}` } })
    for (const field of ['phone', 'account'] as const) {
      const shown = await app.desk.ok(desk.deskReveal, { ...to(member, noi), body: { field, reason: 'to call back' } })
      expect(shown).toEqual({
        value: member.phone,
        until: new Date(app.clock.now().getTime() + REVEAL_MS).toISOString(),
      })
    }
    expect(await deedsOf(member)).toMatchObject([
      { deed: 'member-revealed', agent: { name: 'Noi' }, after: { field: 'account' }, reason: 'to call back' },
      { deed: 'member-revealed', agent: { name: 'Noi' }, after: { field: 'phone' }, reason: 'to call back' },
    ])
    // Neither page nor deeds hold the whole number afterwards.
    const timeline = await app.desk.ok(desk.deskTimeline, to(member, noi))
    expect(JSON.stringify([await read(member), timeline, await deedsOf(member)])).not.toContain(member.phone)
    const auditor = await staffMember(app, 'Auditor', ['AUDITOR'])
    expect(
      await app.desk.call(desk.deskReveal, { ...to(member, auditor), body: { field: 'phone', reason: 'curious' } }),
    ).toMatchObject({ status: 403 })
  })

  it('[OFC-028] is never his password or a code, nor can anybody set one: no call, deed, log or answer has them', async () => {
    const member = await registeredMember(app)
    await app.call(calls.login, { body: { username: member.phone, password: 'not this one', remember: true } })
    const [kept] = await app.database.query<{ hash: string }>(
      'select password_hash as hash from member where id = $1',
      [member.memberId],
    )
    const [sent] = await app.database.query<{ code: string }>(
      'select code_hash as code from otp_request where phone = $1',
      [member.phone],
    )
    const everything = await staffMember(app, 'All', ['OWNER', 'PAYMENTS', 'RISK', 'SUPPORT', 'MARKETING', 'AUDITOR'])
    const said: unknown[] = []
    for (const call of Object.values(desk)) {
      if (call.caller !== 'agent' || call.method !== 'GET') continue
      const names = [...call.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
      const params = Object.fromEntries(names.map((name) => [name, name === 'figure' ? 'active' : member.memberId]))
      const query = call.name === 'deskSearch' ? { q: member.phone } : undefined
      said.push((await app.desk.call(call, { token: everything.token, params, ...(query ? { query } : {}) })).body)
    }
    const deeds = await app.database.query('select * from deed')
    const audit = await app.database.query('select * from member_audit')
    const all = JSON.stringify([said, deeds, audit, app.lines])
    for (const secret of [member.password, kept?.hash ?? '', sent?.code ?? '', 'not this one']) {
      expect(secret).not.toBe('')
      expect(all).not.toContain(secret)
    }
    const fields = Object.values(desk).flatMap((call) =>
      'body' in call && call.body && 'entries' in call.body ? Object.keys(call.body.entries as object) : [],
    )
    // Passwords and codes that staff send are their own.
    expect(fields.filter((name) => /password|otp|pin/i.test(name)).toSorted()).toEqual([
      'newPassword',
      'newPassword',
      'oldPassword',
      'password',
      'password',
      'totp',
      'totp',
      'totp',
      'totp',
      'totp',
    ])
  })

  it('[OFC-029] notes of one to 2,000 characters, which nobody changes and no call of the player shows', async () => {
    const member = await memberWithMoney(app, 100)
    const words = 'a quiet remark about him'
    for (const text of ['x', words, 'y'.repeat(NOTE_MAX)]) {
      await app.desk.ok(desk.deskAddNote, { ...to(member, noi), body: { text } })
      app.clock.advance(1_000)
    }
    const { notes } = await read(member)
    expect(notes.map(({ text, agent }) => [text.length, agent?.name])).toEqual([
      [NOTE_MAX, 'Noi'],
      [words.length, 'Noi'],
      [1, 'Noi'],
    ])
    await expect(
      app.database.query('update member_note set text = $2 where member_id = $1', [member.memberId, 'other']),
    ).rejects.toThrow('never changed')
    const answers: unknown[] = []
    for (const call of Object.values(calls)) {
      if (call.caller !== 'member' || call.method !== 'GET' || call.path.includes(':')) continue
      answers.push((await app.call(call, { token: member.token })).body)
    }
    answers.push((await app.call(calls.statementList, { token: member.token, body: {} })).body)
    expect(answers.length).toBeGreaterThan(5)
    expect(JSON.stringify(answers)).not.toContain(words)
    // The deed says that there is one, and not what it says.
    expect(JSON.stringify(await deedsOf(member))).not.toContain(words)
  })
})

describe('what a restore or a provider has forgotten', () => {
  it('[OFC-002] is a payout that the bank lists: it is written once, whoever sends it again or at the same time', async () => {
    const payer = await staffMember(app, 'Pim', ['PAYMENTS'])
    const member = await memberWithMoney(app, 1_000)
    const paid = await memberWithMoney(app, 1_000)
    const body = { reference: 'FORGOTTEN-1', amount: 100 }
    const send = (sent: object = body, key = randomUUID()) =>
      app.desk.call(desk.deskRememberPayout, { ...to(member, payer), rawBody: sent, key })
    expect((await read(member)).restoredAt).toBeNull()
    expect(await send()).toMatchObject({ status: 409, body: { details: { what: 'NOT_RESTORED' } } })
    await app.command('restore', 'mark')
    expect((await read(member)).restoredAt).not.toBeNull()
    expect(await send({ ...body, reference: 'two words' })).toMatchObject({ status: 422 })
    expect(await send({ ...body, amount: 0 })).toMatchObject({ status: 422 })
    expect(
      await app.desk.call(desk.deskRememberPayout, { ...to(member, noi), rawBody: body, key: randomUUID() }),
    ).toMatchObject({ status: 403 })
    // A payout that this copy knows is nobody's to remember.
    await app.ok(calls.walletWithdraw, { token: paid.token, body: { amount: 300 } })
    const [known] = await app.database.query<{ id: string }>('select id from withdrawal where member_id = $1', [
      paid.memberId,
    ])
    expect(await send({ ...body, reference: known?.id })).toMatchObject({
      status: 409,
      body: { message: 'MOVED_ON', details: { what: 'KNOWN_HERE' } },
    })
    await app.command('restore', 'end')
  })
})
