import { randomUUID } from 'node:crypto'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../../platform/durations.ts'
import { book } from '../../../testing/book.ts'
import type { Answer } from '../../../testing/client.ts'
import { createSoftwareAuthenticator, type SoftwareAuthenticator } from '../factors/software-authenticator.fixture.ts'
import { type MembersUnderTest, PASSWORD, startMembers } from '../members-world.fixture.ts'

let server: MembersUnderTest
let phones = 850_000_000

beforeAll(async () => {
  server = await startMembers({ env: { PUBLIC_URL: 'http://localhost:3000' } })
})
afterAll(() => server.close())

const QUARTER_MS = 15 * MINUTE_MS
const security = '/api/account/security'
const stale = { status: 403, body: { message: 'STEP_UP' } }
const wrongCode = { status: 422, body: { message: 'OTP_CODE_INVALID' } }

interface Player {
  id: string
  phone: string
  token: string
}

async function newPlayer(): Promise<Player> {
  const phone = `0${(phones += 1)}`
  const id = await server.register(phone)
  return { id, phone, token: await server.login(phone) }
}

const call = (token: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
  server.call(method, path, { token, ...(body === undefined ? {} : { body }) })
const read = async ({ token }: Player) => (await call(token, 'GET', security)).body
const codeAt = (key: string, stepsLater = 0) =>
  new TOTP({ secret: key }).generate({ timestamp: server.clock.now().getTime() + stepsLater * 30_000 })

async function addApp({ token }: Player): Promise<{ key: string; codes: string[] }> {
  const key = String((await call(token, 'POST', `${security}/authenticator/start`)).body['key'])
  const added = await call(token, 'POST', `${security}/authenticator`, { totp: codeAt(key) })
  expect(added.status).toBe(200)
  return { key, codes: added.body['codes'] as string[] }
}

async function addPasskey({ token }: Player, name = 'phone'): Promise<SoftwareAuthenticator> {
  const authenticator = createSoftwareAuthenticator()
  const { options } = (await call(token, 'POST', `${security}/passkeys/start`)).body
  const passkey = authenticator.create(options as never)
  const added = await call(token, 'POST', `${security}/passkeys`, { passkey, name })
  expect(added).toMatchObject({ status: 200, body: { passkey: { name } } })
  return authenticator
}

const stepUp = ({ token }: Pick<Player, 'token'>, code: string) => call(token, 'POST', `${security}/step-up`, { code })
const loginWith = ({ phone }: Player, code?: string, address = '10.0.0.1') =>
  server.call('POST', '/api/login', { body: { username: phone, password: PASSWORD, code }, address })

async function askPasskeys({ token }: Player): Promise<{ challenge: string }> {
  const { options } = (await call(token, 'POST', `${security}/step-up/start`)).body
  return options as { challenge: string }
}

async function startPasskeyLogin(): Promise<{ challenge: string }> {
  const { body } = await server.call('POST', '/api/login/passkey/start')
  return body['options'] as { challenge: string }
}

const loginByPasskey = (passkey: unknown) => server.call('POST', '/api/login/passkey', { body: { passkey } })

/** Puts baht into a wallet, and lets a person have looked at its account. */
async function fund({ id }: Player, amountMinor: number): Promise<void> {
  const { database, clock } = server
  const [from, to] = ['house/bonus', `member/${id}/wallet`]
  await book(server, { from, to, amountMinor, code: 'bonus', at: clock.now() })
  await database.query('update member_bank_account set proven_at = $2 where member_id = $1', [id, clock.now()])
}

const withdraw = (token: string, amount: number, key: string = randomUUID()): Promise<Answer> =>
  server.call('POST', '/api/wallet/withdraw', { token, body: { amount }, headers: { 'idempotency-key': key } })

const reasonOf = async ({ body }: Answer) =>
  (
    await server.database.query<{ reason: string }>('select wait_reason as reason from withdrawal where id = $1', [
      body['_id'],
    ])
  )[0]?.reason

describe('a member without a factor', () => {
  it('[SEC-003] logs in, withdraws and changes everything as before', async () => {
    const player = await newPlayer()
    await fund(player, 3_000_000)
    server.clock.advance(HOUR_MS)
    expect((await loginWith(player)).status).toBe(200)
    expect((await withdraw(player.token, 25_000)).status).toBe(200)
    const change = { oldPassword: PASSWORD, newPassword: 'another ferry across' }
    expect((await call(player.token, 'PUT', '/api/account/changepwd', change)).status).toBe(200)
  })
})

describe('an authenticator app', () => {
  it('[SEC-002] counts once a code of it was given, and brings ten codes', async () => {
    const player = await newPlayer()
    await call(player.token, 'POST', `${security}/authenticator/start`)
    expect((await loginWith(player)).status).toBe(200)
    expect(await call(player.token, 'POST', `${security}/authenticator`, { totp: '000000' })).toMatchObject(wrongCode)
    const { codes } = await addApp(player)
    expect(new Set(codes).size).toBe(10)
    expect(await read(player)).toMatchObject({ codesLeft: 10, authenticatorSince: server.clock.now().toISOString() })
    const kept = await server.database.query('select * from member_recovery_code where member_id = $1', [player.id])
    for (const code of codes) expect(JSON.stringify(kept)).not.toContain(code.replaceAll('-', ''))
  })

  it('[SEC-003] is asked for after the password, and tells nobody else that there is one', async () => {
    const player = await newPlayer()
    const { key, codes } = await addApp(player)
    server.clock.advance(MINUTE_MS)
    expect(await loginWith(player)).toMatchObject({
      status: 403,
      body: { message: 'STEP_UP', details: { factors: ['authenticator', 'code'] } },
    })
    const guess = { username: player.phone, password: 'not the password', code: codeAt(key) }
    const wrong = { status: 401, body: { message: 'WRONG_CREDENTIAL' } }
    expect(await server.call('POST', '/api/login', { body: guess })).toMatchObject(wrong)
    expect(await loginWith(player, '000000')).toMatchObject(wrongCode)
    expect((await loginWith(player, codeAt(key))).status).toBe(200)
    expect(await loginWith(player, codeAt(key)), 'a code of the app is good once').toMatchObject(wrongCode)
    const [code = ''] = codes
    expect((await loginWith(player, code.toLowerCase().replaceAll('-', ' '))).status).toBe(200)
    expect(await loginWith(player, code), 'and so is a code for once').toMatchObject(wrongCode)
  })

  it('[SEC-002] lets one of twenty in who give the same code at once', async () => {
    const player = await newPlayer()
    const { key, codes } = await addApp(player)
    server.clock.advance(MINUTE_MS)
    for (const code of [codeAt(key), codes[0] ?? '']) {
      const tries = Array.from({ length: 20 }, (_, place) => loginWith(player, code, `10.9.${place}.1`))
      const statuses = (await Promise.all(tries)).map(({ status }) => status)
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
      expect(new Set(statuses)).toEqual(new Set([200, 422]))
    }
  })

  it('[SEC-004] five wrong codes have that session wait for 15 minutes, the right code too, and nobody else', async () => {
    const player = await newPlayer()
    const { key } = await addApp(player)
    server.clock.advance(10 * MINUTE_MS)
    const other = { ...player, token: String((await loginWith(player, codeAt(key, -1))).body['token']) }
    for (let tries = 0; tries < 5; tries += 1) expect(await stepUp(player, '000000')).toMatchObject(wrongCode)
    const blocked = await stepUp(player, codeAt(key))
    expect(blocked).toMatchObject({
      status: 429,
      body: { message: 'REQUEST_LIMIT' },
      headers: { 'retry-after': '900' },
    })
    expect((await stepUp(other, codeAt(key))).status).toBe(200)
    server.clock.advance(QUARTER_MS - 1_000)
    expect((await stepUp(player, codeAt(key))).status).toBe(429)
    server.clock.advance(1_000)
    expect((await stepUp(player, codeAt(key, 1))).status).toBe(200)
  })

  it('counts guesses that come at once one after the other', async () => {
    const player = await newPlayer()
    const { key } = await addApp(player)
    server.clock.advance(10 * MINUTE_MS)
    const tries = await Promise.all(Array.from({ length: 20 }, () => stepUp(player, '000000')))
    expect(tries.filter(({ status }) => status === 422)).toHaveLength(5)
    expect((await stepUp(player, codeAt(key))).status).toBe(429)
  })
})

describe('a passkey', () => {
  it('[SEC-001] is added by who gave the password, named, logs in alone, and is removed', async () => {
    const player = await newPlayer()
    server.clock.advance(QUARTER_MS)
    const start = () => call(player.token, 'POST', `${security}/passkeys/start`)
    expect(await start()).toMatchObject({ status: 403, body: { message: 'PASSWORD_NEEDED' } })
    await call(player.token, 'POST', '/api/account/confirmpwd', { password: PASSWORD })
    const authenticator = await addPasskey(player, 'Somchai’s phone')
    const [{ _id } = { _id: '' }] = (await read(player))['passkeys'] as { _id: string }[]
    expect((await call(player.token, 'PUT', `${security}/passkeys/${_id}`, { name: 'tablet' })).status).toBe(200)
    expect(await loginWith(player)).toMatchObject({ ...stale, body: { details: { factors: ['passkey'] } } })
    const opened = await loginByPasskey(authenticator.get(await startPasskeyLogin()))
    expect(opened.status).toBe(200)
    const token = String(opened.body['token'])
    // A login by passkey is a factor that was just given.
    expect((await call(token, 'DELETE', `${security}/passkeys/${_id}`)).status).toBe(200)
    expect((await loginByPasskey(authenticator.get(await startPasskeyLogin()))).status).toBe(401)
    expect((await loginWith(player)).status).toBe(200)
  })

  it('[SEC-001] there are ten at most, however many are added at once', async () => {
    const player = await newPlayer()
    const authenticator = await addPasskey(player)
    const opened = await loginByPasskey(authenticator.get(await startPasskeyLogin()))
    const fresh = String(opened.body['token'])
    const made = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const { options } = (await call(fresh, 'POST', `${security}/passkeys/start`)).body
        return createSoftwareAuthenticator().create(options as never)
      }),
    )
    const added = await Promise.all(
      made.map((passkey) => call(fresh, 'POST', `${security}/passkeys`, { passkey, name: 'one of many' })),
    )
    expect(added.filter(({ status }) => status === 200)).toHaveLength(9)
    expect(new Set(added.map(({ status }) => status))).toEqual(new Set([200, 409]))
    expect(await call(fresh, 'POST', `${security}/passkeys/start`)).toMatchObject({
      body: { message: 'PASSKEY_LIMIT' },
    })
  })

  it('is believed only what it signed for this address, with the user verified, once, and in time', async () => {
    const player = await newPlayer()
    const authenticator = await addPasskey(player)
    const isIn = async (passkey: unknown) => (await loginByPasskey(passkey)).status
    expect(await isIn(authenticator.get(await startPasskeyLogin(), { origin: 'http://localhost:4000' }))).toBe(401)
    expect(await isIn(authenticator.get(await startPasskeyLogin(), { rpId: 'evil.example' }))).toBe(401)
    expect(await isIn(authenticator.get(await startPasskeyLogin(), { isUserVerified: false }))).toBe(401)
    expect(await isIn(authenticator.get({ challenge: 'AAAA' }))).toBe(401)
    expect(await isIn(authenticator.get(await askPasskeys(player))), 'asked for something else').toBe(401)
    expect(await isIn(authenticator.get(await startPasskeyLogin(), { userHandle: 'c29tZWJvZHk' }))).toBe(401)
    expect(await isIn(createSoftwareAuthenticator().get(await startPasskeyLogin())), 'nobody’s').toBe(401)
    const late = authenticator.get(await startPasskeyLogin())
    server.clock.advance(5 * MINUTE_MS)
    expect(await isIn(late)).toBe(401)
    const signed = authenticator.get(await startPasskeyLogin())
    const forged = { ...signed, response: { ...signed.response, signature: late.response.signature } }
    expect(await isIn(forged)).toBe(401)
    const tries = await Promise.all(Array.from({ length: 20 }, () => isIn(signed)))
    expect(tries.filter((status) => status === 200)).toHaveLength(1)
  })

  it('that counts back is a copy: it is refused, and its owner is told', async () => {
    const player = await newPlayer()
    const authenticator = await addPasskey(player)
    const counted = (counter: number) =>
      startPasskeyLogin().then((options) => loginByPasskey(authenticator.get(options, { counter })))
    expect((await counted(20)).status).toBe(200)
    expect((await counted(20)).status).toBe(401)
    expect((await counted(19)).status).toBe(401)
    expect((await counted(21)).status).toBe(200)
    const { news } = await read(player)
    expect((news as { what: string }[]).filter(({ what }) => what === 'passkey-copied')).toHaveLength(2)
  })
})

describe('acts that want a fresh factor', () => {
  it('[SEC-004] change of bank, name of the account and password are refused until one was given, for five minutes', async () => {
    const player = await newPlayer()
    const { key } = await addApp(player)
    server.clock.advance(5 * MINUTE_MS)
    const bank = {
      name: 'Somchai Jaidee',
      bankCode: 'SCB',
      bankAccountName: 'SOMCHAI JAIDEE',
      bankAccountNo: '9990001112',
    }
    const moves = () => call(player.token, 'PUT', '/api/account/profile', { ...bank, password: PASSWORD })
    const renames = () =>
      call(player.token, 'PUT', '/api/account/bankAccountName', { bankCode: 'SCB', bankAccountName: 'SOMCHAI J' })
    const changes = () =>
      call(player.token, 'PUT', '/api/account/changepwd', { oldPassword: PASSWORD, newPassword: `${PASSWORD} again` })
    for (const act of [moves, renames, changes]) expect(await act()).toMatchObject(stale)
    expect((await stepUp(player, codeAt(key))).status).toBe(200)
    server.clock.advance(5 * MINUTE_MS - 1)
    for (const act of [moves, renames]) expect((await act()).status).toBe(200)
    server.clock.advance(1)
    expect(await changes()).toMatchObject(stale)
    expect((await stepUp(player, codeAt(key))).status).toBe(200)
    expect((await changes()).status).toBe(200)
  })

  it('[SEC-004] a withdrawal above 20,000, or beyond 50,000 of a day, goes on under the same key once one was given', async () => {
    const player = await newPlayer()
    const { key } = await addApp(player)
    await fund(player, 20_000_000)
    server.clock.advance(5 * MINUTE_MS)
    expect((await withdraw(player.token, 20_000)).status).toBe(200)
    const request = randomUUID()
    expect(await withdraw(player.token, 20_000.01, request)).toMatchObject(stale)
    expect((await stepUp(player, codeAt(key))).status).toBe(200)
    expect(await withdraw(player.token, 20_000.01, request)).toMatchObject({ status: 200, body: { amount: 20_000.01 } })
    server.clock.advance(5 * MINUTE_MS)
    expect(await withdraw(player.token, 10_000)).toMatchObject(stale)
    expect((await withdraw(player.token, 9_999.99)).status).toBe(200)
  })

  it('[SEC-004] so does any from a device that is new, for a day', async () => {
    const player = await newPlayer()
    const fresh = String((await loginWith(player)).body['token'])
    const { key } = await addApp({ ...player, token: fresh })
    await fund(player, 1_000_000)
    server.clock.advance(5 * MINUTE_MS)
    expect(await withdraw(fresh, 100)).toMatchObject(stale)
    expect((await withdraw(player.token, 100)).status).toBe(200)
    expect((await stepUp({ token: fresh }, codeAt(key))).status).toBe(200)
    expect((await withdraw(fresh, 100)).status).toBe(200)
  })

  it('a passkey gives it as well, and only for the session that asked', async () => {
    const player = await newPlayer()
    const authenticator = await addPasskey(player)
    server.clock.advance(5 * MINUTE_MS)
    const other = String((await loginByPasskey(authenticator.get(await startPasskeyLogin()))).body['token'])
    const passkey = authenticator.get(await askPasskeys(player))
    const give = (token: string) => call(token, 'POST', `${security}/step-up`, { passkey })
    expect(await give(other)).toMatchObject(wrongCode)
    expect(await give(player.token)).toMatchObject({ status: 200 })
    expect(await give(player.token), 'a challenge is taken once').toMatchObject(wrongCode)
  })
})

describe('taking a factor away', () => {
  const smsTo = ({ phone }: Player) => server.inbox.messages.filter(({ to }) => to === phone).map(({ text }) => text)

  it('[SEC-005] takes a factor, is told to the phone at once, and has withdrawals wait for a day', async () => {
    const player = await newPlayer()
    const { key } = await addApp(player)
    await fund(player, 1_000_000)
    server.clock.advance(48 * HOUR_MS)
    const token = String((await loginWith(player, codeAt(key))).body['token'])
    const owner = { ...player, token }
    expect(await reasonOf(await withdraw(token, 100))).toBeNull()
    server.clock.advance(5 * MINUTE_MS)
    const remove = () => call(token, 'DELETE', `${security}/authenticator`)
    expect(await remove()).toMatchObject(stale)
    expect((await stepUp(owner, codeAt(key))).status).toBe(200)
    const before = smsTo(player).length
    expect((await remove()).status).toBe(200)
    expect(smsTo(player)).toHaveLength(before + 1)
    expect(await read(owner)).toMatchObject({
      authenticatorSince: null,
      codesLeft: 0,
      news: [{ what: 'authenticator-removed' }, { what: 'new-device' }, { what: 'authenticator-added' }],
    })
    expect(await reasonOf(await withdraw(token, 101))).toBe('KEYS_CHANGED')
    server.clock.advance(24 * HOUR_MS)
    const later = String((await loginWith(player)).body['token'])
    expect(await reasonOf(await withdraw(later, 102))).toBeNull()
  })

  it('[SEC-005] or a code by SMS and 72 hours, in which the owner can stop it', async () => {
    const player = await newPlayer()
    const { key } = await addApp(player)
    const ask = async () => {
      server.clock.advance(HOUR_MS)
      const { phone: username } = player
      const wrong = { body: { username, password: 'not the password' } }
      expect((await server.call('POST', '/api/login/recover', wrong)).status).toBe(401)
      const sent = await server.call('POST', '/api/login/recover', { body: { username, password: PASSWORD } })
      expect(sent.status).toBe(200)
      await new Promise((done) => setImmediate(done))
      const body = { otpToken: sent.body['otpToken'], otpCode: server.inbox.codeOf(username) }
      const asked = await server.call('POST', '/api/login/recover/confirm', { body })
      expect(asked.status).toBe(200)
      expect((await server.call('POST', '/api/login/recover/confirm', { body })).status).toBe(422)
      return new Date(String(asked.body['removedAt'])).getTime()
    }
    const first = await ask()
    expect(first - server.clock.now().getTime()).toBe(72 * HOUR_MS)
    expect(smsTo(player).at(-1)).toContain('72')
    const token = String((await loginWith(player, codeAt(key))).body['token'])
    expect((await call(token, 'DELETE', `${security}/removal`)).status).toBe(200)
    const second = await ask()
    await server.app.advance(second - server.clock.now().getTime() - 1)
    expect((await loginWith(player)).status).toBe(403)
    server.app.app().jobs.wake('members-factor-removals')
    await server.app.advance(1)
    const open = await loginWith(player)
    expect(open.status).toBe(200)
    expect(await read({ ...player, token: String(open.body['token']) })).toMatchObject({
      authenticatorSince: null,
      removedAt: null,
      withdrawalsWaitUntil: new Date(second + 24 * HOUR_MS).toISOString(),
    })
  })

  it('[SEC-005] a new password has withdrawals wait for a day as well, those too that were not sent yet', async () => {
    const player = await newPlayer()
    await fund(player, 1_000_000)
    const made = await withdraw(player.token, 100)
    expect(await reasonOf(made)).toBeNull()
    const change = { oldPassword: PASSWORD, newPassword: `${PASSWORD} anew` }
    const token = String((await call(player.token, 'PUT', '/api/account/changepwd', change)).body['token'])
    await server.app.settle()
    expect(await reasonOf(made)).toBe('KEYS_CHANGED')
    expect(await reasonOf(await withdraw(token, 100))).toBe('KEYS_CHANGED')
  })
})

describe('where a member is logged in', () => {
  it('[SEC-006] is shown by device and network; one or all others end by who gave the password', async () => {
    const player = await newPlayer()
    server.clock.advance(1_000)
    const elsewhere = String((await loginWith(player, undefined, '203.0.113.7')).body['token'])
    const sessions = async () =>
      (await call(player.token, 'GET', '/api/account/sessions')).body['sessions'] as Record<string, unknown>[]
    expect(await sessions()).toMatchObject([
      { isCurrent: false, isNewDevice: true, place: '203.0.113.x' },
      { isCurrent: true, isNewDevice: false, place: '10.0.0.x' },
    ])
    expect(await read(player)).toMatchObject({ news: [{ what: 'new-device' }] })
    server.clock.advance(QUARTER_MS)
    const endOthers = () => call(player.token, 'DELETE', '/api/account/sessions')
    expect(await endOthers()).toMatchObject({ status: 403, body: { message: 'PASSWORD_NEEDED' } })
    await call(player.token, 'POST', '/api/account/confirmpwd', { password: PASSWORD })
    expect((await endOthers()).status).toBe(200)
    expect(await sessions()).toMatchObject([{ isCurrent: true }])
    expect((await call(elsewhere, 'GET', '/api/account/profile')).status).toBe(401)
  })
})
