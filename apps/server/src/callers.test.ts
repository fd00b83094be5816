import { randomUUID } from 'node:crypto'
import { allCalls, type Call, calls, isCode } from '@krapao/contract'
import { afterAll, describe, expect, it } from 'vitest'
import type { Sent } from './testing/client.ts'
import { startTestApp } from './testing/app.ts'
import type { Shape } from './testing/hostile/hostile-json.ts'
import { fieldsOf, unwrapShape, valueOf, withField } from './testing/hostile/shape-values.ts'
import { memberWithMoney, newPhone, registeredMember, type StoryMember } from './testing/worlds/stories.ts'

const app = await startTestApp({ sandbox: true, settings: { registerOTP: false, withdrawAutoMaxMinor: 0 } })
afterAll(() => app.close())

const memberCalls = allCalls.filter((call) => call.caller === 'member')
const tokenCalls = allCalls.filter((call) => call.caller === 'member' || call.caller === 'member-or-guest')
const named = (made: readonly Call[]) => made.map((call) => [`${call.method} ${call.path}`, call] as const)

/** What stands in a field where nothing else is asked for: so that a call comes as far as it can. */
const usual: Record<string, string | number> = {
  ...{ slotCode: 'PG', provider: 'pg', bankCode: 'KBANK', code: 'FIRST20', from: 'WALLET', to: 'PG', amount: 100 },
  ...{ name: 'Somchai Jaidee', bankAccountName: 'SOMCHAI JAIDEE', bankAccountNo: '0000000000' },
  ...{ password: 'not the password', oldPassword: 'not the password', newPassword: 'eight quiet lanterns' },
}

/** A request with a value of its own shape in every place. */
function properRequest(call: Call): { params: Record<string, string>; body: unknown } {
  const names = [...call.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const params = Object.fromEntries(names.map((name) => [name, String(usual[name] ?? 'x')]))
  if (!call.body) return { params, body: undefined }
  let body = valueOf(call.body as unknown as Shape)
  for (const { path } of fieldsOf(call.body as unknown as Shape)) {
    const value = usual[path.at(-1) ?? '']
    if (value !== undefined) body = withField(body, path, value)
  }
  return { params, body }
}

function sentOf(request: { params: Record<string, string>; body: unknown }, more: Sent<Call>): Sent<Call> {
  const body = request.body === undefined ? {} : { rawBody: request.body }
  return { params: request.params, ...body, ...more }
}

describe('a call for members', () => {
  const states = [
    ['gone', 401, 'INVALID_USER_1'],
    ['merged', 401, 'INVALID_USER_3'],
    ['closed', 401, 'INVALID_USER_4'],
    ['inactive', 403, 'INACTIVE_USER'],
  ] as const

  /** Tokens that let nobody in, each with what it is answered. */
  async function deadTokens(): Promise<[token: string, status: number, code: string][]> {
    const tokens: [string, number, string][] = [['nonsense', 401, 'invalid-token']]
    const ended = await registeredMember(app)
    await app.ok(calls.logout, { token: ended.token })
    tokens.push([ended.token, 401, 'invalid-token'])
    const old = await registeredMember(app)
    await app.database.query('update member_session set expires_at = $2 where member_id = $1', [
      old.memberId,
      app.clock.now(),
    ])
    tokens.push([old.token, 401, 'EXPIRED_AUTH_TOKEN'])
    for (const [state, status, code] of states) {
      const { memberId, token } = await registeredMember(app)
      await app.database.query('update member set state = $2 where id = $1', [memberId, state])
      tokens.push([token, status, code])
    }
    const moved = await registeredMember(app)
    await app.database.query('update member set username = $2 where id = $1', [moved.memberId, newPhone()])
    return [...tokens, [moved.token, 401, 'INVALID_USER_2']]
  }
  const dead = deadTokens()

  it.each(named(memberCalls))('is answered to no guest, whatever he sends: %s', async (_name, call) => {
    const refused = { status: 401, body: { message: 'UNAUTHORIZED' }, headers: { 'www-authenticate': 'Bearer' } }
    expect(await app.call(call, sentOf(properRequest(call), {}))).toMatchObject(refused)
    const posing = { 'x-member-id': 'x', cookie: 'token=x', authorization: ' ' }
    expect(await app.call(call, sentOf(properRequest(call), { headers: posing }))).toMatchObject(refused)
    const basic = { authorization: 'Basic eDp5' }
    expect(await app.call(call, sentOf(properRequest(call), { headers: basic }))).toMatchObject({
      status: 401,
      body: { message: 'invalid-token' },
    })
  })

  it.each(named(tokenCalls))('is answered to no token that lets nobody in: %s', async (_name, call) => {
    for (const [token, status, message] of await dead) {
      expect(await app.call(call, sentOf(properRequest(call), { token }))).toMatchObject({ status, body: { message } })
    }
  })
})

describe('when the operator has ended the service', () => {
  it('every call is gone but those that must go on', async () => {
    const { token } = await registeredMember(app)
    await app.app().operator.setSetting('terminated', true)
    const open: string[] = []
    for (const call of allCalls) {
      for (const sent of [{}, { token }]) {
        const { status, body } = await app.call(call, sentOf(properRequest(call), sent))
        if (status !== 410) open.push(call.name)
        else expect(body).toEqual({ message: 'gone' })
      }
    }
    expect(new Set(open)).toEqual(new Set(['lookupActive', 'hookBank', 'hookParty', 'hookTwilio', 'hookGameSession']))
    for (const url of ['/health', '/metrics', '/ready']) {
      expect((await app.app().http.inject({ method: 'GET', url })).statusCode).toBe(200)
    }
    expect((await app.app().http.inject({ method: 'GET', url: '/api/nowhere' })).statusCode).toBe(404)
    await app.app().operator.setSetting('terminated', false)
    expect((await app.call(calls.walletAmount, { token })).status).toBe(200)
  })
})

describe('what a member has', async () => {
  const [owner, stranger] = [await memberWithMoney(app, 2_000), await memberWithMoney(app, 2_000)]
  const key = randomUUID()
  const things = await thingsOf(owner)
  await thingsOf(stranger)
  const ownedTables = await tablesOfMembers()

  /** One of everything that a member can have. @returns all ids and names that lead to it. */
  async function thingsOf({ token, memberId, phone }: StoryMember): Promise<string[]> {
    await app.ok(calls.walletActivate, { token, params: { slotCode: 'PG' } })
    const transfer = { from: 'WALLET', to: 'PG', amount: 200 } as const
    await app.ok(calls.walletTransfer, { token, key, body: transfer })
    const game = await app.ok(calls.walletAccount, { token, params: { slotCode: 'PG' } })
    const qr = await app.ok(calls.qrCreate, { token, params: { bankCode: 'KBANK' }, body: { amount: 111 } })
    const withdrawal = await app.ok(calls.walletWithdraw, { token, body: { amount: 100 } })
    expect(withdrawal.status).toBe('IN_PROGRESS')
    const { sessions } = await app.ok(calls.accountSessions, { token })
    const { statements } = await app.ok(calls.statementList, { token, body: { page: 1, limit: 100 } })
    const { profile } = await app.ok(calls.accountProfile, { token })
    const message = { message_type: 'text', payload: { message: `a secret of ${memberId}` } } as const
    const said = await app.ok(calls.chatSendMessage, { token, key, body: { message } })
    return [
      ...[memberId, profile.memberId, phone, game.username, game.password, String(qr.qrcodeId), withdrawal._id],
      ...[said._id, said.session_id],
      ...[...sessions, ...statements].map(({ _id }) => _id),
    ]
  }

  async function tablesOfMembers(): Promise<string[]> {
    const rows = await app.database.query<{ name: string }>(
      `select table_name as name from information_schema.columns
       where table_schema = 'public' and column_name = 'member_id' order by table_name`,
    )
    return rows.map(({ name }) => name)
  }

  /** All rows of the owner and all his money, as text. */
  async function belongings(): Promise<string> {
    const rows = await Promise.all([
      app.database.query('select to_jsonb(member)::text as row from member where id = $1', [owner.memberId]),
      app.database.query(
        'select name, posted_minor, held_minor, arriving_minor from ledger_account where name like $1 order by name',
        [`member/${owner.memberId}/%`],
      ),
      app.database.query('select to_jsonb(room)::text as row from support_room room where id = $1', [owner.memberId]),
      app.database.query('select to_jsonb(said)::text as row from support_message said where room_id = $1 order by 1', [
        owner.memberId,
      ]),
      ...ownedTables.map((table) =>
        app.database.query(`select to_jsonb(owned)::text as row from ${table} owned where member_id = $1 order by 1`, [
          owner.memberId,
        ]),
      ),
    ])
    return JSON.stringify(rows)
  }

  async function strangersToken(): Promise<string> {
    if ((await app.call(calls.walletAmount, { token: stranger.token })).status === 401) {
      const body = { username: stranger.phone, password: stranger.password, remember: true }
      stranger.token = (await app.ok(calls.login, { body })).token
    }
    return stranger.token
  }

  /** Every request of the call that names a thing of the owner in one of its places. */
  function* requestsWithThings(
    call: Call,
  ): Generator<{ params: Record<string, string>; body: unknown; thing: string }> {
    const { params, body } = properRequest(call)
    for (const thing of things) {
      for (const name of Object.keys(params)) yield { params: { ...params, [name]: thing }, body, thing }
      if (!call.body) continue
      for (const { path, shape } of fieldsOf(call.body as unknown as Shape)) {
        if (unwrapShape(shape).type === 'string') yield { params, body: withField(body, path, thing), thing }
      }
    }
  }

  it('is more than a few things', () => {
    expect(new Set(things).size).toBeGreaterThan(9)
    expect(ownedTables.length).toBeGreaterThan(8)
  })

  it.each(named(tokenCalls))('another can neither see nor change by %s', async (_name, call) => {
    const token = await strangersToken()
    const before = await belongings()
    const plain = { ...properRequest(call), thing: '' }
    for (const { thing, ...request } of [plain, ...requestsWithThings(call)]) {
      const { status, body } = await app.call(call, sentOf(request, { token, key: thing === '' ? key : randomUUID() }))
      if (status !== 200) expect(isCode(String(body.message))).toBe(true)
      expect(status).toBeLessThan(500)
      const text = JSON.stringify(body)
      // What he has sent himself tells him nothing.
      expect(things.filter((one) => one !== thing && text.includes(one))).toEqual([])
    }
    expect(await belongings()).toBe(before)
  })

  it('is all there afterwards, and its owner is still let in', async () => {
    const { token } = owner
    expect((await app.ok(calls.qrCurrent, { token, params: { bankCode: 'KBANK' } })).qrcodeId).toBe(things[5])
    expect((await app.ok(calls.walletHome, { token })).wallet.amount).toBe(1_700)
    expect(await app.app().ledger.audit(app.database)).toMatchObject({ ok: true, problems: [] })
  })
})
