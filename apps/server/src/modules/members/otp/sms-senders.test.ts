import { calls } from '@krapao/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { startTestSandbox, type TestSandbox } from '../../../testing/played/sandbox.ts'
import { createSmsGateway, type SmsOutcome, type SmsSender } from '../providers/sms.ts'
import { wasUnanswered } from './otp.store.ts'

/** Two senders as the settings may name them, each of which answers as a test says. */
let app: TestApp
let outcomes: Record<'first' | 'second', SmsOutcome>
let sent: { sender: string; number: string }[]

const scripted = (name: 'first' | 'second'): SmsSender => ({
  name,
  send({ number }) {
    sent.push({ sender: name, number })
    return Promise.resolve({ outcome: outcomes[name], messageId: `${name} ${sent.length}` })
  },
  check: () => Promise.resolve({ kind: 'right', told: '' }),
  hear: ({ form, signature }) => (signature === name ? { messageId: form, isLost: true } : null),
})

beforeAll(async () => {
  app = await startTestApp({
    env: { DESK_PORT: '0', KRAPAO_LIMIT_FACTOR: '1' },
    tuning: { parties: { sms: createSmsGateway([scripted('first'), scripted('second')]) } },
  })
})
afterAll(() => app.close())

let numbers = 811_000_000
function newPhone(): string {
  sent = []
  return `0${(numbers += 1)}`
}
let addresses = 0
async function send(phoneNumber: string): Promise<{ status: number; body: Record<string, unknown> }> {
  const remoteAddress = `10.7.${(addresses += 1)}.1`
  const answer = await app
    .app()
    .http.inject({ method: 'POST', url: '/api/otp/send', remoteAddress, payload: { phoneNumber } })
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() }
}
const senders = () => sent.map(({ sender }) => sender)

describe('[CNX-003] the second sender', () => {
  it('sends what the first definitely refused', async () => {
    outcomes = { first: 'failed', second: 'sent' }
    expect(await send(newPhone())).toMatchObject({ status: 200 })
    expect(senders()).toEqual(['first', 'second'])
  })

  it('is not used after an unknown answer of the first, nor within a minute of one, whatever the first says then', async () => {
    const phone = newPhone()
    outcomes = { first: 'unknown', second: 'sent' }
    expect(await send(phone)).toMatchObject({ status: 502, body: { message: 'OTP_SEND_FAIL' } })
    outcomes.first = 'failed'
    app.clock.advance(59_000)
    expect(await send(phone)).toMatchObject({ status: 502 })
    expect(senders()).toEqual(['first', 'first'])
    app.clock.advance(1_000)
    expect(await send(phone)).toMatchObject({ status: 200 })
    expect(senders()).toEqual(['first', 'first', 'first', 'second'])
  })

  it('is not used within a minute of a message that a killed process was sending', async () => {
    const phone = newPhone()
    outcomes = { first: 'unknown', second: 'sent' }
    await send(phone)
    // As it stands when nobody is there to write down what came of it.
    const [left] = await app.database.query<{ id: string; phone: string; createdAt: Date }>(
      `update otp_request set state = 'sending', sender = null, unanswered_at = null where right(phone, 8) = $1
       returning id, phone, created_at as "createdAt"`,
      [phone.slice(-8)],
    )
    const { id, phone: written, createdAt } = left ?? { id: '', phone: '', createdAt: new Date() }
    const isUnanswered = (asking: string, sinceMs: number) =>
      wasUnanswered(app.database, { id: asking, phone: written }, new Date(createdAt.getTime() + sinceMs))
    expect(await isUnanswered('the next', -1)).toBe(true)
    expect([await isUnanswered(id, -1), await isUnanswered('the next', 0)]).toEqual([false, false])
  })

  it('counts for the same ceiling, and so does what was not answered; what neither took does not', async () => {
    app.clock.advance(2 * 3_600_000)
    await app.app().operator.setSetting('otpPerHour', 10)
    outcomes = { first: 'failed', second: 'failed' }
    for (let time = 0; time < 10; time += 1) expect((await send(newPhone())).status).toBe(502)
    for (let time = 0; time < 10; time += 1) {
      outcomes =
        time % 3 === 0
          ? { first: 'sent', second: 'sent' }
          : { first: 'failed', second: time % 3 === 1 ? 'sent' : 'unknown' }
      expect((await send(newPhone())).status).toBe(time % 3 === 2 ? 502 : 200)
    }
    expect(await send(newPhone())).toMatchObject({ status: 429, body: { message: 'REQUEST_LIMIT' } })
    expect(sent).toEqual([])
  })
})

describe('a code whose message is lost', () => {
  const hear = (signature: string, form: string) =>
    app.app().http.inject({
      method: 'POST',
      url: calls.hookTwilio.path,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature },
      payload: form,
    })

  it('[CNX-002] may be asked for again at once, when the sender that took it says so himself', async () => {
    app.clock.advance(2 * 3_600_000)
    outcomes = { first: 'failed', second: 'sent' }
    const phone = newPhone()
    const address = { remoteAddress: '10.9.9.9' }
    const ask = () =>
      app.app().http.inject({ method: 'POST', url: '/api/otp/send', ...address, payload: { phoneNumber: phone } })
    expect((await ask()).statusCode).toBe(200)
    expect((await ask()).statusCode).toBe(429)
    expect((await hear('somebody', 'second 2')).statusCode).toBe(401)
    // Signed by one who did not take it.
    expect((await hear('first', 'second 2')).statusCode).toBe(200)
    expect((await ask()).statusCode).toBe(429)
    expect((await hear('second', 'second 2')).statusCode).toBe(200)
    expect((await ask()).statusCode).toBe(200)
  })
})

describe('senders that the settings name', () => {
  let sandbox: TestSandbox
  let named: TestApp
  beforeAll(async () => {
    sandbox = await startTestSandbox()
    const thai = {
      family: 'thaibulksms',
      url: `${sandbox.url}/thaibulksms`,
      key: 'sandbox',
      secret: 'sandbox',
      sender: 'KRAPAO',
    }
    const world = {
      family: 'twilio',
      url: `${sandbox.url}/twilio`,
      account: `AC${'0'.repeat(31)}1`,
      token: 'sandbox',
      from: 'KRAPAO',
    }
    named = await startTestApp({
      sandbox,
      env: { DESK_PORT: '0', KRAPAO_PARTIES: JSON.stringify({ thai, world, spare: thai }), KRAPAO_SMS: 'thai,world' },
    })
  })
  afterAll(async () => {
    await named.close()
    await sandbox.close()
  })

  const register = async (phoneNumber: string) =>
    (await named.call(calls.otpSend, { body: { phoneNumber }, address: '10.8.8.8' })).status
  const messages = async (number: string) =>
    (await sandbox.ask<{ messages: { text: string }[] }>('GET', `/api/phone/messages?to=${number}`)).messages.length

  it('[CNX-001] [CNX-003] send in their order, the second what the first refused', async () => {
    expect(await register('0899000001')).toBe(200)
    await sandbox.fault({ party: 'thaibulksms', mode: 'refuse', times: 1 })
    expect(await register('0899000002')).toBe(200)
    await sandbox.fault({ party: 'thaibulksms', mode: 'cut-after', times: 1 })
    expect(await register('0899000003')).toBe(502)
    await sandbox.fault({ party: 'thaibulksms', mode: 'refuse' })
    expect(await register('0899000003')).toBe(502)
    expect([await messages('0899000001'), await messages('0899000002'), await messages('0899000003')]).toEqual([
      1, 1, 1,
    ])
    await sandbox.fault({ party: 'thaibulksms', mode: 'none' })
  })

  it('[CNX-002] [CNX-003] are believed about a message that did not arrive, which the sandbox signs as Twilio does', async () => {
    await sandbox.fault({ party: 'thaibulksms', mode: 'refuse', times: 1 })
    expect(await register('0899000404')).toBe(200)
    expect(await messages('0899000404')).toBe(0)
    await sandbox.fault({ party: 'thaibulksms', mode: 'none' })
    await expect.poll(() => register('0899000404')).toBe(200)
    expect(await messages('0899000404')).toBe(1)
  })

  it('[CNX-011] can be checked from the command line, as can all parties, and nothing moves', async () => {
    const told = (name: string) => named.command('party', 'check', name)
    for (const name of [
      'thai',
      'world',
      'spare',
      'bank',
      'gift',
      'game:UFABET',
      'game:pg',
      'game:JOKER',
      'game:ASKMEBET',
    ]) {
      expect(await told(name)).toContain(`${name}: right`)
    }
    await sandbox.fault({ party: 'twilio', mode: 'down', times: 1 })
    await expect(told('world')).rejects.toThrow('does not speak as it should (answered 503)')
    await expect(told('game:NONE')).rejects.toThrow('nothing says how it is reached')
    await expect(told('nobody')).rejects.toThrow('There are: bank, gift, spare, thai, world')
    await expect(named.command('party', 'check')).rejects.toThrow('Say which')
    expect(await named.command('party', 'list')).toMatch(/^bank {2}up {2}\d+ calls, 0 failed$/m)
  })

  it('[CNX-003] [CNX-010] the second sends while the first is known to be out, and the first again once it is back', async () => {
    await sandbox.fault({ party: 'thaibulksms', mode: 'down' })
    let number = 899_100_000
    const newPhone = () => `0${(number += 1)}`
    for (let time = 0; time < 10; time += 1) expect(await register(newPhone())).toBe(502)
    expect(await register(newPhone())).toBe(200)
    expect(await messages(`0${number}`)).toBe(1)
    const metrics = await named.app().http.inject({ method: 'GET', url: '/metrics' })
    expect(metrics.body).toContain('krapao_party_down{party="thai"} 1')
    expect(metrics.body).toContain('krapao_party_down{party="world"} 0')
    await sandbox.fault({ party: 'thaibulksms', mode: 'none' })
    await sandbox.fault({ party: 'twilio', mode: 'refuse' })
    named.clock.advance(5_000)
    expect(await register(newPhone())).toBe(200)
    await sandbox.fault({ party: 'twilio', mode: 'none' })
  })
})
