import { defineCall } from '@krapao/contract'
import * as v from 'valibot'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestHttp } from '../../testing/http.ts'
import { AppError, refuse } from '../errors.ts'
import { route } from './route.ts'

const plain = defineCall({
  name: 'plain',
  method: 'POST',
  path: '/api/plain',
  caller: 'anybody',
  summary: 'Tells what it was given',
  body: v.object({
    name: v.string(),
    age: v.optional(v.pipe(v.number(), v.integer(), v.minValue(18))),
    inner: v.optional(v.object({ list: v.array(v.number()) })),
  }),
  answer: v.object({ name: v.string(), age: v.optional(v.number()) }),
  shapeCode: 'INVALID_USER_INFO',
})
const guest = defineCall({
  name: 'guest',
  method: 'GET',
  path: '/api/guest',
  caller: 'member-or-guest',
  summary: 'Tells who asks',
  answer: v.object({ member: v.nullable(v.string()), language: v.string(), address: v.string() }),
})
const unbound = defineCall({
  name: 'unbound',
  method: 'POST',
  path: '/api/unbound',
  caller: 'member',
  summary: 'Nothing yet',
  answer: v.object({}),
})
const unboundOpen = defineCall({
  name: 'unboundOpen',
  method: 'GET',
  path: '/api/unbound/open',
  caller: 'anybody',
  summary: 'Nothing yet',
  answer: v.object({}),
})
const active = defineCall({
  name: 'active',
  method: 'GET',
  path: '/api/lookup/active',
  caller: 'anybody',
  summary: 'Open',
  answer: v.object({ terminated: v.boolean() }),
})
const hook = defineCall({
  name: 'hook',
  method: 'POST',
  path: '/api/hooks/bank',
  caller: 'machine',
  summary: 'Signed',
  body: v.object({ id: v.string() }),
  answer: v.object({ bytes: v.number() }),
})
const lookup = defineCall({
  name: 'lookup',
  method: 'GET',
  path: '/api/lookup/text',
  caller: 'anybody',
  summary: 'A text',
  answer: v.object({ text: v.string() }),
})
const read = defineCall({
  name: 'read',
  method: 'PUT',
  path: '/api/read/',
  caller: 'anybody',
  summary: 'With a slash',
  answer: v.object({}),
})
const leak = defineCall({
  name: 'leak',
  method: 'GET',
  path: '/api/leak',
  caller: 'anybody',
  summary: 'Says too much',
  answer: v.object({ a: v.number() }),
})
const optional = defineCall({
  name: 'optional',
  method: 'GET',
  path: '/api/optional/:one/:two?',
  caller: 'anybody',
  summary: 'An optional last part',
  params: v.object({ one: v.string(), two: v.optional(v.string()) }),
  answer: v.object({ one: v.string(), two: v.nullable(v.string()) }),
})

let isTerminated = false

const app = await startTestHttp({
  calls: [plain, guest, unbound, unboundOpen, active, hook, lookup, read, leak, optional],
  routes: [
    route(plain, async ({ body }) => body),
    route(guest, async ({ member, language, address }) => ({ member: member?.memberId ?? null, language, address })),
    route(active, async () => ({ terminated: isTerminated })),
    route(hook, async ({ rawBody }) => ({ bytes: rawBody?.length ?? -1 }), {
      verify({ headers, rawBody }) {
        if (headers['x-signature'] !== `of ${rawBody.length}`) refuse('UNAUTHORIZED')
      },
    }),
    route(lookup, async ({ language }) => ({ text: language }), { cache: 'etag' }),
    route(read, async () => ({})),
    route(leak, async () => ({ a: 1, b: 'secret' })),
    route(optional, async ({ params }) => ({ one: params.one, two: params.two ?? null })),
  ],
  isTerminated: async () => isTerminated,
  authenticate: async (token) =>
    token.startsWith('inactive')
      ? { ok: false, code: 'INACTIVE_USER' }
      : token.startsWith('member')
        ? {
            ok: true,
            member: { memberId: token, sessionId: 's', username: '0800000000', factorAt: null, newDeviceAt: null },
          }
        : {
            ok: false,
            code: token === 'old' ? 'EXPIRED_AUTH_TOKEN' : token === 'gone' ? 'INVALID_USER_1' : 'invalid-token',
          },
  config: { trustProxy: ['127.0.0.1'] },
})
afterAll(() => app.close())
beforeEach(() => {
  isTerminated = false
})

function get(url: string, headers: Record<string, string> = {}) {
  return app.http.inject({ method: 'GET', url, headers })
}

function post(payload: unknown, headers: Record<string, string> = {}) {
  return app.http.inject({
    method: 'POST',
    url: '/api/plain',
    headers: { 'content-type': 'application/json', ...headers },
    payload: typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload),
  })
}

describe('tokens', () => {
  it.each([
    [undefined, 'UNAUTHORIZED'],
    ['', 'UNAUTHORIZED'],
    ['Bearer', 'invalid-token'],
    ['Basic bWU6c2VjcmV0', 'invalid-token'],
    ['Bearer two parts', 'invalid-token'],
    ['Bearer old', 'EXPIRED_AUTH_TOKEN'],
    ['Bearer gone', 'INVALID_USER_1'],
    ['Bearer other', 'invalid-token'],
  ])('[GEN-041] authorization %j on a member call is 401 %s', async (authorization, code) => {
    const response = await app.http.inject({
      method: 'POST',
      url: '/api/unbound',
      headers: authorization === undefined ? {} : { authorization },
    })
    expect(response.statusCode).toBe(401)
    expect(response.json()).toEqual({ message: code })
    expect(response.headers['www-authenticate']).toBe('Bearer')
  })

  it('answers a call that nothing answers yet with 404 after the token check, before it looks at the body', async () => {
    const response = await app.http.inject({
      method: 'POST',
      url: '/api/unbound',
      headers: { authorization: 'bearer member-1', 'content-type': 'text/plain' },
      payload: 'x'.repeat(100_000),
    })
    expect([response.statusCode, response.json()]).toEqual([404, { message: 'NOT_FOUND' }])
    expect((await get('/api/unbound/open')).statusCode).toBe(404)
  })

  it('takes a guest without a token, a member with one, and nobody with a bad one', async () => {
    expect((await get('/api/guest')).json()).toMatchObject({ member: null })
    expect((await get('/api/guest', { authorization: 'Bearer member-7' })).json()).toMatchObject({ member: 'member-7' })
    expect((await get('/api/guest', { authorization: 'Bearer other' })).statusCode).toBe(401)
  })
})

describe('a terminated operator', () => {
  it('keeps only the lookup of it and the hooks open', async () => {
    isTerminated = true
    expect((await get('/api/lookup/text')).json()).toEqual({ message: 'gone' })
    expect((await get('/api/lookup/active')).json()).toEqual({ terminated: true })
    expect((await get('/health')).statusCode).toBe(200)
    expect((await get('/ready')).statusCode).toBe(200)
    expect((await get('/metrics')).statusCode).toBe(200)
    const sent = {
      method: 'POST',
      url: '/api/hooks/bank',
      payload: { id: 'a' },
      headers: { 'x-signature': 'of 10' },
    } as const
    expect((await app.http.inject(sent)).json()).toEqual({ bytes: 10 })
  })
})

describe('shapes and rules', () => {
  it.each([
    ['nothing', '', ['name']],
    ['an empty object', {}, ['name']],
    ['wrong types', { name: 1, age: '18', inner: { list: [1, 'x'] } }, ['name', 'age', 'inner.list.1']],
    ['null', 'null', []],
    ['an array', '[]', []],
    ['a number', '1', []],
    ['half a document', '{"name":', undefined],
    ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0x22]), undefined],
  ])('%s is 400 with the code of the call', async (_, payload, fields) => {
    const response = await post(payload)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({ message: 'INVALID_USER_INFO', ...(fields ? { details: { fields } } : {}) })
  })

  it('a broken rule without a code of its own is 422 with the code of the call', async () => {
    const response = await post({ name: 'a', age: 17 })
    expect(response.statusCode).toBe(422)
    expect(response.json()).toEqual({ message: 'INVALID_USER_INFO', details: { fields: ['age'] } })
  })

  it('drops what it does not know', async () => {
    expect((await post('{"name":"a","more":1,"__proto__":{"age":99},"constructor":{}}')).json()).toEqual({ name: 'a' })
  })

  it.each([
    ['form data', 'application/x-www-form-urlencoded', 415],
    ['no content type', undefined, 415],
    ['a content type that is none', ';;;', 415],
    ['JSON with a charset', 'application/json; charset=utf-8', 200],
  ])('%s is %3$i', async (_, type, status) => {
    const response = await app.http.inject({
      method: 'POST',
      url: '/api/plain',
      headers: type === undefined ? { 'content-type': '' } : { 'content-type': type },
      payload: '{"name":"a"}',
    })
    expect(response.statusCode).toBe(status)
  })

  it('a body a byte over the limit is 413', async () => {
    const fits = `{"name":"${'x'.repeat(65_536 - 11)}"}`
    expect((await post(fits)).statusCode).toBe(200)
    const response = await post(`${fits} `)
    expect([response.statusCode, response.json()]).toEqual([413, { message: 'INVALID_USER_INFO' }])
  })

  it('a document thousands of levels deep is no defect', async () => {
    const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`
    expect((await post(`{"name":"a","inner":${deep}}`)).statusCode).toBe(400)
    expect((await post(`{"name":"a","other":${deep}}`)).statusCode).toBe(200)
  })

  it('looks at the signature of a machine before the shape', async () => {
    const sent = { method: 'POST', url: '/api/hooks/bank', headers: { 'content-type': 'application/json' } } as const
    const unsigned = await app.http.inject({ ...sent, payload: '{"id":' })
    expect([unsigned.statusCode, unsigned.json()]).toEqual([401, { message: 'UNAUTHORIZED' }])
    const signed = await app.http.inject({
      ...sent,
      headers: { ...sent.headers, 'x-signature': 'of 6' },
      payload: '{"id":',
    })
    expect(signed.statusCode).toBe(400)
  })
})

describe('answers', () => {
  it('have the headers that keep them safe and private', async () => {
    const { headers } = await get('/api/guest')
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'x-request-id': expect.stringMatching(/^[0-9a-z]{26}$/),
    })
    expect(headers['content-security-policy']).toContain("default-src 'none';script-src 'self';style-src 'self'")
    expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'")
    // No policy that nobody needs, and no picture from anywhere.
    expect(headers['content-security-policy']).toMatch(/;trusted-types krapao-html krapao-workers(;|$)/)
    expect(headers['content-security-policy']).toContain(";img-src 'self' data: blob:;")
    expect(headers['content-security-policy']).not.toMatch(/unsafe|http:|upgrade-insecure/)
    expect(headers['strict-transport-security']).toBeUndefined()
    expect(headers['x-powered-by']).toBeUndefined()
    const foreign = { headers: { origin: 'https://evil.example' } }
    for (const method of ['GET', 'OPTIONS'] as const) {
      const asked = await app.http.inject({ method, url: '/api/guest', ...foreign })
      expect(asked.headers['access-control-allow-origin']).toBeUndefined()
    }
  })

  it('of lookups carry an ETag for each language and are asked about again', async () => {
    const first = await get('/api/lookup/text', { 'accept-language': 'lo' })
    expect(first.json()).toEqual({ text: 'lo' })
    expect(first.headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'accept-language' })
    const etag = String(first.headers.etag)
    const again = await get('/api/lookup/text', { 'accept-language': 'lo', 'if-none-match': `"x", W/${etag}` })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect((await get('/api/lookup/text', { 'accept-language': 'en', 'if-none-match': etag })).statusCode).toBe(200)
    const head = await app.http.inject({
      method: 'HEAD',
      url: '/api/lookup/text',
      headers: { 'accept-language': 'lo' },
    })
    expect([head.statusCode, head.headers.etag, head.body]).toEqual([200, etag, ''])
  })

  it.each([
    [undefined, 'th'],
    ['', 'th'],
    ['lo', 'lo'],
    ['en-US,en;q=0.9', 'en'],
    ['fr, lo;q=0.5, en;q=0.7', 'en'],
    ['th;q=0, lo;q=0.1', 'lo'],
    ['de', 'th'],
    [';;;q=,,', 'th'],
  ])('accept-language %j is answered in %s', async (header, language) => {
    const response = await get('/api/guest', header === undefined ? {} : { 'accept-language': header })
    expect(response.json()).toMatchObject({ language })
  })

  it('that break their promise are a defect: nothing of them is sent', async () => {
    const response = await get('/api/leak')
    expect([response.statusCode, response.json()]).toEqual([500, { message: 'INTERNAL_SERVER_ERROR' }])
    expect(app.lines.some((line) => JSON.stringify(line).includes('tells more'))).toBe(true)
  })

  it('take a path that ends in a slash with and without it', async () => {
    for (const url of ['/api/read/', '/api/read']) {
      expect((await app.http.inject({ method: 'PUT', url })).statusCode).toBe(200)
    }
  })

  it('take a path without its optional last part', async () => {
    expect((await get('/api/optional/a')).json()).toEqual({ one: 'a', two: null })
    expect((await get('/api/optional/a/b%2Fc')).json()).toEqual({ one: 'a', two: 'b/c' })
  })

  it('believe a proxy that is trusted, and nobody before it', async () => {
    const forwarded = { 'x-forwarded-for': '192.0.2.66, 203.0.113.7' }
    expect((await get('/api/guest', forwarded)).json()).toMatchObject({ address: '203.0.113.7' })
  })
})

describe('addresses that make no sense', () => {
  it.each([
    ['GET', '/api/nowhere', 404],
    ['GET', '/api', 404],
    ['GET', '/', 404],
    ['GET', '/api/move/%zz', 404],
    ['POST', '/api/move/%zz', 404],
    ['GET', '/api/move/%', 404],
    ['GET', '/%00', 404],
    ['GET', '/api/optional/%00', 200],
    ['GET', '/..%2f..%2fetc/passwd', 404],
    ['GET', '/api/../../etc/passwd', 404],
    ['GET', `/api/optional/${'a'.repeat(8000)}`, 200],
    ['GET', `/api/optional/${'a'.repeat(9000)}`, 404],
    ['GET', '/api/guest?a=%zz&a[]=1&__proto__=2', 200],
    ['HEAD', '/api/guest', 404],
    ['HEAD', '/api/move/PG', 404],
    ['OPTIONS', '/api/plain', 404],
    ['OPTIONS', '*', 404],
    ['DELETE', '/api/plain', 404],
    ['GET', '/api/plain', 404],
    ['PATCH', '/api/plain', 404],
    ['TRACE', '/api/plain', 404],
    ['GET', '//', 404],
    ['GET', '/API/guest', 404],
  ] as const)('%s %s is %i in JSON', async (method, url, status) => {
    const response = await app.http.inject({ method: method as 'GET', url })
    expect(response.statusCode).toBe(status)
    if (method === 'HEAD') return
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
    if (status === 404) expect(response.json()).toEqual({ message: 'NOT_FOUND' })
  })
})

describe('failures', () => {
  it('never put secrets into the log', async () => {
    const secret = 'sEcReT123'
    await get(`/api/autoLogin/pg/player/${secret}?x=${secret}`, { authorization: `Bearer ${secret}`, cookie: secret })
    await post({ name: 'a', password: secret })
    expect(app.lines.length).toBeGreaterThan(0)
    expect(JSON.stringify(app.lines)).not.toContain(secret)
  })

  it('refuse with whatever status the code is sent with', () => {
    expect(new AppError('NO_DATA').status).toBe(404)
    expect(new AppError('NO_DATA', { status: 400 }).status).toBe(400)
  })
})

describe('a page of another site', () => {
  it('makes no browser read for a member', async () => {
    const ask = (site: string) =>
      app.http.inject({
        method: 'GET',
        url: '/api/guest',
        headers: { authorization: 'Bearer member-1', 'sec-fetch-site': site },
      })
    expect((await ask('cross-site')).statusCode).toBe(403)
    expect((await ask('same-origin')).statusCode).not.toBe(403)
  })
})
