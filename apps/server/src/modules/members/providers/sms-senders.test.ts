import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createSecrets } from '../../../platform/secrets.ts'
import { createTestLogger } from '../../../testing/logger.ts'
import { startTestSandbox, TEST_SECRET_HEX, type TestSandbox } from '../../../testing/played/sandbox.ts'
import { createPlainSms, createSmsGateway, internationalNumber, type SmsOutcome, type SmsSender } from './sms.ts'
import { createThaiBulkSms, thaiBulkSmsTerms } from './thaibulksms.ts'
import { createTwilio, isSignedByTwilio, twilioTerms } from './twilio.ts'

const { logger } = createTestLogger()
const account = `AC${'0'.repeat(31)}1`
const hookUrl = 'https://wallet.example/api/hooks/twilio'
const to = { number: '0812345678', international: '+66812345678' }

const senders: Record<string, (url: string, timeoutMs: number) => SmsSender> = {
  thaibulksms: (url, timeoutMs) =>
    createThaiBulkSms(
      v.parse(thaiBulkSmsTerms, { url, key: 'sandbox', secret: 'sandbox', sender: 'KRAPAO', force: 'corporate' }),
      { name: 'thaibulksms', timeoutMs },
    ),
  twilio: (url, timeoutMs) =>
    createTwilio(v.parse(twilioTerms, { url, account, token: 'sandbox', from: '+15005550006' }), {
      name: 'twilio',
      hookUrl,
      timeoutMs,
    }),
  sms: (url, timeoutMs) => createPlainSms({ name: 'sms', url, key: 'k', logger, timeoutMs }),
}
/** The gateway of one's own, by a key of its. */
const plain = (url: string, key: string) => createPlainSms({ name: 'sms', url, key, logger })
const senderOf = (name: string, url: string, timeoutMs = 60_000): SmsSender => {
  const make = senders[name]
  if (!make) throw new Error(`there is no sender ${name}`)
  return make(url, timeoutMs)
}

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function listening(answers: RequestListener): Promise<string> {
  const server = createServer(answers)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  closing.push(async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** An address where somebody listened, and nobody does any more. */
async function nobody(): Promise<string> {
  const url = await listening(() => {})
  await closing.pop()?.()
  return url
}

const answering = (status: number, body: unknown) =>
  listening((_request, response) => {
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
  })

const good = (number: string) => ({ number, message_id: 'VtznKf', used_credit: 1 })
const bad = (number: string) => ({ number, message: 'Phone number is invalid.' })
const lists = (taken: object[], refused: object[] = []) => ({
  remaining_credit: 156_758,
  total_use_credit: 1,
  credit_type: 'corporate',
  phone_number_list: taken,
  bad_phone_number_list: refused,
})
const failure = { error: { code: 1, name: 'ERROR_SYSTEM_FAILURE', description: 'System Failure.' } }
const message = (given: object = {}) => ({
  sid: `SM${'a'.repeat(32)}`,
  status: 'queued',
  to: to.international,
  error_code: null,
  num_segments: '1',
  ...given,
})
const error = (code: number, status: number) => ({ code, message: 'words', more_info: 'https://…', status })

type Row = [what: string, status: number, body: unknown, outcome: SmsOutcome]

/** What no party has documented says nothing, whoever it is. */
const noise: Row[] = [
  ['a page with 200', 200, '<html>', 'unknown'],
  ['a page with 400', 400, '<html>', 'unknown'],
  ['nothing', 200, '', 'unknown'],
  ['half an answer', 201, '{"sid":"SM', 'unknown'],
  ['a list', 200, [], 'unknown'],
  ['a failure of a proxy', 502, '<html>', 'unknown'],
]

const foreign: Row = ['JSON of somebody else', 200, { status: 'ok' }, 'unknown']

const documented: Record<string, Row[]> = {
  thaibulksms: [
    foreign,
    ['that it took our number', 200, lists([good('66812345678')]), 'sent'],
    ['the same as 201, the number as it is dialled at home', 201, lists([good('0812345678')]), 'sent'],
    ['that it took our number and not another one', 200, lists([good('66812345678')], [bad('66899999999')]), 'sent'],
    ['that our number is bad', 200, lists([], [bad('0812345678')]), 'failed'],
    ['an error of its list', 400, failure, 'failed'],
    ['that the key is wrong', 401, failure, 'failed'],
    ['that our address is not on its list', 403, failure, 'failed'],
    ['another number', 200, lists([good('66899999999')]), 'unknown'],
    ['our number without an id', 200, lists([{ number: '66812345678' }]), 'unknown'],
    ['no number', 200, lists([]), 'unknown'],
    ['its own failure, with an error', 500, failure, 'unknown'],
    ['a 4xx that is none of its errors', 404, { message: 'no route' }, 'unknown'],
  ],
  twilio: [
    foreign,
    ['a queued message', 201, message(), 'sent'],
    ['a delivered one', 201, message({ status: 'delivered' }), 'sent'],
    ['one of a status that is new', 201, message({ status: 'partially_delivered' }), 'sent'],
    ...['failed', 'undelivered', 'canceled'].map((status): Row => [
      `one that ${status}`,
      201,
      message({ status }),
      'failed',
    ]),
    ...[21211, 21614, 21408, 21610].map((code): Row => [`the code ${code}`, 400, error(code, 400), 'failed']),
    ['that it does not know us', 401, error(20003, 401), 'failed'],
    ['that we ask too often', 429, error(20429, 429), 'failed'],
    ['a code that is a text', 400, { code: '21211' }, 'unknown'],
    ['a message to another number', 201, message({ to: '+66899999999' }), 'unknown'],
    ['a message without an id', 201, message({ sid: 'x' }), 'unknown'],
    ['a message as 200', 200, message(), 'unknown'],
    ['its own failure, with a code', 500, error(20500, 500), 'unknown'],
  ],
  sms: [
    ['a yes', 200, { to: '0812345678' }, 'sent'],
    ['a no', 422, { error: 'REFUSED' }, 'failed'],
    ['that the key is wrong', 401, { error: 'UNAUTHORIZED' }, 'failed'],
    ['a 4xx that is none of its words', 404, { message: 'no route' }, 'unknown'],
    ['its own failure', 500, {}, 'unknown'],
  ],
}

describe.each([
  ['CNX-001', 'thaibulksms'],
  ['CNX-002', 'twilio'],
  ['CNX-003', 'sms'],
])('[%s] what %s answers', (_, name) => {
  it.each([...(documented[name] ?? []), ...noise])('%s', async (_what, status, body, outcome) => {
    const sender = senderOf(name, await answering(status, body))
    expect(await sender.send(to, 'รหัส 123456')).toMatchObject({ outcome })
  })
})

describe.each(Object.keys(senders))('[CNX-001] [CNX-002] silence of %s', (name) => {
  it('says nothing, whether it waits, breaks off, never ends or leads elsewhere', async () => {
    const silent = senderOf(name, await listening(() => {}), 50)
    const cut = senderOf(name, await listening((request) => void request.socket.destroy()))
    const away = senderOf(name, await listening((_, response) => response.writeHead(302, { location: '/' }).end()))
    const long = senderOf(name, await answering(201, `"${'x'.repeat(70_000)}"`))
    for (const sender of [silent, cut, away, long]) {
      expect(await sender.send(to, 'a')).toEqual({ outcome: 'unknown', messageId: null })
    }
  })

  it('is certain that nothing went out where nobody was reached', async () => {
    expect(await senderOf(name, await nobody()).send(to, 'a')).toEqual({ outcome: 'failed', messageId: null })
  })
})

describe('the calls', () => {
  async function callsOf(name: string, number = to): Promise<{ line: string; authorization: string; form: string }[]> {
    const seen: { line: string; authorization: string; form: string }[] = []
    const url = await listening((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const { method, url: path, headers } = request
        const authorization = Buffer.from(headers.authorization?.split(' ')[1] ?? '', 'base64').toString()
        seen.push({ line: `${method} ${path}`, authorization, form: Buffer.concat(chunks).toString() })
        response.end('{}')
      })
    })
    await senderOf(name, url).send(number, 'รหัส 1+1')
    return seen
  }

  it('[CNX-001] are those of ThaiBulkSMS v2, and none is made for a number that is no Thai mobile', async () => {
    const [call] = await callsOf('thaibulksms')
    expect(call).toMatchObject({ line: 'POST /sms', authorization: 'sandbox:sandbox' })
    const form = { msisdn: '0812345678', message: 'รหัส 1+1', sender: 'KRAPAO', force: 'corporate' }
    expect(Object.fromEntries(new URLSearchParams(call?.form))).toEqual(form)
    for (const international of ['+66212345678', '+8562055512345', null]) {
      expect(await callsOf('thaibulksms', { number: '0212345678', international: international ?? '' })).toEqual([])
    }
  })

  it('[CNX-002] are those of Twilio’s Messages', async () => {
    const [call] = await callsOf('twilio', { number: '02055512345', international: '+8562055512345' })
    expect(call).toMatchObject({
      line: `POST /2010-04-01/Accounts/${account}/Messages.json`,
      authorization: `${account}:sandbox`,
    })
    expect(Object.fromEntries(new URLSearchParams(call?.form))).toEqual({
      To: '+8562055512345',
      From: '+15005550006',
      Body: 'รหัส 1+1',
      ValidityPeriod: '300',
      StatusCallback: hookUrl,
    })
  })

  it.each([
    ['0812345678', 'TH', '+66812345678'],
    ['1812345678', 'TH', null],
    ['02055512345', 'LA', '+8562055512345'],
    ['2055512345', 'LA', '+8562055512345'],
    ['30123456', 'LA', '+85630123456'],
    ['7', 'LA', null],
  ] as const)('dial %s of %s as %s', (phone, country, expected) => {
    expect(internationalNumber(phone, country)).toBe(expected)
  })
})

describe('[CNX-002] signatures of Twilio', () => {
  const vector = {
    token: '12345',
    url: 'https://mycompany.com/myapp.php?foo=1&bar=2',
    form: 'CallSid=CA1234567890ABCDE&Caller=%2B14158675309&Digits=1234&From=%2B14158675309&To=%2B18005551212',
    signature: 'RSOYDt4T1cUTdK1PDd93/VVr8B8=',
  }
  const ours = {
    token: '12345',
    url: hookUrl,
    form: `MessageStatus=delivered&To=%2B8562055512345&AccountSid=${account}&MessageSid=SM${'0'.repeat(31)}1`,
    signature: '1ZKLn95EhZAc5yaFi3T6PPlQho0=',
  }

  it('are those that it publishes', () => {
    expect(isSignedByTwilio(vector)).toBe(true)
    expect(isSignedByTwilio(ours)).toBe(true)
  })

  it('are nobody else’s: another token, address, field, or none at all', () => {
    for (const forged of [
      { ...ours, token: '12346' },
      { ...ours, url: 'https://wallet.example/api/hooks/other' },
      { ...ours, form: ours.form.replace('delivered', 'undelivered') },
      { ...ours, form: `${ours.form}&x=` },
      { ...ours, signature: vector.signature },
      { ...ours, signature: '' },
      { ...ours, signature: undefined },
    ]) {
      expect(isSignedByTwilio(forged)).toBe(false)
    }
  })

  it('may be over the address with its port or without it', () => {
    const form = ours.form
    const withPort = isSignedByTwilio({ ...ours, form, url: 'https://wallet.example:443/api/hooks/twilio' })
    expect(withPort).toBe(true)
  })
})

describe('the stand-ins', () => {
  let sandbox: TestSandbox
  beforeAll(async () => {
    sandbox = await startTestSandbox()
  })
  afterAll(() => sandbox.close())

  const inbox = async (number: string) =>
    (await sandbox.ask<{ messages: unknown[] }>('GET', `/api/phone/messages?to=${encodeURIComponent(number)}`)).messages
      .length
  let numbers = 812_000_000
  const newNumber = () => {
    const number = `0${(numbers += 1)}`
    return { number, international: internationalNumber(number, 'TH') }
  }

  describe.each([
    ['CNX-001', 'thaibulksms'],
    ['CNX-002', 'twilio'],
    ['CNX-003', 'sms'],
  ])('[%s] of %s', (_, name) => {
    const key = createSecrets([TEST_SECRET_HEX]).derive('sandbox-sms')
    const sender = () => (name === 'sms' ? plain(sandbox.url, key) : senderOf(name, `${sandbox.url}/${name}`))

    it.each([
      ['none', 'sent', 1],
      ['refuse', 'failed', 0],
      ['error', 'unknown', 0],
      ['cut-before', 'unknown', 0],
      ['cut-after', 'unknown', 1],
      ['down', 'unknown', 0],
      ['in-progress', 'sent', 0],
    ] as const)('under %s: %s, and %i came', async (mode, outcome, count) => {
      const phone = newNumber()
      await sandbox.fault({ party: name, mode, times: mode === 'none' ? 0 : 1, ms: 3_600_000 })
      expect(await sender().send(phone, 'รหัส')).toMatchObject({ outcome })
      expect(await inbox(phone.number)).toBe(count)
    })

    it('tells whether it lets us in, and sends nothing for that', async () => {
      const { count } = { count: await inbox(to.number) }
      expect(await sender().check()).toMatchObject({ kind: 'right' })
      expect(await inbox(to.number)).toBe(count)
      const stranger =
        name === 'sms'
          ? plain(sandbox.url, 'x')
          : name === 'twilio'
            ? createTwilio(v.parse(twilioTerms, { url: `${sandbox.url}/twilio`, account, token: 'x', from: 'A' }), {
                name,
                hookUrl,
              })
            : createThaiBulkSms(
                v.parse(thaiBulkSmsTerms, { url: `${sandbox.url}/thaibulksms`, key: 'x', secret: 'y', sender: 'A' }),
                { name },
              )
      expect(await stranger.check()).toMatchObject({ kind: 'refused' })
      expect(await stranger.send(newNumber(), 'a')).toMatchObject({ outcome: 'failed' })
      expect(await senderOf(name, await nobody()).check()).toMatchObject({ kind: 'unreached' })
      expect(await senderOf(name, await answering(200, {})).check()).toMatchObject({ kind: 'unclear' })
    })
  })

  it('refuse numbers that they do not know', async () => {
    const nowhere = { number: '0000000001', international: '+15005550001' }
    expect(await senderOf('twilio', `${sandbox.url}/twilio`).send(nowhere, 'a')).toMatchObject({ outcome: 'failed' })
  })
})

describe('[CNX-003] two senders', () => {
  const scripted = (name: string, outcome: SmsOutcome, log: string[]): SmsSender => ({
    name,
    async send() {
      log.push(name)
      return { outcome, messageId: name }
    },
    check: () => Promise.resolve({ kind: 'right', told: '' }),
  })

  it.each([
    ['sent', 'sent', true, ['one'], { outcome: 'sent', sender: 'one' }],
    ['unknown', 'sent', true, ['one'], { outcome: 'unknown', sender: 'one' }],
    ['failed', 'sent', true, ['one', 'two'], { outcome: 'sent', sender: 'two' }],
    ['failed', 'unknown', true, ['one', 'two'], { outcome: 'unknown', sender: 'two' }],
    ['failed', 'failed', true, ['one', 'two'], { outcome: 'failed', sender: null }],
    ['failed', 'sent', false, ['one'], { outcome: 'failed', sender: null }],
  ] as const)(
    'of which the first says %s and the second %s, changing being allowed: %s',
    async (first, second, may, asked, receipt) => {
      const log: string[] = []
      const gateway = createSmsGateway([scripted('one', first, log), scripted('two', second, log)])
      expect(await gateway.send(to, 'a', () => Promise.resolve(may))).toMatchObject(receipt)
      expect(log).toEqual(asked)
    },
  )
})
