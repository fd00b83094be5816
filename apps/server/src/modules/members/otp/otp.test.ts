import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../platform/durations.ts'
import { createTestLogger } from '../../../testing/logger.ts'
import { solveProof } from '../../../testing/login-aids.ts'
import { type MembersUnderTest, startMembers } from '../members-world.fixture.ts'
import { createNoSms, createPlainSms, type SmsSender } from '../providers/sms.ts'

let server: MembersUnderTest
let phones = 820_000_000

beforeAll(async () => {
  server = await startMembers()
})
afterAll(() => server.close())

const newPhone = () => `0${(phones += 1)}`
const send = (phone: string, sent: { address?: string; headers?: Record<string, string> } = {}) =>
  server.call('POST', '/api/otp/send', { ...sent, body: { phoneNumber: phone } })
const verify = (otpToken: unknown, otpCode: unknown, sent: { address?: string } = {}) =>
  server.call('POST', '/api/otp/verify', { ...sent, body: { otpToken, otpCode } })
const wrong = (code: string) => (code === '000000' ? '000001' : '000000')

async function sendTo(phone: string): Promise<{ otpToken: string; code: string }> {
  const answer = await send(phone)
  expect(answer.status).toBe(200)
  return { otpToken: String(answer.body['otpToken']), code: server.inbox.codeOf(phone) }
}

describe('POST /api/otp/send', () => {
  it('[OTP-001] [OTP-002] answers reference, token and a result code, and never the code itself', async () => {
    const phone = newPhone()
    const answer = await send(phone)
    expect(answer).toMatchObject({ status: 200, body: { code: 'SUCCESS' } })
    expect(Object.keys(answer.body).toSorted()).toEqual(['code', 'otpRef', 'otpToken'])
    expect(answer.body['otpRef']).toMatch(/^[A-Z]{4}$/)
    expect(JSON.stringify(answer)).not.toContain(server.inbox.codeOf(phone))
    expect(JSON.stringify(server.lines)).not.toContain(server.inbox.codeOf(phone))
  })

  it.each(['th', 'lo', 'en'])('sends one run of six digits and the reference in %s', async (language) => {
    const phone = newPhone()
    const answer = await send(phone, { headers: { 'accept-language': language } })
    const { text } = server.inbox.messages.findLast(({ to }) => to === phone) ?? { text: '' }
    expect(text.match(/\p{Nd}{4,}/gu)).toEqual([expect.stringMatching(/^[0-9]{6}$/)])
    expect(text).toContain(String(answer.body['otpRef']))
  })

  it('keeps no code as it is', async () => {
    const phone = newPhone()
    const { code } = await sendTo(phone)
    const rows = await server.database.query('select * from otp_request where phone = $1', [phone])
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(code)
  })

  it('refuses a phone that has not ten digits', async () => {
    expect(await send('12345')).toMatchObject({ status: 422, body: { message: 'PHONE_NUMBER_REQUIRE_10_DIGIT' } })
  })

  it('refuses a registered phone before its limits are looked at', async () => {
    const phone = newPhone()
    await server.register(phone)
    for (let round = 0; round < 7; round += 1) {
      expect(await send(phone)).toMatchObject({ status: 409, body: { message: 'EXISTING_USER' } })
    }
  })

  it('[ERR-018] sends one code a minute to a phone', async () => {
    const phone = newPhone()
    await send(phone)
    server.clock.advance(15_000)
    const refused = await send(phone)
    expect(refused).toMatchObject({ status: 429, body: { message: 'REQUEST_LIMIT_1MIN' } })
    expect(refused.headers['retry-after']).toBe('45')
    server.clock.advance(45_000)
    expect(await send(phone)).toMatchObject({ status: 200 })
  })

  it('sends one code of twenty asked for at once', async () => {
    const phone = newPhone()
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(phone)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body['message'] === 'REQUEST_LIMIT_1MIN')).toHaveLength(19)
    expect(server.inbox.messages.filter(({ to }) => to === phone)).toHaveLength(1)
  })

  it('[ERR-017] sends five codes an hour to a phone', async () => {
    const phone = newPhone()
    for (let round = 0; round < 5; round += 1) {
      expect(await send(phone)).toMatchObject({ status: 200 })
      server.clock.advance(MINUTE_MS)
    }
    const refused = await send(phone)
    expect(refused).toMatchObject({ status: 429, body: { message: 'REQUEST_LIMIT' } })
    expect(refused.headers['retry-after']).toBe(String(55 * 60))
    server.clock.advance(55 * MINUTE_MS)
    expect(await send(phone)).toMatchObject({ status: 200 })
  })

  it('[ERR-025] says when the message could not be sent, and lets the owner try again at once', async () => {
    const phone = newPhone()
    for (const outcome of ['failed', 'unknown'] as const) {
      server.inbox.outcome = outcome
      expect(await send(phone)).toMatchObject({ status: 502, body: { message: 'OTP_SEND_FAIL' } })
    }
    server.inbox.outcome = 'sent'
    expect(await send(phone)).toMatchObject({ status: 200 })
  })

  it('[ERR-021] answers OTP_VERIFIED to who verified the phone, and to nobody else', async () => {
    const phone = newPhone()
    const otpToken = await server.verifyPhone(phone)
    expect(await send(phone)).toMatchObject({
      status: 200,
      body: { code: 'OTP_VERIFIED', otpRef: null, otpToken: null },
    })
    const headers = { 'x-otp-token': otpToken }
    expect(await send(phone, { address: '10.3.3.3', headers })).toMatchObject({ body: { code: 'OTP_VERIFIED' } })
    expect(await send(phone, { address: '10.3.3.3' })).toMatchObject({ body: { message: 'PROOF_NEEDED' } })
  })
})

describe('limits on codes that need a small limit factor', () => {
  it('takes thirty requests an hour from an address', async () => {
    const small = await startMembers({ limitFactor: 1 })
    try {
      for (let round = 0; round < 30; round += 1) {
        const body = { phoneNumber: newPhone() }
        expect(await small.call('POST', '/api/otp/send', { body })).toMatchObject({ status: 200 })
      }
      const body = { phoneNumber: newPhone() }
      const asked = await small.call('POST', '/api/otp/send', { body })
      expect(asked).toMatchObject({ status: 428 })
      const headers = { 'x-proof': solveProof(asked.body) }
      expect(await small.call('POST', '/api/otp/send', { body, headers })).toMatchObject({
        status: 429,
        body: { message: 'REQUEST_LIMIT' },
      })
      expect(await small.call('POST', '/api/otp/send', { body, address: '10.4.4.4' })).toMatchObject({ status: 200 })
      await small.operator.setSetting('otpPerHour', 31)
      const another = { phoneNumber: newPhone() }
      expect(await small.call('POST', '/api/otp/send', { body: another, address: '10.4.4.4' })).toMatchObject({
        status: 429,
        body: { message: 'REQUEST_LIMIT' },
      })
    } finally {
      await small.close()
    }
  })
})

describe('limits on codes that stand in the database', () => {
  it('count an address over all phones, both purposes and all servers', async () => {
    const one = await startMembers({ limitFactor: 1 })
    const another = await startMembers({ limitFactor: 1, beside: one })
    try {
      const ask = (process: MembersUnderTest, path: string, address = '10.4.0.1') =>
        process.call('POST', path, { address, body: { phoneNumber: newPhone() } })
      for (let round = 0; round < 15; round += 1) {
        expect(await ask(one, '/api/otp/send')).toMatchObject({ status: 200 })
        expect(await ask(another, '/api/account/forgotpwd')).toMatchObject({ status: 200 })
        one.clock.advance(60_000)
      }
      for (const process of [one, another]) {
        const refused = await ask(process, '/api/otp/send')
        expect(refused).toMatchObject({ status: 429, body: { message: 'REQUEST_LIMIT' } })
        expect(refused.headers['retry-after']).toBe(String(45 * 60))
      }
      expect(await ask(another, '/api/otp/send', '10.4.0.2')).toMatchObject({ status: 200 })
      one.clock.advance(45 * 60_000)
      expect(await ask(another, '/api/otp/send')).toMatchObject({ status: 200 })
    } finally {
      await another.close()
      await one.close()
    }
  })

  it('send no more than the ceiling over all when many phones ask at once', async () => {
    const one = await startMembers({ limitFactor: 1 })
    try {
      await one.operator.setSetting('otpPerHour', 3)
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          one.call('POST', '/api/otp/send', { address: `10.6.0.${index}`, body: { phoneNumber: newPhone() } }),
        ),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
      expect(answers.filter(({ body }) => body['message'] === 'REQUEST_LIMIT')).toHaveLength(9)
      expect(one.inbox.messages).toHaveLength(3)
    } finally {
      await one.close()
    }
  })
})

describe('POST /api/otp/verify', () => {
  it('[OTP-003] [ERR-023] [ERR-024] takes the right code and refuses a wrong one', async () => {
    const { otpToken, code } = await sendTo(newPhone())
    expect(await verify(otpToken, wrong(code))).toMatchObject({ status: 422, body: { message: 'OTP_CODE_INVALID' } })
    expect(await verify(otpToken, code)).toMatchObject({ status: 200, body: { code: 'OTP_CODE_VALID' } })
    expect(await verify(otpToken, code)).toMatchObject({ status: 200 })
  })

  it('takes the right code as often as it is sent at once, and is used up by one registration', async () => {
    const phone = newPhone()
    const { otpToken, code } = await sendTo(phone)
    const answers = await Promise.all(Array.from({ length: 10 }, () => verify(otpToken, code)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    const body = server.registration(phone)
    expect(await server.call('POST', '/api/account', { body })).toMatchObject({ status: 200 })
    await server.database.query('update member set username = $2 where username = $1', [phone, `gone ${phone}`])
    const again = server.registration(phone, { bankAccountNo: newPhone() })
    expect(await server.call('POST', '/api/account', { body: again })).toMatchObject({
      body: { message: 'UNVERIFIED_OTP' },
    })
  })

  it('[ERR-019] refuses a token that was never given out', async () => {
    const { otpToken, code } = await sendTo(newPhone())
    const tampered = `${otpToken.slice(0, -1)}${otpToken.endsWith('A') ? 'B' : 'A'}`
    for (const token of ['', 'nonsense', tampered, otpToken.toUpperCase(), `${otpToken}=`, `${otpToken}.x`]) {
      expect(await verify(token, code)).toMatchObject({ status: 422, body: { message: 'OTP_TOKEN_INVALID' } })
    }
  })

  it('[ERR-020] refuses a token whose code is not there any more', async () => {
    const phone = newPhone()
    const { otpToken, code } = await sendTo(phone)
    await verify(otpToken, code)
    await server.call('POST', '/api/account', { body: server.registration(phone) })
    expect(await verify(otpToken, code)).toMatchObject({ status: 422, body: { message: 'OTP_NOT_EXIST' } })
  })

  it('[ERR-022] refuses a code after five minutes', async () => {
    const { otpToken, code } = await sendTo(newPhone())
    server.clock.advance(5 * MINUTE_MS - 1)
    expect(await verify(otpToken, wrong(code))).toMatchObject({ body: { message: 'OTP_CODE_INVALID' } })
    server.clock.advance(1)
    expect(await verify(otpToken, code)).toMatchObject({ status: 422, body: { message: 'OTP_EXPIRED' } })
  })

  it('blocks a token after five wrong codes, also for the right one', async () => {
    const { otpToken, code } = await sendTo(newPhone())
    for (let round = 0; round < 5; round += 1) {
      expect(await verify(otpToken, wrong(code))).toMatchObject({ body: { message: 'OTP_CODE_INVALID' } })
    }
    const blocked = await verify(otpToken, code)
    expect(blocked).toMatchObject({ status: 429, body: { message: 'OTP_BLOCK' } })
    expect(blocked.headers['retry-after']).toBe('300')
  })

  it('counts wrong codes that come at once', async () => {
    const { otpToken, code } = await sendTo(newPhone())
    const answers = await Promise.all(Array.from({ length: 30 }, () => verify(otpToken, wrong(code))))
    expect(answers.filter(({ body }) => body['message'] === 'OTP_CODE_INVALID')).toHaveLength(5)
    expect(answers.filter(({ body }) => body['message'] === 'OTP_BLOCK')).toHaveLength(25)
  })

  it('[ERR-016] blocks who entered ten wrong codes for a phone in an hour, over all his tokens', async () => {
    const phone = newPhone()
    for (let round = 0; round < 2; round += 1) {
      const { otpToken, code } = await sendTo(phone)
      for (let tries = 0; tries < 5; tries += 1) await verify(otpToken, wrong(code))
      server.clock.advance(MINUTE_MS)
    }
    const blocked = await send(phone)
    expect(blocked).toMatchObject({ status: 429, body: { message: 'OTP_BLOCK' } })
    expect(blocked.headers['retry-after']).toBe(String(58 * 60))
    server.clock.advance(58 * MINUTE_MS)
    const { otpToken, code } = await sendTo(phone)
    expect(await verify(otpToken, code)).toMatchObject({ status: 200 })
  })

  it('does not let one asker’s request end the code of another', async () => {
    const phone = newPhone()
    const { otpToken, code } = await sendTo(phone)
    server.clock.advance(MINUTE_MS)
    await send(phone, { address: '10.5.5.5' })
    expect(await verify(otpToken, code)).toMatchObject({ status: 200 })
  })

  it('does not take the code of one request with the token of another', async () => {
    const one = await sendTo(newPhone())
    const other = await sendTo(newPhone())
    if (one.code === other.code) return
    expect(await verify(one.otpToken, other.code)).toMatchObject({ body: { message: 'OTP_CODE_INVALID' } })
  })

  it('[ERR-026] says OTP_VERIFY_FAIL when the database cannot be reached', async () => {
    const other = await startMembers({ demo: false })
    const answer = await other.call('POST', '/api/otp/send', { body: { phoneNumber: '0829999999' } })
    const otpToken = answer.body['otpToken']
    const transaction = other.database.transaction
    other.database.transaction = () => Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }))
    const body = { otpToken, otpCode: other.inbox.codeOf('0829999999') }
    const failed = await other.call('POST', '/api/otp/verify', { body })
    other.database.transaction = transaction
    expect(failed).toMatchObject({ status: 503, body: { message: 'OTP_VERIFY_FAIL' } })
    expect(await other.call('POST', '/api/otp/verify', { body })).toMatchObject({ status: 200 })
    await other.close()
  })
})

describe('the phone rule of the operator in Laos', () => {
  it('takes other lengths, and knows a phone with and without its zero as one', async () => {
    await server.operator.setSetting('country', 'LA')
    try {
      await server.register('02055667788')
      expect(await send('2055667788')).toMatchObject({ body: { message: 'EXISTING_USER' } })
      expect(await send('1234567')).toMatchObject({ body: { message: 'PHONE_NUMBER_REQUIRE_10_DIGIT' } })
      expect(await server.login('2055667788')).toMatch(/^[\w-]{43}$/)
    } finally {
      await server.operator.setSetting('country', 'TH')
    }
  })
})

describe('the SMS gateway over HTTP', () => {
  let gateway: Server
  let url: string
  let seen: { authorization: string | undefined; body: string }[]
  let behaviour: 'take' | 'refuse' | 'cut' | 'silent' = 'take'
  const { logger } = createTestLogger()

  beforeAll(async () => {
    gateway = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        seen.push({ authorization: request.headers.authorization, body })
        if (behaviour === 'cut') response.destroy()
        else if (behaviour !== 'silent') {
          const isTaken = behaviour === 'take'
          response.writeHead(isTaken ? 200 : 422).end(isTaken ? '{"messageId":"1"}' : '{"error":"REFUSED"}')
        }
      })
    })
    await new Promise<void>((done) => gateway.listen(0, '127.0.0.1', done))
    url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
    seen = []
  })
  it('sends with its key, and tells what it knows from what it does not', async () => {
    const terms = { name: 'sms', url, key: 'secret', logger }
    const to = { number: '0812345678', international: null }
    const sms = createPlainSms({ ...terms, timeoutMs: 60_000 })
    const hasty = createPlainSms({ ...terms, timeoutMs: 100 })
    const outcomeOf = async (sender: SmsSender, text = 'a') => (await sender.send(to, text)).outcome
    expect(await outcomeOf(sms, 'สวัสดี')).toBe('sent')
    expect(seen).toEqual([{ authorization: 'Bearer secret', body: '{"to":"0812345678","text":"สวัสดี"}' }])
    behaviour = 'refuse'
    expect(await outcomeOf(sms)).toBe('failed')
    behaviour = 'cut'
    expect(await outcomeOf(sms)).toBe('unknown')
    behaviour = 'silent'
    expect(await outcomeOf(hasty)).toBe('unknown')
    gateway.closeAllConnections()
    await new Promise((done) => gateway.close(done))
    expect(await outcomeOf(createPlainSms(terms))).toBe('failed')
    const nobody = createNoSms({ logger })
    expect(await nobody.send(to, 'a', () => Promise.resolve(true))).toMatchObject({ outcome: 'failed' })
  })
})
