import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Sql } from '../../../platform/database/types.ts'
import { DAY_MS, HOUR_MS } from '../../../platform/durations.ts'
import { createTestLogger } from '../../../testing/logger.ts'
import { type MembersUnderTest, PASSWORD, startMembers } from '../members-world.fixture.ts'
import { createMemory, type MembersParts } from '../members.parts.ts'
import { lease as takeLease } from '../standing/lease.ts'

let server: MembersUnderTest
let phones = 830_000_000

beforeAll(async () => {
  server = await startMembers()
})
afterAll(() => server.close())

const QUARTER_MS = 15 * 60_000
const newPhone = () => `0${(phones += 1)}`
const tryLogin = (username: string, password: string, address = '10.0.0.1') =>
  server.call('POST', '/api/login', { body: { username, password }, address })
const profile = (token: string) => server.call('GET', '/api/account/profile', { token })

async function newMember(): Promise<{ phone: string; id: string; token: string }> {
  const phone = newPhone()
  const id = await server.register(phone)
  return { phone, id, token: await server.login(phone) }
}

async function setState(id: string, state: string): Promise<void> {
  await server.database.query('update member set state = $2 where id = $1', [id, state])
}

describe('POST /api/login', () => {
  it('[LOG-006] [ERR-009] answers a token for valid credentials and WRONG_CREDENTIAL for wrong ones', async () => {
    const phone = newPhone()
    await server.register(phone)
    const answer = await tryLogin(phone, PASSWORD)
    expect(answer.status).toBe(200)
    expect(Object.keys(answer.body)).toEqual(['token'])
    expect(answer.body['token']).toMatch(/^[\w-]{43}$/)
    const wrongPassword = await tryLogin(phone, 'not the password')
    const unknownPhone = await tryLogin(newPhone(), PASSWORD)
    expect(wrongPassword).toMatchObject({ status: 401, body: { message: 'WRONG_CREDENTIAL' } })
    expect(unknownPhone.body).toEqual(wrongPassword.body)
    expect(unknownPhone.status).toBe(wrongPassword.status)
  })

  it('keeps nothing that a token could be made from', async () => {
    const { token, id } = await newMember()
    const rows = await server.database.query('select * from member_session where member_id = $1', [id])
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(JSON.stringify(rows)).toContain(createHash('sha256').update(token).digest('hex'))
    expect(JSON.stringify(server.lines)).not.toContain(token)
  })

  it('takes the same Thai password written with either vowel', async () => {
    const phone = newPhone()
    await server.register(phone, { password: 'น้ำตกสวยมาก' })
    expect(await tryLogin(phone, 'น้ำตกสวยมาก'.replace('ำ', '\u0e4d\u0e32'))).toMatchObject({ status: 200 })
  })

  it('[ERR-012] tells a deactivated member only with the right password', async () => {
    const { phone, id, token } = await newMember()
    await setState(id, 'inactive')
    expect(await tryLogin(phone, PASSWORD)).toMatchObject({ status: 403, body: { message: 'INACTIVE_USER' } })
    expect(await tryLogin(phone, 'not the password')).toMatchObject({ body: { message: 'WRONG_CREDENTIAL' } })
    expect(await profile(token)).toMatchObject({ status: 403, body: { message: 'INACTIVE_USER' } })
  })

  it('makes an address wait after five wrong passwords, and no other', async () => {
    const phone = newPhone()
    await server.register(phone)
    for (let round = 0; round < 5; round += 1) {
      expect(await tryLogin(phone, `wrong ${round}`)).toMatchObject({ status: 401 })
    }
    const refused = await tryLogin(phone, PASSWORD)
    expect(refused).toMatchObject({ status: 429, body: { message: 'REQUEST_LIMIT' } })
    expect(refused.headers['retry-after']).toBe('2')
    expect(await tryLogin(phone, PASSWORD, '10.0.0.2')).toMatchObject({ status: 200 })
    server.clock.advance(2_000)
    expect(await tryLogin(phone, 'wrong again')).toMatchObject({ status: 401 })
    expect((await tryLogin(phone, PASSWORD)).headers['retry-after']).toBe('4')
    server.clock.advance(4_000)
    expect(await tryLogin(phone, PASSWORD)).toMatchObject({ status: 200 })
    expect(await tryLogin(phone, 'wrong once more')).toMatchObject({ status: 401 })
    expect(await tryLogin(phone, PASSWORD)).toMatchObject({ status: 200 })
  })

  it('treats an unknown phone in the same way', async () => {
    const phone = newPhone()
    for (let round = 0; round < 5; round += 1) {
      expect(await tryLogin(phone, `wrong ${round}`)).toMatchObject({ status: 401 })
    }
    expect(await tryLogin(phone, PASSWORD)).toMatchObject({ status: 429 })
  })

  it('counts guesses that come at once like guesses in a row', async () => {
    const phone = newPhone()
    await server.register(phone)
    const answers = await Promise.all(Array.from({ length: 18 }, (_, index) => tryLogin(phone, `guess ${index}`)))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(13)
  })

  it('makes guessing from many addresses work, and never the owner where he has logged in', async () => {
    const { phone } = await newMember()
    await server.database.query('insert into login_phone (phone, failures, since) values ($1, 99, $2)', [
      phone,
      server.clock.now(),
    ])
    expect(await tryLogin(phone, 'wrong', '10.7.0.1')).toMatchObject({ status: 401 })
    expect(await tryLogin(phone, PASSWORD, '10.7.0.2')).toMatchObject({ status: 428 })
    expect(await tryLogin(phone, PASSWORD, '10.0.0.1')).toMatchObject({ status: 200 })
    server.clock.advance(HOUR_MS)
    expect(await tryLogin(phone, PASSWORD, '10.7.0.2')).toMatchObject({ status: 200 })
  })

  it.each([
    ['a login with a wrong password', (phone: string) => tryLogin(phone, 'not the password'), 401, ''],
    // What came of the message is written after the answer.
    ['a forgotten password', (phone: string) => server.forgetPassword(phone), 200, 'set sender = '],
  ])('asks the database the same whether somebody has the phone or not: %s', async (_, ask, status, last) => {
    const phone = newPhone()
    await server.register(phone)
    server.clock.advance(60_000)
    const asked: string[] = []
    const { query, transaction } = server.database
    const noting = (sql: Pick<Sql, 'query'>): Sql['query'] => {
      return (text, values) => {
        asked.push(text)
        return sql.query(text, values)
      }
    }
    server.database.query = noting({ query })
    server.database.transaction = (work) => transaction((tx) => work({ ...tx, query: noting(tx) }))
    const statements: string[][] = []
    for (const username of [phone, newPhone()]) {
      // They are kept for a second, whoever asks.
      await server.operator.settings()
      asked.length = 0
      expect(await ask(username)).toMatchObject({ status })
      await expect.poll(() => asked.at(-1)).toContain(last)
      statements.push([...asked])
    }
    Object.assign(server.database, { query, transaction })
    expect(statements[1]).toEqual(statements[0])
    expect(statements[0]?.length).toBeGreaterThan(5)
  })

  it('counts guesses that come to two servers at once', async () => {
    const other = await startMembers({ beside: server })
    const phone = newPhone()
    await server.register(phone)
    for (let round = 0; round < 4; round += 1) {
      const body = { username: phone, password: `guess ${round}` }
      await Promise.all([server, other].map((process) => process.call('POST', '/api/login', { body })))
    }
    const rows = await server.database.query('select failures from login_pair where phone = $1', [phone])
    const phones = await server.database.query('select failures from login_phone where phone = $1', [phone])
    await other.close()
    // The delays begin with the fifth, which may come with a sixth to the other server.
    const [pair] = rows as { failures: number }[]
    expect([5, 6]).toContain(pair?.failures)
    expect(phones).toEqual(rows)
  })

  it('opens no session with a password that is changed while it is looked at', async () => {
    const { phone, token } = await newMember()
    const { transaction } = server.database
    const body = { oldPassword: PASSWORD, newPassword: 'a brand new one' }
    let renewed = ''
    server.database.transaction = async (work) => {
      server.database.transaction = transaction
      const changed = await server.call('PUT', '/api/account/changepwd', { token, body })
      expect(changed).toMatchObject({ status: 200 })
      renewed = String(changed.body['token'])
      return transaction(work)
    }
    expect(await tryLogin(phone, PASSWORD)).toMatchObject({ status: 401, body: { message: 'WRONG_CREDENTIAL' } })
    const { body: left } = await server.call('GET', '/api/account/sessions', { token: renewed })
    expect(left['sessions']).toHaveLength(1)
    expect(await tryLogin(phone, 'a brand new one')).toMatchObject({ status: 200 })
  })

  it('says REQUEST_LIMIT to those for whom there is no room, and computes the rest', async () => {
    const small = await startMembers({ passwordQueue: { inFlightMax: 1, waitingMax: 3 } })
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        small.call('POST', '/api/login', { body: { username: newPhone(), password: PASSWORD } }),
      ),
    )
    // One is computed and three wait; whoever comes after the first was done finds a place again.
    const refused = answers.filter(({ status }) => status !== 401)
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(4)
    expect(refused.length).toBeGreaterThan(0)
    for (const answer of refused) {
      expect(answer).toMatchObject({ status: 429, body: { message: 'REQUEST_LIMIT' }, headers: { 'retry-after': '5' } })
    }
    const body = { username: newPhone(), password: PASSWORD }
    expect(await small.call('POST', '/api/login', { body })).toMatchObject({ status: 401 })
    await small.close()
  })

  it('[ERR-013] says LOGIN_FAIL when the database cannot be reached', async () => {
    const { phone } = await newMember()
    const { transaction } = server.database
    server.database.transaction = () => Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }))
    const failed = await tryLogin(phone, PASSWORD)
    server.database.transaction = transaction
    expect(failed).toMatchObject({ status: 503, body: { message: 'LOGIN_FAIL' } })
    expect(await tryLogin(phone, PASSWORD)).toMatchObject({ status: 200 })
  })

  it('keeps ten sessions of many that begin at once', async () => {
    const phone = newPhone()
    await server.register(phone)
    const tokens = await Promise.all(
      Array.from({ length: 14 }, (_, index) => server.login(phone, { address: `10.8.0.${index}` })),
    )
    const answers = await Promise.all(tokens.map(profile))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(answers.filter(({ body }) => body['message'] === 'invalid-token')).toHaveLength(4)
  })

  it('keeps the ten newest sessions', async () => {
    const phone = newPhone()
    await server.register(phone)
    const tokens: string[] = []
    for (let round = 0; round < 12; round += 1) {
      tokens.push(await server.login(phone))
      server.clock.advance(1)
    }
    const answers = await Promise.all(tokens.map(profile))
    expect(answers.map(({ status }) => status)).toEqual([401, 401, ...Array.from({ length: 10 }, () => 200)])
  })

  it('refuses a body of another shape', async () => {
    expect(await server.call('POST', '/api/login', { body: { username: 1, password: [] } })).toMatchObject({
      status: 400,
      body: { message: 'NO_DATA', details: { fields: ['username', 'password'] } },
    })
  })
})

describe('tokens', () => {
  it('[ERR-002] asks for one', async () => {
    expect(await server.call('GET', '/api/account/profile')).toMatchObject({
      status: 401,
      body: { message: 'UNAUTHORIZED' },
    })
  })

  it('does not know foreign, malformed and ended ones', async () => {
    const { token } = await newMember()
    expect(await server.call('POST', '/api/logout', { token })).toMatchObject({ status: 200, body: { code: 'OK' } })
    const flipped = `${token.slice(0, -1)}${token.endsWith('A') ? 'E' : 'A'}`
    for (const other of [token, flipped, 'x', 'ก'.repeat(43), token.repeat(100)]) {
      const headers = { authorization: `Bearer ${encodeURI(other)}` }
      expect(await server.call('GET', '/api/account/profile', { headers })).toMatchObject({
        status: 401,
        body: { message: 'invalid-token' },
      })
    }
  })

  it.each([
    [false, DAY_MS],
    [true, 30 * DAY_MS],
  ])('[ERR-003] with remember %s, end in time and are known as expired for thirty days', async (remember, lifeMs) => {
    const phone = newPhone()
    await server.register(phone)
    const token = await server.login(phone, { remember })
    server.clock.advance(lifeMs - 1)
    expect(await profile(token)).toMatchObject({ status: 200 })
    server.clock.advance(1)
    const expired = { status: 401, body: { message: 'EXPIRED_AUTH_TOKEN' } }
    expect(await profile(token)).toMatchObject(expired)
    server.clock.advance(30 * DAY_MS - 1)
    await server.members.jobs[0]?.run(new AbortController().signal)
    expect(await profile(token)).toMatchObject(expired)
    server.clock.advance(2)
    expect(await profile(token)).toMatchObject({ body: { message: 'invalid-token' } })
    await server.members.jobs[0]?.run(new AbortController().signal)
    expect(await profile(token)).toMatchObject({ body: { message: 'invalid-token' } })
  })

  it.each([
    ['[ERR-004]', 'gone', 'INVALID_USER_1'],
    ['[ERR-006]', 'merged', 'INVALID_USER_3'],
    ['[ERR-007]', 'closed', 'INVALID_USER_4'],
  ])('%s of a member that is %s answer %s', async (_, state, message) => {
    const { id, token } = await newMember()
    await setState(id, state)
    expect(await profile(token)).toMatchObject({ status: 401, body: { message } })
  })

  it('[ERR-005] of another phone than when they were made answer INVALID_USER_2', async () => {
    const { id, token } = await newMember()
    await server.database.query('update member set username = $2 where id = $1', [id, newPhone()])
    expect(await profile(token)).toMatchObject({ status: 401, body: { message: 'INVALID_USER_2' } })
  })
})

describe('sessions of a member', () => {
  it('are listed newest first and ended one by one, by their owner alone', async () => {
    const { phone, token } = await newMember()
    const stranger = await newMember()
    server.clock.advance(1000)
    const second = await server.login(phone, { headers: { 'user-agent': 'Phone of Somchai' } })
    server.clock.advance(6 * 60_000)
    const list = await server.call('GET', '/api/account/sessions', { token })
    const sessions = list.body['sessions'] as { _id: string; isCurrent: boolean; device: string; lastUsedAt: string }[]
    expect(sessions.map(({ isCurrent }) => isCurrent)).toEqual([false, true])
    expect(sessions[0]?.device).toBe('Phone of Somchai')
    expect(sessions[1]?.lastUsedAt).toBe(server.clock.now().toISOString())
    const path = `/api/account/sessions/${sessions[0]?._id}`
    expect(await server.call('DELETE', path, { token: stranger.token })).toMatchObject({
      status: 404,
      body: { message: 'NO_DATA' },
    })
    expect(await profile(second)).toMatchObject({ status: 200 })
    expect(await server.call('DELETE', path, { token })).toMatchObject({ status: 200 })
    expect(await profile(second)).toMatchObject({ body: { message: 'invalid-token' } })
    expect(await server.call('DELETE', path, { token })).toMatchObject({ status: 404 })
  })
})

describe('ending another session', () => {
  const end = (token: string, id: string) => server.call('DELETE', `/api/account/sessions/${id}`, { token })
  const confirm = (token: string, password: string) =>
    server.call('POST', '/api/account/confirmpwd', { token, body: { password } })

  it('wants the password again a quarter of an hour after it was given, and nothing before', async () => {
    const { phone, token } = await newMember()
    const others = [await server.login(phone), await server.login(phone), await server.login(phone)]
    const { body } = await server.call('GET', '/api/account/sessions', { token })
    const rows = body['sessions'] as { _id: string; isCurrent: boolean }[]
    const [first = '', second = '', third = ''] = rows.filter(({ isCurrent }) => !isCurrent).map(({ _id }) => _id)
    server.clock.advance(QUARTER_MS - 1)
    expect(await end(token, first)).toMatchObject({ status: 200 })
    server.clock.advance(1)
    const needed = { status: 403, body: { message: 'PASSWORD_NEEDED' } }
    expect(await end(token, second)).toMatchObject(needed)
    expect(await end(token, 'nobody')).toMatchObject(needed)
    expect(await confirm(token, 'not the password')).toMatchObject({
      status: 422,
      body: { message: 'WRONG_PASSWORD', details: { fields: ['password'] } },
    })
    expect(await end(token, second)).toMatchObject(needed)
    expect(await confirm(token, PASSWORD)).toMatchObject({ status: 200, body: { code: 'OK' } })
    expect(await end(token, second)).toMatchObject({ status: 200 })
    server.clock.advance(QUARTER_MS)
    expect(await end(token, third)).toMatchObject(needed)
    const left = await Promise.all([token, ...others].map(profile))
    expect(left.filter(({ status }) => status === 200)).toHaveLength(2)
  })

  it('never asks for it to log oneself out, and lets nobody guess it faster than at the login', async () => {
    const { token } = await newMember()
    server.clock.advance(HOUR_MS)
    const guesses = await Promise.all(Array.from({ length: 9 }, (_, index) => confirm(token, `guess ${index}`)))
    expect(guesses.filter(({ status }) => status === 422)).toHaveLength(5)
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(4)
    const { body } = await server.call('GET', '/api/account/sessions', { token })
    const [own] = body['sessions'] as { _id: string }[]
    expect(await end(token, own?._id ?? '')).toMatchObject({ status: 200 })
    expect(await profile(token)).toMatchObject({ status: 401 })
  })

  it('does not ask a member for it who has just chosen another one', async () => {
    const { phone, token } = await newMember()
    server.clock.advance(HOUR_MS)
    const body = { oldPassword: PASSWORD, newPassword: 'a brand new one' }
    const changed = await server.call('PUT', '/api/account/changepwd', { token, body })
    const renewed = String(changed.body['token'])
    const other = await server.login(phone, { password: 'a brand new one' })
    const { body: list } = await server.call('GET', '/api/account/sessions', { token: other })
    const rows = list['sessions'] as { _id: string; isCurrent: boolean }[]
    expect(await end(renewed, rows.find(({ isCurrent }) => isCurrent)?._id ?? '')).toMatchObject({ status: 200 })
    expect(await profile(other)).toMatchObject({ status: 401 })
  })
})

describe('leases', () => {
  it('are held by one at a time, and waited for', async () => {
    const { id } = await newMember()
    const first = await server.members.lease(id, 'transferAll')
    await expect(server.members.lease(id, 'withdrawAll')).rejects.toMatchObject({
      code: 'TRANSFER_PENDING',
      status: 409,
    })
    const waiting = server.members.lease(id, 'withdrawAll')
    await first.release()
    const second = await waiting
    await first.release()
    await expect(server.members.lease(id, 'clear')).rejects.toMatchObject({ code: 'TRANSFER_PENDING' })
    await second.release()
  })

  it('run out when their holder is gone', async () => {
    const { id } = await newMember()
    await server.members.lease(id, 'transferAll')
    server.clock.advance(60_000)
    const next = await server.members.lease(id, 'transferAll')
    await next.release()
  })

  it('are forgotten when the only server starts again', async () => {
    const { id } = await newMember()
    await server.members.lease(id, 'transferAll')
    await server.members.forgetLeases()
    const next = await server.members.lease(id, 'withdrawAll')
    await next.release()
  })

  it('are waited for by eight at most: a ninth is refused at once', async () => {
    const { id } = await newMember()
    const { database, clock } = server
    const ours = { database, clock, logger: createTestLogger().logger, leaseWaitMs: 30_000, memory: createMemory() }
    const lease = (memberId: string, purpose: string) => takeLease(ours as unknown as MembersParts, memberId, purpose)
    const held = await lease(id, 'transferAll')
    const nine = Array.from({ length: 9 }, async () => (await lease(id, 'clear')).release())
    const refusals = nine.map((one) => one.then(() => Promise.withResolvers<never>().promise).catch((error) => error))
    expect(await Promise.race(refusals)).toMatchObject({ code: 'TRANSFER_PENDING' })
    await held.release()
    const ends = await Promise.allSettled(nine)
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(8)
  })

  it('go to one of many who want one at once', async () => {
    const { id } = await newMember()
    const taken = await Promise.allSettled(Array.from({ length: 8 }, () => server.members.lease(id, 'clear')))
    expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})
