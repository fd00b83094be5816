import { createHmac, randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { allCalls, type Call, calls, isCode } from '@krapao/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { createSecrets } from './platform/secrets.ts'
import type { Answered, Sent } from './testing/client.ts'
import { startTestApp } from './testing/app.ts'
import type { Shape } from './testing/hostile/hostile-json.ts'
import { TEST_SECRET_HEX } from './testing/played/sandbox.ts'
import { fieldsOf, unwrapShape, valueOf, withField } from './testing/hostile/shape-values.ts'
import { memberWithMoney, type StoryMember } from './testing/worlds/stories.ts'

const app = await startTestApp({ sandbox: true, settings: { registerOTP: false } })
const address = await app.listen()
afterAll(() => app.close())

/** Two players who are alike: what the one has the other must never reach. */
const member = await memberWithMoney(app, 2_000)
const other = await memberWithMoney(app, 2_000)
const [mine, theirs] = [await belongingsOf(member), await belongingsOf(other)]

interface Belongings {
  qrcodeId: string
  sessionId: string
  gameUsername: string
  gamePassword: string
}

async function belongingsOf({ token }: StoryMember): Promise<Belongings> {
  await app.ok(calls.walletActivate, { token, params: { slotCode: 'PG' } })
  await app.ok(calls.walletTransfer, { token, body: { from: 'WALLET', to: 'PG', amount: 200 } })
  const game = await app.ok(calls.walletAccount, { token, params: { slotCode: 'PG' } })
  const qr = await app.ok(calls.qrCreate, { token, params: { bankCode: 'KBANK' }, body: { amount: 100 } })
  const { sessions } = await app.ok(calls.accountSessions, { token })
  return {
    qrcodeId: String(qr.qrcodeId),
    sessionId: String(sessions[0]?._id),
    gameUsername: game.username,
    gamePassword: game.password,
  }
}

/** All money of the ledger: who has what, held or on its way. */
async function balances(): Promise<unknown> {
  return app.database.query('select name, posted_minor, held_minor, arriving_minor from ledger_account order by name')
}

/** Runs what must be refused and expects that no money moved meanwhile. */
async function unmoved<Result>(work: () => Promise<Result>): Promise<Result> {
  const before = await balances()
  const result = await work()
  expect(await balances()).toEqual(before)
  return result
}

const signBody = (body: unknown): Record<string, string> => {
  const time = Math.floor(app.clock.now().getTime() / 1000)
  const secret = createSecrets([TEST_SECRET_HEX]).derive('bank-hook')
  const signature = createHmac('sha256', secret)
    .update(`${time}.${JSON.stringify(body)}`)
    .digest('hex')
  return { 'x-signature': `t=${time},v1=${signature}` }
}

/** Sends a body of any shape with all that a call asks for besides. */
function send(call: Call, body: unknown, sent: Sent<Call> = {}): Promise<Answered<Call>> {
  const params = {
    slotCode: 'PG',
    bankCode: 'KBANK',
    qrcodeId: mine.qrcodeId,
    code: 'WELCOME',
    id: 'nothing',
    ...sent.params,
  }
  return app.call<Call>(call, {
    ...sent,
    params,
    rawBody: body,
    ...(call.caller === 'member' || call.caller === 'member-or-guest' ? { token: sent.token ?? member.token } : {}),
    headers: { ...(call.caller === 'machine' ? signBody(body) : {}), ...sent.headers },
  })
}

/** Whether nothing answers the call yet, which is found out before its body is looked at. */
async function isUnbound(call: Call): Promise<boolean> {
  const { status, body } = await send(call, {})
  return status === 404 && body.message === 'NOT_FOUND'
}

const wrongTypes: Record<string, readonly unknown[]> = {
  string: [1, true, {}, [], ['x']],
  number: ['1', true, {}, [], [1]],
  boolean: ['true', 1, {}, []],
  object: ['x', 1, true, [], [{}]],
  variant: ['x', 1, true, [], {}, { message_type: 5 }],
}

/** The calls with a body: those that something answers, and those that nothing answers. */
const answered: Call[] = []
const unanswered: Call[] = []
for (const call of allCalls.filter(({ body }) => body)) {
  if (await isUnbound(call)) unanswered.push(call)
  else answered.push(call)
}
const named = (made: readonly Call[]) => made.map((call) => [`${call.method} ${call.path}`, call] as const)

describe('a body of the wrong shape', () => {
  it.each(named(answered))('is refused with 400 and the names of its fields: %s', async (_name, call) => {
    const shape = call.body as unknown as Shape
    const good = valueOf(shape)
    await unmoved(async () => {
      for (const { path, shape: field } of fieldsOf(shape)) {
        const isOptional = field.wrapped !== undefined
        const wrong = [...(wrongTypes[unwrapShape(field).type] ?? []), ...(isOptional ? [] : [null, undefined])]
        for (const value of wrong) {
          const { status, body } = await send(call, withField(good, path, value))
          const fields = expect.arrayContaining([expect.stringMatching(new RegExp(`^${path.join('\\.')}(\\.|$)`))])
          expect({ value, status, body }).toEqual({
            value,
            status: 400,
            body: { message: call.shapeCode, details: { fields } },
          })
        }
      }
      for (const whole of [null, [], [good], 'x', 1, true]) {
        expect(await send(call, whole)).toMatchObject({ status: 400, body: { message: call.shapeCode } })
      }
    })
  })

  it.each(named(answered))(
    'is refused when a text of it is absurdly long, or none that can be kept: %s',
    async (_name, call) => {
      const shape = call.body as unknown as Shape
      const good = valueOf(shape)
      await unmoved(async () => {
        for (const { path, shape: field } of fieldsOf(shape)) {
          if (unwrapShape(field).type !== 'string') continue
          for (const value of ['x'.repeat(60_000), 'a\0b', '\uD800']) {
            const { status, body } = await send(call, withField(good, path, value))
            expect([path, status >= 400 && status < 500]).toEqual([path, true])
            expect(isCode(String(body.message))).toBe(true)
          }
          const { status } = await send(call, withField(good, path, 'x'.repeat(70_000)))
          expect([path, status]).toEqual([path, 413])
        }
      })
    },
  )

  it.each(named(answered))('loses unknown keys, whatever they are called: %s', async (_name, call) => {
    const empty = await send(call, {})
    const strange = JSON.parse(
      '{"__proto__":{"amount":5,"to":"PG"},"constructor":1,"memberId":"x","amountMinor":1}',
    ) as unknown
    const { status, body } = await unmoved(() => send(call, strange))
    expect([status, body]).toEqual([empty.status, empty.body])
  })
})

/** The calls that take an amount from a member, each with the rest of what it takes. */
const amountCalls: [string, Call, Record<string, unknown>][] = [
  ['into a game', calls.walletTransfer, { from: 'WALLET', to: 'PG' }],
  ['out of a game', calls.walletTransfer, { from: 'PG', to: 'WALLET' }],
  ['to the bank', calls.walletWithdraw, {}],
  ['home and to the bank', calls.walletWithdrawAll, {}],
  ['by QR', calls.qrCreate, {}],
  ['by hand', calls.walletAdd, {}],
]

it('every call with a body is answered by something', () => {
  expect(unanswered).toEqual([])
})

describe('an amount', () => {
  it.each(amountCalls)('is refused when it is out of range: %s', async (_name, call, rest) => {
    await unmoved(async () => {
      const outOfRange = [
        ...[100_000_000_000, 123_456_789_012, 999_999_999_999.99, 1e12, 1e21, 1e308, Number.MAX_SAFE_INTEGER],
        ...[100.001, 100.005, 150.1234567, 0.1 + 0.2, 101 + 1e-9, 0.005, 0.001, 1e-7, 5e-324, -0.01, -1, -100, -1e21],
      ]
      for (const amount of outOfRange) {
        const { status, body } = await send(call, { ...rest, amount }, { key: randomUUID() })
        expect([amount, status, isCode(String(body.message))]).toEqual([amount, 422, true])
      }
    })
  })

  it.each(amountCalls)('is refused when it is no number: %s', async (_name, call, rest) => {
    await unmoved(async () => {
      for (const amount of ['100', '', 'x', null, true, [100], { amount: 100 }, undefined]) {
        const { status, body } = await send(call, { ...rest, amount }, { key: randomUUID() })
        expect([amount, status, body]).toEqual([amount, 400, { message: 'NO_DATA', details: { fields: ['amount'] } }])
      }
    })
  })

  it.each(amountCalls)('is refused when JSON can write it and nobody can have it: %s', async (_name, call, rest) => {
    const head = JSON.stringify(rest).slice(0, -1)
    await unmoved(async () => {
      for (const amount of ['1e400', '-1e400', '-0', '0.00', '1e1000000', '1e-1000000', '99999999999999999999999999']) {
        const response = await app.app().http.inject({
          method: call.method,
          url: call.path.replace(':bankCode', 'KBANK'),
          headers: { 'content-type': 'application/json', authorization: `Bearer ${member.token}` },
          payload: `${head}${head === '{' ? '' : ','}"amount":${amount}}`,
        })
        expect([amount, response.statusCode]).toEqual([amount, 422])
        expect(isCode(response.json<{ message: string }>().message)).toBe(true)
      }
    })
  })

  it('is asked for by no other call', () => {
    // A limit may also be none, and moves nothing: its amounts are tried where it is.
    const known = new Set<Call>([...amountCalls.map(([, call]) => call), calls.hookBank, calls.protectionLimit])
    const taking = answered.filter((call) =>
      [...fieldsOf(call.body as unknown as Shape)].some(({ path }) => path.includes('amount')),
    )
    expect(new Set(taking)).toEqual(known)
  })

  it('of the bank is refused too when it is out of range, right signature or not', async () => {
    const event = {
      eventId: 'event-1',
      type: 'payment',
      transRef: 'T1',
      sendingBank: 'SCB',
      reference: 'KPQ0000000000000000',
      currency: 'BAHT',
      occurredAt: app.clock.now().toISOString(),
    }
    await unmoved(async () => {
      for (const amount of [100_000_000_000, 1e21, 0.005, -1, -0.01]) {
        expect(await send(calls.hookBank, { ...event, amount })).toMatchObject({ status: 422 })
      }
      const forged = { 'x-signature': `t=${Math.floor(app.clock.now().getTime() / 1000)},v1=${'0'.repeat(64)}` }
      expect(await send(calls.hookBank, { ...event, amount: 100 }, { headers: forged })).toMatchObject({
        status: 401,
        body: { message: 'UNAUTHORIZED' },
      })
    })
  })
})

describe('what belongs to another member', () => {
  it('is answered like what does not exist', async () => {
    const { token } = member
    const unknown = 'z'.repeat(26)
    await unmoved(async () => {
      for (const qrcodeId of [theirs.qrcodeId, unknown, mine.sessionId, '1', 'x'.repeat(64)]) {
        expect(await app.call(calls.qrCancel, { token, params: { qrcodeId } })).toMatchObject({
          status: 404,
          body: { message: 'NO_DATA' },
        })
      }
      for (const id of [theirs.sessionId, unknown, mine.qrcodeId, '1', 'x'.repeat(64)]) {
        expect(await app.call(calls.accountEndSession, { token, params: { id } })).toMatchObject({
          status: 404,
          body: { message: 'NO_DATA' },
        })
      }
      for (const username of [
        theirs.gameUsername,
        other.phone,
        other.memberId,
        'nobody',
        mine.gameUsername.toUpperCase(),
      ]) {
        expect(await app.call(calls.autoLogin, { token, params: { provider: 'pg', username } })).toMatchObject({
          status: 404,
          body: { message: 'SLOT_NO_ACCOUNT' },
        })
      }
    })
  })

  it('is still there afterwards, and answers its owner', async () => {
    const { token } = other
    const qr = await app.ok(calls.qrCurrent, { token, params: { bankCode: 'KBANK' } })
    expect(qr.qrcodeId).toBe(theirs.qrcodeId)
    const { sessions } = await app.ok(calls.accountSessions, { token })
    expect(sessions.map((session) => session._id)).toContain(theirs.sessionId)
    const own = { provider: 'pg', username: theirs.gameUsername }
    expect((await app.ok(calls.autoLogin, { token, params: own })).link).toMatch(/^http/)
  })

  it('is not shown where one asks for one’s own', async () => {
    const { token } = member
    const seen = JSON.stringify([
      await app.ok(calls.walletHome, { token }),
      await app.ok(calls.walletAccount, { token, params: { slotCode: 'PG' } }),
      await app.ok(calls.statementList, { token, body: { page: 1, limit: 100 } }),
      await app.ok(calls.accountSessions, { token }),
      await app.ok(calls.qrCurrent, { token, params: { bankCode: 'KBANK' } }),
    ])
    const secrets = [
      other.memberId,
      other.phone,
      theirs.qrcodeId,
      theirs.sessionId,
      theirs.gameUsername,
      theirs.gamePassword,
    ]
    for (const secret of secrets) expect(seen).not.toContain(secret)
  })

  it('is not met through his idempotency key', async () => {
    const key = randomUUID()
    const sent = { key, body: { from: 'WALLET', to: 'PG', amount: 10 } }
    const first = await app.ok(calls.walletTransfer, { ...sent, token: other.token })
    const second = await app.ok(calls.walletTransfer, { ...sent, token: member.token })
    expect(first.slots).toEqual([{ code: 'PG', amount: 210 }])
    expect(second.slots).toEqual([{ code: 'PG', amount: 210 }])
  })
})

/** Writes bytes to the server and reads until it closes the connection, or for a moment when it keeps it. */
function speak(bytes: string | Buffer): Promise<string> {
  return new Promise((done, fail) => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1')
    let heard = ''
    socket.setTimeout(3_000, () => socket.destroy())
    socket.on('data', (chunk: Buffer) => (heard += chunk.toString('latin1')))
    socket.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ECONNRESET' ? done(heard) : fail(error)))
    socket.on('close', () => done(heard))
    socket.write(bytes)
  })
}

const lines = (...text: string[]): string => `${text.join('\r\n')}\r\n\r\n`
const host = ['host: x', 'connection: close']

describe('what HTTP itself does not allow', () => {
  it.each([
    ['no host', lines('GET /api/wallet HTTP/1.1', 'connection: close')],
    ['two hosts', lines('GET /api/wallet HTTP/1.1', 'host: x', ...host)],
    ['an old version', lines('GET /api/wallet HTTP/1.0')],
    ['a version to come', lines('GET /api/wallet HTTP/3.7', ...host)],
    ['a method that is none', lines('gEt /api/wallet HTTP/1.1', ...host)],
    ['TRACE', lines('TRACE /api/wallet HTTP/1.1', ...host)],
    ['a whole address', lines('GET http://elsewhere/api/wallet HTTP/1.1', ...host)],
    ['a star', lines('OPTIONS * HTTP/1.1', ...host)],
    ['a path with NUL', lines('GET /api/wal\0let HTTP/1.1', ...host)],
    ['a path with bytes', lines('GET /api/wal\u00FFlet HTTP/1.1', ...host)],
    ['a header with NUL', lines('GET /api/wallet HTTP/1.1', 'x-y: a\0b', ...host)],
    ['a header of one word', lines('GET /api/wallet HTTP/1.1', 'nonsense', ...host)],
    ['a header on two lines', lines('GET /api/wallet HTTP/1.1', 'x-y: a', ' b', ...host)],
    ['two lengths', lines('POST /api/login HTTP/1.1', 'content-length: 2', 'content-length: 3', ...host)],
    ['a length below zero', lines('POST /api/login HTTP/1.1', 'content-length: -1', ...host)],
    ['a length that is none', lines('POST /api/login HTTP/1.1', 'content-length: 1e3', ...host)],
    [
      'a broken chunk',
      lines(
        'POST /api/login HTTP/1.1',
        'content-type: application/json',
        'transfer-encoding: chunked',
        ...host,
        '',
        'zz',
      ),
    ],
    ['an unknown coding', lines('POST /api/login HTTP/1.1', 'transfer-encoding: gzip', ...host)],
    ['an expectation', lines('GET /api/wallet HTTP/1.1', 'expect: wonders', ...host)],
    ['an upgrade', lines('GET /api/wallet HTTP/1.1', 'host: x', 'connection: upgrade', 'upgrade: h2c')],
    ['a tunnel', lines('CONNECT elsewhere:443 HTTP/1.1', ...host)],
    ['TLS', Buffer.from('16030100a5010000a10303', 'hex')],
  ])('gets an answer of ours or none, and does no harm: %s', async (_name, bytes) => {
    const heard = await speak(bytes)
    if (heard !== '') {
      const [head = '', body = ''] = heard.split('\r\n\r\n')
      expect(head).toMatch(/^HTTP\/1\.1 4\d\d /)
      const answer = JSON.parse(body) as { message: string }
      expect([Object.keys(answer), isCode(answer.message)]).toEqual([['message'], true])
    }
    expect((await fetch(`${address}/health`)).status).toBe(200)
  })
})
