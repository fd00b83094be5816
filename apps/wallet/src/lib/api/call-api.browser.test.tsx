import type { Call, calls } from '@krapao/contract'
import type { CallError } from '@krapao/web'
import { beforeEach, describe, expect, it } from 'vitest'
import { fakeServer, refusal } from '../../testing/fake-server.ts'
import { clearBrowser } from '../../testing/open-app.tsx'
import { storeToken } from '../session.ts'
import { startTexts } from '../texts/texts.ts'
import { callApi, setApiReactions } from './call-api.ts'

let reacted: string[]

beforeEach(async () => {
  clearBrowser()
  await startTexts('en', ['shell'])
  reacted = []
  setApiReactions({
    gone: () => reacted.push('gone'),
    signedOut: (code) => reacted.push(code),
    stepUp: () => Promise.resolve(reacted.push('step-up') === 1),
  })
})

function askProfile(options: { timeoutMs?: number; signal?: AbortSignal } = {}): Promise<unknown> {
  return callApi<typeof calls.accountProfile>('GET', '/api/account/profile', options)
}

function never(): Promise<Response> {
  return new Promise(() => undefined)
}

async function failureOf(call: Promise<unknown>): Promise<CallError> {
  return call.then(
    () => {
      throw new Error('the call succeeded')
    },
    (error: CallError) => error,
  )
}

describe('callApi', () => {
  it('[ERR-088] gives the unwrapped body', async () => {
    fakeServer({ 'GET /api/account/profile': { profile: 1 } })
    await expect(askProfile()).resolves.toEqual({ profile: 1 })
  })

  it('sends the token, the language, the body and the key of what moves money', async () => {
    const server = fakeServer({ 'POST /api/wallet/transferAll': {} })
    storeToken('good', false)
    await callApi<typeof calls.walletTransferAll>('POST', '/api/wallet/transferAll', {
      body: { to: 'PG' },
      idempotencyKey: 'key',
    })
    const [call] = server.calls
    expect(call?.body).toEqual({ to: 'PG' })
    expect(Object.fromEntries(call?.headers ?? [])).toMatchObject({
      authorization: 'Bearer good',
      'accept-language': 'en',
      'content-type': 'application/json',
      'idempotency-key': 'key',
      'x-client': 'wallet-user',
    })
  })

  it('does the work that a busy door asks for, unseen, and makes its call again with it', async () => {
    const challenge = 'lz3k.8.random.signature'
    const busy = Response.json({ message: 'PROOF_NEEDED', details: { challenge, bits: 8 } }, { status: 428 })
    const answers = [() => busy, () => ({ token: 'let in' })]
    const server = fakeServer({ 'POST /api/login': () => answers.shift()?.() ?? busy })
    const body = { username: '0812345678', password: 'correct horse' }
    expect(await callApi<typeof calls.login>('POST', '/api/login', { body })).toEqual({ token: 'let in' })
    const [first, second] = server.calls
    expect([first?.headers.get('x-proof'), second?.body]).toEqual([null, body])
    expect(second?.headers.get('x-proof')).toMatch(/^lz3k\.8\.random\.signature\.\d+$/)
  })

  it.each([
    ['POST /api/wallet/transferAll', 'key', 2],
    ['POST /api/login', undefined, 2],
    // It may have been done, and would be refused the second time.
    ['PUT /api/account/changepwd', undefined, 1],
  ] as const)('sends %s again by itself only where that may be, under the same key', async (name, key, times) => {
    const [method = '', path = ''] = name.split(' ')
    const away = Response.json(
      { message: 'INTERNAL_SERVER_ERROR' },
      { status: 503, headers: { 'retry-after': '0.01' } },
    )
    const answers = [away]
    const server = fakeServer({ [name]: () => answers.shift() ?? {} })
    const call = callApi<Call>(method as 'POST', path as '/api/login', {
      ...(key === undefined ? {} : { idempotencyKey: key }),
    })
    if (times === 1) expect(await failureOf(call)).toMatchObject({ status: 503 })
    else expect(await call).toEqual({})
    expect(server.calls.map(({ headers }) => headers.get('idempotency-key') ?? undefined)).toEqual(
      Array.from({ length: times }, () => key),
    )
  })

  it('keeps what the server said of a refusal', async () => {
    const answer = Response.json(
      { message: 'REQUEST_LIMIT', details: { max: 3 } },
      { status: 429, headers: { 'retry-after': '60' } },
    )
    fakeServer({ 'GET /api/account/profile': answer })
    expect(await failureOf(askProfile())).toMatchObject({
      kind: 'refused',
      code: 'REQUEST_LIMIT',
      status: 429,
      details: { max: 3 },
      retryAfterS: 60,
      isHandled: false,
    })
  })

  it('tells no network, no answer in time, and a page in place of an answer apart', async () => {
    fakeServer({
      'GET /api/account/profile': () => {
        throw new TypeError('no network')
      },
    })
    expect((await failureOf(askProfile())).kind).toBe('offline')
    fakeServer({ 'GET /api/account/profile': new Response('<html>', { status: 502 }) })
    expect(await failureOf(askProfile())).toMatchObject({ kind: 'unreadable', status: 502 })
  })

  it('gives up when the time is over, and calls once only', async () => {
    const server = fakeServer({ 'GET /api/account/profile': never })
    expect((await failureOf(askProfile({ timeoutMs: 1 }))).kind).toBe('timeout')
    expect(server.calls).toHaveLength(1)
  })

  it('gives up on what the page has asked for before it, when its end does not come', async () => {
    const server = fakeServer({})
    storeToken('good', false)
    const answer = Promise.resolve(new Response(new ReadableStream()))
    const call = { token: 'good', language: 'en', sentMs: Date.now(), answer, hasCome: false } as const
    globalThis.earlyCalls = { '/api/account/profile': call }
    expect((await failureOf(askProfile({ timeoutMs: 1 }))).kind).toBe('timeout')
    expect(server.calls).toHaveLength(0)
  })

  it('throws the caller’s own reason when the caller gives up', async () => {
    fakeServer({ 'GET /api/account/profile': never })
    const abort = new AbortController()
    const call = askProfile({ signal: abort.signal })
    abort.abort(new Error('left the page'))
    await expect(call).rejects.toThrow('left the page')
  })
})

describe('dead tokens', () => {
  it('end the session only when one was sent', async () => {
    fakeServer({ 'GET /api/account/profile': refusal(401, 'UNAUTHORIZED') })
    expect((await failureOf(askProfile())).isHandled).toBe(false)
    expect(reacted).toEqual([])
    storeToken('old', true)
    expect((await failureOf(askProfile())).isHandled).toBe(true)
    expect(reacted).toEqual(['UNAUTHORIZED'])
    expect(localStorage.getItem('token')).toBeNull()
  })

  it('do not end a session that was opened since', async () => {
    storeToken('old', false)
    fakeServer({
      'GET /api/account/profile': () => {
        storeToken('new', false)
        return refusal(401, 'invalid-token')
      },
    })
    await failureOf(askProfile())
    expect(sessionStorage.getItem('token')).toBe('new')
    expect(reacted).toEqual([])
  })

  it('[LOG-012] are told by invalid-token in any case of letters, in a success too', async () => {
    storeToken('old', false)
    fakeServer({ 'GET /api/account/profile': { message: 'Invalid-Token' } })
    expect((await failureOf(askProfile())).isHandled).toBe(true)
    expect(reacted).toEqual(['Invalid-Token'])
  })
})
