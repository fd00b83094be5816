import { TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MINUTE_MS } from '../../platform/durations.ts'
import { createSoftwareAuthenticator, type SoftwareAuthenticator } from './factors/software-authenticator.fixture.ts'
import { type MembersUnderTest, PASSWORD, startMembers } from './members-world.fixture.ts'

// What somebody tries who has a phone that lies open, a password, or messages that are not his.

let server: MembersUnderTest
let phones = 860_000_000
beforeAll(async () => {
  server = await startMembers({ env: { PUBLIC_URL: 'http://localhost:3000' } })
})
afterAll(() => server.close())

const security = '/api/account/security'
const stale = { status: 403, body: { message: 'STEP_UP' } }
const wrongCode = { status: 422, body: { message: 'OTP_CODE_INVALID' } }

interface Player {
  phone: string
  token: string
}

const call = (token: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
  server.call(method, path, { token, ...(body === undefined ? {} : { body }) })
const login = (phone: string, given: { password?: string; code?: string; address?: string } = {}) =>
  server.call('POST', '/api/login', {
    body: { username: phone, password: given.password ?? PASSWORD, code: given.code },
    address: given.address ?? '10.0.0.1',
  })
const codeAt = (key: string) => new TOTP({ secret: key }).generate({ timestamp: server.clock.now().getTime() })

async function newPlayer(): Promise<Player> {
  const phone = `0${(phones += 1)}`
  await server.register(phone)
  return { phone, token: await server.login(phone) }
}

async function addApp({ token }: Player): Promise<string> {
  const key = String((await call(token, 'POST', `${security}/authenticator/start`)).body['key'])
  expect((await call(token, 'POST', `${security}/authenticator`, { totp: codeAt(key) })).status).toBe(200)
  return key
}

async function addPasskey({ token }: Player): Promise<SoftwareAuthenticator> {
  const authenticator = createSoftwareAuthenticator()
  const { options } = (await call(token, 'POST', `${security}/passkeys/start`)).body
  const passkey = authenticator.create(options as never)
  expect((await call(token, 'POST', `${security}/passkeys`, { passkey, name: 'phone' })).status).toBe(200)
  return authenticator
}

const bank = {
  name: 'Somchai Jaidee',
  bankCode: 'SCB',
  bankAccountName: 'SOMCHAI JAIDEE',
  bankAccountNo: '9990001113',
  password: PASSWORD,
}

it('[SEC-004] a passkey of his own opens nothing in the session of somebody else', async () => {
  const [owner, thief] = [await newPlayer(), await newPlayer()]
  const [, own] = [await addPasskey(owner), await addPasskey(thief)]
  server.clock.advance(5 * MINUTE_MS)
  const { options } = (await call(owner.token, 'POST', `${security}/step-up/start`)).body
  const passkey = own.get(options as { challenge: string })
  expect(await call(owner.token, 'POST', `${security}/step-up`, { passkey })).toMatchObject(wrongCode)
  expect(await call(owner.token, 'PUT', '/api/account/profile', bank)).toMatchObject(stale)
  // And what his own session was asked counts in no other one.
  const asked = (await call(thief.token, 'POST', `${security}/step-up/start`)).body['options']
  const signed = own.get(asked as { challenge: string })
  expect(await call(owner.token, 'POST', `${security}/step-up`, { passkey: signed })).toMatchObject(wrongCode)
})

it('[SEC-003] [SEC-005] messages that are not his set a new password and let nobody in: the factor stays, and so does the wait', async () => {
  const owner = await newPlayer()
  const key = await addApp(owner)
  server.clock.advance(60 * MINUTE_MS)
  const address = '203.0.113.9'
  const sent = await server.call('POST', '/api/account/forgotpwd', { address, body: { phoneNumber: owner.phone } })
  await new Promise((done) => setImmediate(done))
  const body = {
    otpToken: sent.body['otpToken'],
    otpCode: server.inbox.codeOf(owner.phone),
    newPassword: 'stolen ferry across',
  }
  const reset = await server.call('POST', '/api/account/resetpwd', { address, body })
  expect(reset.status).toBe(200)
  expect(reset.body['token']).toBeUndefined()
  expect((await call(owner.token, 'GET', '/api/account/profile')).status, 'his own session has ended').toBe(401)
  const given = { password: 'stolen ferry across', address }
  expect(await login(owner.phone, given)).toMatchObject(stale)
  expect(await login(owner.phone, { ...given, code: '000000' })).toMatchObject(wrongCode)
  // The owner comes back by what only he has, and reads what happened.
  const back = await login(owner.phone, { ...given, code: codeAt(key) })
  expect(back.status).toBe(200)
  const read = (await call(String(back.body['token']), 'GET', security)).body
  expect(read['withdrawalsWaitUntil']).not.toBeNull()
  expect(read['news']).toContainEqual(expect.objectContaining({ what: 'password' }))
})

it('[SEC-002] a code that was given at a login is good for nothing more, wherever it is tried at once', async () => {
  const owner = await newPlayer()
  const key = await addApp(owner)
  server.clock.advance(MINUTE_MS)
  const code = codeAt(key)
  const tries = await Promise.all([
    ...Array.from({ length: 10 }, (_, place) => login(owner.phone, { code, address: `10.8.${place}.1` })),
    ...Array.from({ length: 4 }, () => call(owner.token, 'POST', `${security}/step-up`, { code })),
  ])
  expect(tries.filter(({ status }) => status === 200)).toHaveLength(1)
})

it('[SEC-004] a session that was there before a factor does with it what others do without one: nothing', async () => {
  const owner = await newPlayer()
  const stolen = String((await login(owner.phone, { address: '203.0.113.10' })).body['token'])
  server.clock.advance(20 * MINUTE_MS)
  await call(owner.token, 'POST', '/api/account/confirmpwd', { password: PASSWORD })
  await addApp(owner)
  const acts: [string, 'PUT' | 'POST' | 'DELETE', string, unknown?][] = [
    ['bank', 'PUT', '/api/account/profile', bank],
    ['password', 'PUT', '/api/account/changepwd', { oldPassword: PASSWORD, newPassword: 'stolen ferry across' }],
    ['another app', 'POST', `${security}/authenticator/start`],
    ['a passkey', 'POST', `${security}/passkeys/start`],
    ['codes', 'POST', `${security}/codes`],
    ['removal', 'DELETE', `${security}/authenticator`],
    ['a copy of the data', 'POST', '/api/protection/export'],
    ['the files of a copy', 'POST', '/api/protection/export/files'],
    ['erasure', 'POST', '/api/protection/erasure', { password: PASSWORD, understood: true }],
  ]
  // He knows the password, too.
  await call(stolen, 'POST', '/api/account/confirmpwd', { password: PASSWORD })
  for (const [what, method, path, body] of acts) {
    expect([what, (await call(stolen, method, path, body)).body['message']]).toEqual([what, 'STEP_UP'])
  }
})

it('[SEC-003] guesses at codes from ever new addresses are counted together, which its owner is told and is not kept out by', async () => {
  const phone = `0${(phones += 1)}`
  await server.register(phone)
  const first = await login(phone)
  const device = String(first.headers['set-cookie']).split(';', 1)[0] ?? ''
  const owner: Player = { phone, token: String(first.body['token']) }
  const key = String((await call(owner.token, 'POST', `${security}/authenticator/start`)).body['key'])
  const added = await call(owner.token, 'POST', `${security}/authenticator`, { totp: codeAt(key) })
  const [forOnce = ''] = added.body['codes'] as string[]
  server.clock.advance(10 * MINUTE_MS)
  const told = () => server.inbox.messages.filter(({ to }) => to === phone).length
  const before = told()

  let places = 0
  const guess = (code: string) => login(phone, { code, address: `10.77.${(places += 1)}.1` })
  // Twenty of a hundred at once are looked at, whatever they are.
  const guesses = await Promise.all(Array.from({ length: 100 }, () => guess('000000')))
  expect(guesses.filter(({ status }) => status === 422)).toHaveLength(20)
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(80)
  const refused = await guess(codeAt(key))
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '3600'])
  await new Promise((done) => setImmediate(done))
  expect(told()).toBe(before + 1)
  const { news } = (await call(owner.token, 'GET', security)).body
  expect(news).toContainEqual(expect.objectContaining({ what: 'codes-guessed' }))

  // He gets in where he was before, by a code for once anywhere, and gives a fresh one in his session.
  expect((await call(owner.token, 'POST', `${security}/step-up`, { code: codeAt(key) })).status).toBe(200)
  server.clock.advance(MINUTE_MS)
  expect((await login(phone, { code: codeAt(key) })).status).toBe(200)
  expect((await guess(forOnce)).status).toBe(200)
  server.clock.advance(MINUTE_MS)
  const onHisDevice = { body: { username: phone, password: PASSWORD, code: codeAt(key) }, headers: { cookie: device } }
  expect((await server.call('POST', '/api/login', { ...onHisDevice, address: '10.78.1.1' })).status).toBe(200)

  // The next twenty come after the hour, and are no news within a day.
  server.clock.advance(60 * MINUTE_MS)
  const more = await Promise.all(Array.from({ length: 30 }, () => guess('000000')))
  expect(more.filter(({ status }) => status === 422)).toHaveLength(20)
  await new Promise((done) => setImmediate(done))
  expect(told()).toBe(before + 1)

  // With another password nobody guesses any more, and he is let in from anywhere.
  server.clock.advance(MINUTE_MS)
  const sent = await server.call('POST', '/api/account/forgotpwd', { body: { phoneNumber: phone } })
  await new Promise((done) => setImmediate(done))
  const newPassword = 'another ferry across'
  const body = { otpToken: sent.body['otpToken'], otpCode: server.inbox.codeOf(phone), newPassword }
  expect((await server.call('POST', '/api/account/resetpwd', { body })).status).toBe(200)
  const anywhere = { password: newPassword, code: codeAt(key), address: '10.79.1.1' }
  expect((await login(phone, anywhere)).status).toBe(200)
})

it('[SEC-003] guesses from ever new devices and sessions that are known are counted together, and not where he gave a code', async () => {
  const phone = `0${(phones += 1)}`
  await server.register(phone)
  const cookieOf = ({ headers }: { headers: Record<string, unknown> }) =>
    String(headers['set-cookie']).split(';', 1)[0] ?? ''
  let places = 0
  const guess = (code: string, cookie: string, password = PASSWORD) =>
    server.call('POST', '/api/login', {
      body: { username: phone, password, code },
      headers: { cookie },
      address: `10.80.${(places += 1)}.1`,
    })
  // A thief with the password makes himself known before there is an app, and keeps a session and its address.
  const stolen: string[] = []
  for (let one = 0; one < 12; one += 1) {
    // Of those at one instant nobody knows which are the oldest, which end.
    server.clock.advance(1_000)
    stolen.push(cookieOf(await login(phone, { address: `10.81.${one}.1` })))
  }
  server.clock.advance(1_000)
  const session = String((await login(phone, { address: '10.82.0.1' })).body['token'])
  server.clock.advance(1_000)
  const owner: Player = { phone, token: await server.login(phone) }
  const key = await addApp(owner)
  server.clock.advance(10 * MINUTE_MS)
  const own = cookieOf(
    await server.call('POST', '/api/login', { body: { username: phone, password: PASSWORD, code: codeAt(key) } }),
  )
  const before = server.inbox.messages.filter(({ to }) => to === phone).length

  const tried = [
    await login(phone, { code: '000000', address: '10.82.0.1' }),
    await call(session, 'POST', `${security}/step-up`, { code: '000000' }),
    ...(await Promise.all(Array.from({ length: 48 }, (_, one) => guess('000000', stolen[one % 12] ?? '')))),
  ]
  expect(tried.filter(({ status }) => status === 422)).toHaveLength(20)
  expect(tried.filter(({ status }) => status === 429)).toHaveLength(30)
  server.clock.advance(MINUTE_MS)
  expect((await guess(codeAt(key), stolen[0] ?? '')).status).toBe(429)
  expect((await call(session, 'POST', `${security}/step-up`, { code: codeAt(key) })).status).toBe(429)
  await new Promise((done) => setImmediate(done))
  expect(server.inbox.messages.filter(({ to }) => to === phone)).toHaveLength(before + 1)
  const { news } = (await call(owner.token, 'GET', security)).body
  expect(news).toContainEqual(expect.objectContaining({ what: 'codes-guessed' }))

  // Where he gave a code he gives the next, with his device anywhere and without it where he is logged in.
  expect((await guess(codeAt(key), own)).status).toBe(200)
  server.clock.advance(MINUTE_MS)
  expect((await login(phone, { code: codeAt(key) })).status).toBe(200)

  // Whoever gets his messages ends the count once a day, and guesses no faster for each new password and device.
  const guessAfterReset = async (newPassword: string) => {
    server.clock.advance(15 * MINUTE_MS)
    const sent = await server.call('POST', '/api/account/forgotpwd', { body: { phoneNumber: phone } })
    await new Promise((done) => setImmediate(done))
    const body = { otpToken: sent.body['otpToken'], otpCode: server.inbox.codeOf(phone), newPassword }
    const cookie = cookieOf(await server.call('POST', '/api/account/resetpwd', { body }))
    const all = [cookie, ...stolen].flatMap((one) => [one, one])
    const answers = await Promise.all(all.map((one) => guess('000000', one, newPassword)))
    return answers.filter(({ status }) => status === 422).length
  }
  expect(await guessAfterReset('stolen ferry across')).toBe(20)
  expect(await guessAfterReset('stolen ferry again')).toBe(0)
  server.clock.advance(MINUTE_MS)
  expect((await guess(codeAt(key), own, 'stolen ferry again')).status).toBe(200)
})
