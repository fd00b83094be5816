import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../platform/durations.ts'
import { createDevices } from '../../../platform/login/devices.ts'
import type { Answer } from '../../../testing/client.ts'
import { solveProof } from '../../../testing/login-aids.ts'
import { until } from '../../../testing/until.ts'
import { type MembersUnderTest, PASSWORD, type Sent, startMembers } from '../members-world.fixture.ts'

let server: MembersUnderTest
let phones = 0
let networks = 0
const newPhone = () => `086${String((phones += 1)).padStart(7, '0')}`
/** Each test has a network of its own, so that none meets what another counted. */
const newNetwork = () => `10.50.${(networks += 1)}`

beforeAll(async () => {
  server = await startMembers()
})
afterAll(() => server.close())

const login = (username: string, password: string, sent: Sent = {}) =>
  server.call('POST', '/api/login', { ...sent, body: { username, password } })
const send = (phoneNumber: string, sent: Sent = {}) =>
  server.call('POST', '/api/otp/send', { ...sent, body: { phoneNumber } })
const forgot = async (phoneNumber: string, sent: Sent = {}) => {
  const before = server.inbox.messages.length
  const answer = await server.forgetPassword(phoneNumber, sent)
  if (answer.status === 200) await until('the code came', () => Promise.resolve(server.inbox.messages.length > before))
  return answer
}
const cookieOf = ({ headers }: Answer) => String(headers['set-cookie']).split(';', 1)[0] ?? ''
const proven = ({ body }: Answer) => ({ 'x-proof': solveProof(body) })

describe('a person whom somebody wants to lock out', () => {
  it('logs in on his device, whatever is guessed at his address and elsewhere', async () => {
    const phone = newPhone()
    const address = `${newNetwork()}.1`
    await server.register(phone)
    const cookie = cookieOf(await login(phone, PASSWORD, { address }))
    for (let round = 0; round < 5; round += 1) await login(phone, `wrong ${round}`, { address })
    await server.database.query('update login_phone set failures = 1000 where phone = $1', [phone])
    expect(await login(phone, PASSWORD, { address })).toMatchObject({ status: 429 })
    expect(await login(phone, PASSWORD, { address, headers: { cookie } })).toMatchObject({ status: 200 })
    const elsewhere = `${newNetwork()}.1`
    expect(await login(phone, PASSWORD, { address: elsewhere, headers: { cookie } })).toMatchObject({ status: 200 })
    // The device has its own delays, and is known for those alone who logged in on it.
    for (let round = 0; round < 5; round += 1) await login(phone, 'wrong', { address, headers: { cookie } })
    expect(await login(phone, PASSWORD, { address, headers: { cookie } })).toMatchObject({ status: 429 })
    const other = newPhone()
    await server.register(other)
    for (let round = 0; round < 5; round += 1) await login(other, 'wrong', { address })
    expect(await login(other, PASSWORD, { address, headers: { cookie } })).toMatchObject({ status: 429 })
  })

  it('logs in from anywhere for a moment of work, once for each, and nobody without', async () => {
    const phone = newPhone()
    await server.register(phone)
    await server.database.query('insert into login_phone (phone, failures, since) values ($1, 100, $2)', [
      phone,
      server.clock.now(),
    ])
    const address = `${newNetwork()}.1`
    const asked = await login(phone, PASSWORD, { address })
    expect(asked).toMatchObject({ status: 428, body: { message: 'PROOF_NEEDED', details: { bits: 16 } } })
    const headers = proven(asked)
    const [expires, bits, random, signature, nonce] = headers['x-proof'].split('.')
    const forged = [
      [expires, '1', random, signature, nonce],
      [expires, bits, random, signature, '0'],
      [expires, bits, `${random}x`, signature, nonce],
      [expires, bits, random, signature],
      ['', '', '', '', ''],
    ]
    for (const parts of forged) {
      const tried = await login(phone, PASSWORD, { address, headers: { 'x-proof': parts.join('.') } })
      expect(tried).toMatchObject({ status: 428 })
    }
    expect(await login(phone, PASSWORD, { address, headers })).toMatchObject({ status: 200 })
    const another = `${newNetwork()}.1`
    expect(await login(phone, PASSWORD, { address: another, headers })).toMatchObject({ status: 428 })
    const late = proven(await login(phone, PASSWORD, { address: another }))
    server.clock.advance(5 * MINUTE_MS)
    expect(await login(phone, PASSWORD, { address: another, headers: late })).toMatchObject({ status: 428 })
  })

  it('gets his code, and may enter it, whatever others asked for and entered', async () => {
    const phone = newPhone()
    await server.register(phone)
    server.clock.advance(MINUTE_MS)
    const thief = { address: `${newNetwork()}.1` }
    for (let round = 0; round < 2; round += 1) {
      const { otpToken } = (await forgot(phone, thief)).body
      for (let tries = 0; tries < 5; tries += 1) {
        const body = { otpToken, otpCode: 'x', newPassword: 'a brand new one' }
        await server.call('POST', '/api/account/resetpwd', { ...thief, body })
      }
      server.clock.advance(MINUTE_MS)
    }
    expect(await server.forgetPassword(phone, thief)).toMatchObject({ status: 429, body: { message: 'OTP_BLOCK' } })
    const owner = { address: `${newNetwork()}.1` }
    const { otpToken } = (await forgot(phone, owner)).body
    const body = { otpToken, otpCode: server.inbox.codeOf(phone), newPassword: 'a brand new one' }
    const reset = await server.call('POST', '/api/account/resetpwd', { ...owner, body })
    expect(reset).toMatchObject({ status: 200 })
    // His device is known from now on: nobody keeps him from a code there.
    const headers = { cookie: cookieOf(reset) }
    server.clock.advance(MINUTE_MS)
    await server.database.query(
      `insert into otp_request (id, purpose, phone, asker, code_hash, state, created_at, expires_at)
       select 'of-others-' || i, 'reset', $1, '10.60.0.' || i, '', 'sent', $2, $2 from generate_series(1, 15) i`,
      [phone, server.clock.now()],
    )
    // On another device he works for it: twenty codes in an hour are the bound, also for who works.
    const asked = await server.forgetPassword(phone, owner)
    expect(asked).toMatchObject({ status: 428, body: { details: { bits: 20 } } })
    expect(await forgot(phone, { ...owner, headers: proven(asked) })).toMatchObject({ status: 200 })
    await server.database.query(`update otp_request set asker = 'x' || id where phone = $1 and asker = $2`, [
      phone,
      owner.address,
    ])
    await server.database.query(
      `insert into otp_request (id, purpose, phone, asker, code_hash, state, created_at, expires_at)
       select 'of-more-' || i, 'reset', $1, '10.61.0.' || i, '', 'sent', $2, $2 from generate_series(1, 5) i`,
      [phone, server.clock.now()],
    )
    expect(await server.forgetPassword(phone, owner)).toMatchObject({ status: 429 })
    expect(await forgot(phone, { ...owner, headers })).toMatchObject({ status: 200 })
  })

  it('is known by devices that count together, so that many stolen ones guess no more than one', async () => {
    const phone = newPhone()
    await server.register(phone)
    const at = { address: `${newNetwork()}.1` }
    const cookies: string[] = []
    for (let one = 0; one < 3; one += 1) cookies.push(cookieOf(await login(phone, PASSWORD, at)))
    const [first = '', second = '', third = ''] = cookies
    const from = (cookie: string) => ({ ...at, headers: { cookie } })
    await login(phone, 'wrong', from(first))
    await login(phone, 'wrong', from(second))
    const counted = await server.database.query('select phone, failures from login_phone where phone like $1', [
      `%${phone}`,
    ])
    expect(counted).toEqual([{ phone: ` devices of ${phone}`, failures: 2 }])
    await server.database.query('update login_phone set failures = 100 where phone like $1', [`%${phone}`])
    expect(await login(phone, PASSWORD, from(third))).toMatchObject({ status: 428 })
    // Strangers are not concerned, and nobody types himself into that count.
    expect(await login(phone, PASSWORD, { address: `${newNetwork()}.1` })).toMatchObject({ status: 200 })
    await login(` devices of ${phone}`, 'wrong', { address: `${newNetwork()}.1` })
    const after = await server.database.query<{ failures: number }>(
      'select failures from login_phone where phone = $1',
      [` devices of ${phone}`],
    )
    expect(after).toEqual([{ failures: 100 }])
  })

  it('works for his code when a stranger has just asked for one', async () => {
    const phone = newPhone()
    await send(phone, { address: `${newNetwork()}.1` })
    const owner = { address: `${newNetwork()}.1` }
    const asked = await send(phone, owner)
    expect(asked).toMatchObject({ status: 428, body: { message: 'PROOF_NEEDED' } })
    expect(await send(phone, { ...owner, headers: proven(asked) })).toMatchObject({ status: 200 })
  })
})

describe('the quotas of codes', () => {
  const sentAtOnce = (one: MembersUnderTest, purpose: string, sent: number) =>
    one.database.query(
      `insert into otp_sent_minute (purpose, minute, sent) values ($1, date_trunc('minute', $2::timestamptz), $3)
       on conflict (purpose, minute) do update set sent = excluded.sent`,
      [purpose, one.clock.now(), sent],
    )

  it('are not touched by unknown phones, nor by what could not be sent, and are one for each purpose', async () => {
    const one = await startMembers({ limitFactor: 1 })
    const ask = (path: string, phoneNumber: string) =>
      one.call('POST', path, { address: `${newNetwork()}.1`, body: { phoneNumber } })
    try {
      await one.operator.setSetting('otpPerHour', 3)
      const known = newPhone()
      await one.register(known)
      one.clock.advance(MINUTE_MS)
      for (let round = 0; round < 12; round += 1) {
        expect(await ask('/api/account/forgotpwd', newPhone())).toMatchObject({ status: 200 })
      }
      expect(await ask('/api/account/forgotpwd', known)).toMatchObject({ status: 200 })
      one.inbox.outcome = 'failed'
      for (let round = 0; round < 5; round += 1) {
        expect(await ask('/api/otp/send', newPhone())).toMatchObject({ status: 502 })
      }
      one.inbox.outcome = 'sent'
      for (let round = 0; round < 2; round += 1) {
        expect(await ask('/api/otp/send', newPhone())).toMatchObject({ status: 200 })
      }
      expect(await ask('/api/otp/send', newPhone())).toMatchObject({ status: 429 })
      expect(await ask('/api/account/forgotpwd', newPhone())).toMatchObject({ status: 200 })
    } finally {
      await one.close()
    }
  })

  it('are not passed by codes that are asked for at once, of phones that are known or not', async () => {
    const one = await startMembers({ limitFactor: 1 })
    try {
      await one.operator.setSetting('otpPerHour', 3)
      const known: string[] = []
      for (let round = 0; round < 3; round += 1) {
        const phone = newPhone()
        await one.register(phone)
        known.push(phone)
      }
      const ask = (phoneNumber = '') =>
        one.call('POST', '/api/account/forgotpwd', { address: `${newNetwork()}.1`, body: { phoneNumber } })
      one.clock.advance(MINUTE_MS)
      await sentAtOnce(one, 'reset', 2)
      const atOnce = await Promise.all(known.map(ask))
      expect(atOnce.map(({ status }) => status).toSorted()).toEqual([200, 429, 429])
      expect(await ask(newPhone())).toMatchObject({ status: 429 })
    } finally {
      await one.close()
    }
  })

  it('end for an address after sixty in an hour, whatever work it shows', async () => {
    const one = await startMembers({ limitFactor: 1 })
    const ask = (address: string, headers: Record<string, string> = {}) =>
      one.call('POST', '/api/otp/send', { address, headers, body: { phoneNumber: newPhone() } })
    try {
      let [asked, status] = [0, 200]
      while (status !== 429 && asked < 100) {
        const answer = await ask('10.72.0.1')
        const last = answer.status === 428 ? await ask('10.72.0.1', proven(answer)) : answer
        asked += last === answer ? 1 : 2
        status = last.status
      }
      expect([status, asked > 30, asked <= 62]).toEqual([429, true, true])
      expect((await ask('10.73.0.1')).status).not.toBe(429)
    } finally {
      await one.close()
    }
  })

  it('ask for work before they are used up, and a network of many addresses for its share', async () => {
    const one = await startMembers({ limitFactor: 1 })
    const ask = (sent: Sent) => one.call('POST', '/api/otp/send', { ...sent, body: { phoneNumber: newPhone() } })
    try {
      await sentAtOnce(one, 'register', 1_500)
      const asked = await ask({ address: '10.70.0.1' })
      expect(asked).toMatchObject({ status: 428, body: { message: 'PROOF_NEEDED', details: { bits: 16 } } })
      expect(await ask({ address: '10.70.0.1', headers: proven(asked) })).toMatchObject({ status: 200 })
      await sentAtOnce(one, 'register', 0)
      await one.database.query('insert into otp_address (address, sent, since) values ($1, 60, $3), ($2, 60, $3)', [
        '2001:db8:7::/48',
        '203.0.113.0/24',
        one.clock.now(),
      ])
      for (const address of ['2001:db8:7:1::1', '2001:db8:7:ffff::1', '203.0.113.200']) {
        expect(await ask({ address }), address).toMatchObject({ status: 428 })
      }
      for (const address of ['2001:db8:8:1::1', '203.0.114.200']) {
        expect(await ask({ address }), address).toMatchObject({ status: 200 })
      }
    } finally {
      await one.close()
    }
  })

  it('let more come from a crowded address for work each, instead of shutting its people out', async () => {
    const one = await startMembers({ limitFactor: 1 / 100 })
    const phone = newPhone()
    const ask = (headers: Record<string, string> = {}) =>
      one.call('POST', '/api/login', { address: '10.71.0.1', headers, body: { username: phone, password: 'x' } })
    try {
      for (let round = 0; round < 3; round += 1) expect(await ask()).toMatchObject({ status: 401 })
      const asked = await ask()
      expect(asked).toMatchObject({ status: 428 })
      expect(await ask(proven(asked))).toMatchObject({ status: 401 })
    } finally {
      await one.close()
    }
  })
})

it('a device stays known while the secret is replaced', () => {
  const terms = { kind: 'member', isSecure: false } as const
  const [old, next] = ['ab'.repeat(32), 'ef'.repeat(32)]
  const before = createDevices({ ...terms, keysHex: [old] })
  const during = createDevices({ ...terms, keysHex: [next, old] })
  const after = createDevices({ ...terms, keysHex: [next] })
  const cookie = before.remember(undefined, 'noi').split(';', 1)[0]
  const lane = before.laneOf(cookie, 'noi')
  expect(lane).toMatch(/^device /)
  expect([during.laneOf(cookie, 'noi'), during.laneOf(cookie, 'nok')]).toEqual([lane, null])
  const signedAnew = during.remember(cookie, 'noi').split(';', 1)[0]
  expect([after.laneOf(cookie, 'noi'), after.laneOf(signedAnew, 'noi')]).toEqual([null, lane])
})

it('what is typed as a name and is none is counted and not kept: it may be a password', async () => {
  const typed = 'seven quiet lanterns'
  const address = `${newNetwork()}.1`
  for (let round = 0; round < 5; round += 1) expect(await login(typed, 'x', { address })).toMatchObject({ status: 401 })
  expect(await login(` ${typed}`, 'x', { address })).toMatchObject({ status: 429 })
  const kept = JSON.stringify([
    await server.database.query('select * from login_pair'),
    await server.database.query('select * from login_phone'),
    server.lines,
  ])
  expect([kept.includes('nobody '), kept.includes(typed)]).toEqual([true, false])
})

describe('a call that two doors ask work of', () => {
  it.each([
    ['/api/login', 30],
    ['/api/otp/send', 3],
    ['/api/account/forgotpwd', 3],
  ])('%s goes on with one proof, which is good once', async (path, crowd) => {
    const one = await startMembers({ limitFactor: 1 / 10 })
    const phone = newPhone()
    const address = `${newNetwork()}.1`
    const body = path === '/api/login' ? { username: phone, password: 'x' } : { phoneNumber: phone }
    const ask = (headers: Record<string, string> = {}) => one.call('POST', path, { address, headers, body })
    try {
      // A stranger's doing makes the inner door ask, and the crowd at the address the outer one.
      await one.call('POST', '/api/otp/send', { address: `${newNetwork()}.1`, body: { phoneNumber: phone } })
      await one.database.query('insert into login_phone (phone, failures, since) values ($1, 1000, $2)', [
        phone,
        one.clock.now(),
      ])
      for (let round = 0; round < crowd; round += 1) await one.call('POST', path, { address, body: {} })
      const asked = await ask()
      expect(asked).toMatchObject({ status: 428, body: { message: 'PROOF_NEEDED' } })
      const headers = proven(asked)
      expect((await ask(headers)).status).toBe(path === '/api/login' ? 401 : 200)
      expect(await ask(headers)).toMatchObject({ status: 428 })
    } finally {
      await one.close()
    }
  })
})

describe('who asks whether a phone is registered', () => {
  it('hears it after he has verified the phone, and not before', async () => {
    const phone = newPhone()
    const stranger = { address: `${newNetwork()}.1` }
    await server.register(phone)
    for (const path of ['/api/account/validate', '/api/account']) {
      const body = server.registration(phone, { bankAccountNo: newPhone() })
      expect(await server.call('POST', path, { ...stranger, body })).toMatchObject({
        status: 422,
        body: { message: 'UNVERIFIED_OTP' },
      })
      expect(await server.call('POST', path, { body })).toMatchObject({
        status: 409,
        body: { message: 'EXISTING_USER' },
      })
    }
  })
})
