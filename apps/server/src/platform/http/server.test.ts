import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { defineCall } from '@krapao/contract'
import * as v from 'valibot'
import { afterAll, describe, expect, it } from 'vitest'
import { startTestHttp } from '../../testing/http.ts'
import { until } from '../../testing/until.ts'
import { route } from './route.ts'

const slow = defineCall({
  name: 'slow',
  method: 'GET',
  path: '/api/slow',
  caller: 'anybody',
  summary: 'Answers when it may',
  answer: v.object({ ok: v.boolean() }),
})
const broken = defineCall({ ...slow, name: 'broken', path: '/api/broken' })

const script = 'document.documentElement.lang = "th"'
const folder = mkdtempSync(join(tmpdir(), 'krapao-web-'))
const bundle = `console.log(${JSON.stringify('x'.repeat(2000))})`
mkdirSync(join(folder, 'assets/workers'), { recursive: true })
mkdirSync(join(folder, '.vite'))
writeFileSync(
  join(folder, 'index.html'),
  `<!doctype html><script>${script}</script><script src="/assets/a.js"></script>`,
)
writeFileSync(join(folder, 'assets/a.js'), bundle)
writeFileSync(join(folder, 'assets/a.js.br'), brotliCompressSync(bundle))
writeFileSync(join(folder, 'assets/workers/reader.js'), bundle)
writeFileSync(join(folder, 'index.lo.html'), '<!doctype html><html lang="lo"></html>')
const reader = '</assets/r.js>; rel=modulepreload; crossorigin'
writeFileSync(
  join(folder, 'preload.json'),
  JSON.stringify({ '/login': { 'index.html': reader, 'index.lo.html': `${reader}, x` } }),
)
writeFileSync(join(folder, 'robots.txt'), 'User-agent: *')
writeFileSync(join(folder, '.vite/manifest.json'), '{}')
afterAll(() => rmSync(folder, { recursive: true }))

let entered = Promise.withResolvers<void>()
let release = Promise.withResolvers<void>()
let failure: Error = new Error('boom with password hunter2')
let isDatabaseUp = true

async function start(given: Partial<Parameters<typeof startTestHttp>[0]> = { database: app.database }) {
  return startTestHttp({
    calls: [slow, broken],
    routes: [
      route(slow, async () => {
        entered.resolve()
        await release.promise
        return { ok: true }
      }),
      route(broken, () => Promise.reject(failure)),
    ],
    webFolder: folder,
    readiness: { database: async () => isDatabaseUp, sandbox: () => Promise.reject(new Error('away')) },
    ...given,
  })
}

const app = await start({})
afterAll(() => app.close())
const get = (url: string, headers: Record<string, string> = {}) => app.http.inject({ method: 'GET', url, headers })

function readAll(socket: Socket): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let answer = ''
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
  socket.on('close', () => resolve(answer))
  socket.on('error', reject)
  return promise
}

/** Sends bytes as they are and reads all that comes back. */
function sendRaw(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(text)
  return readAll(socket)
}

describe('the web app', () => {
  it('is served from the files that the build compressed, with their length, for ever', async () => {
    const response = await get('/assets/a.js', { 'accept-encoding': 'gzip, br' })
    expect(response.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': expect.stringContaining('javascript'),
      'cache-control': 'public, max-age=31536000, immutable',
      'content-length': String(brotliCompressSync(bundle).length),
      vary: 'accept-encoding',
    })
    expect(brotliDecompressSync(response.rawPayload).toString()).toBe(bundle)
    const bare = await get('/assets/a.js')
    expect([bare.body, bare.headers['content-encoding']]).toEqual([bundle, undefined])
  })

  it.each(['/', '/login', '/user/home?x=1', '/abc/def', '/apis', '/user/', '/?a=b'])(
    'answers %s with its page, asked about each time',
    async (url) => {
      const response = await get(url)
      expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-cache'])
      expect(response.headers['content-type']).toContain('text/html')
      expect(response.body).toContain('<!doctype html>')
      const head = await app.http.inject({ method: 'HEAD', url })
      expect([head.statusCode, head.body]).toEqual([200, ''])
    },
  )

  it('tells with a screen what it is drawn with, in the language of its page', async () => {
    const linkOf = async (url: string, cookie?: string): Promise<unknown> =>
      (await get(url, cookie === undefined ? {} : { cookie })).headers['link']
    expect(await linkOf('/login?x=1')).toBe(reader)
    expect(await linkOf('/login', 'locale=lo')).toBe(`${reader}, x`)
    expect(await linkOf('/login', 'locale=xx')).toBe(reader)
    expect(await linkOf('/toString')).toBeUndefined()
    expect(await linkOf('/assets/a.js')).toBeUndefined()
    // A worker of the page has the files already: the browser would complain of those that were fetched for nothing.
    const forWorker = (await get('/login', { 'service-worker-navigation-preload': 'true' })).headers
    expect(forWorker['link']).toBeUndefined()
    // Whoever keeps the one answer does not give it for the other.
    expect(forWorker.vary).toContain('service-worker-navigation-preload')
    expect((await get('/login')).headers.vary).toBe(forWorker.vary)
  })

  it.each([
    '/assets/none.js',
    '/none.png',
    '/api/none',
    '/api',
    '/.vite/manifest.json',
    '/..%2fx.txt',
    '/%00',
    '/assets%5ca.js',
  ])('answers %s with 404 in JSON', async (url) => {
    const response = await get(url)
    expect([response.statusCode, response.json()]).toEqual([404, { message: 'NOT_FOUND' }])
  })

  it.each([
    ['locale=lo', 'lang="lo"'],
    ['a=b; locale=lo; c=d', 'lang="lo"'],
    ['a=b; __Host-locale=lo; c=d', 'lang="lo"'],
    ['locale=en', 'assets/a.js'],
    ['locale=../x', 'assets/a.js'],
    ['xlocale=lo', 'assets/a.js'],
  ])('sends the page of the language in the cookie %j', async (cookie, text) => {
    const response = await get('/login', { cookie })
    expect(response.body).toContain(text)
    expect(response.headers.vary).toBe('cookie, service-worker-navigation-preload, accept-encoding')
  })

  it('is given in parts, and a part beyond its end is 416, not a file that is not there', async () => {
    const part = await get('/robots.txt', { range: 'bytes=5-9' })
    expect([part.statusCode, part.headers['content-range'], part.body]).toEqual([206, 'bytes 5-9/13', 'agent'])
    const beyond = await get('/robots.txt', { range: 'bytes=13-20' })
    expect(beyond.statusCode).toBe(416)
    expect((await get('/robots.text', { range: 'bytes=13-20' })).statusCode).toBe(404)
  })

  it.each(['/', '/login', '/assets/a.js'])('is answered at %s without listeners heaped on the answer', async (url) => {
    const warnings: Error[] = []
    const warned = (warning: Error): void => void warnings.push(warning)
    process.on('warning', warned)
    await get(url)
    // Warnings are told on the next tick.
    await new Promise((resolve) => setImmediate(resolve))
    process.off('warning', warned)
    expect(warnings).toEqual([])
  })

  it('lists no folder', async () => {
    for (const url of ['/assets', '/assets/', '/assets/workers/', '/.vite/', '/assets/../', '/.git/config']) {
      const { statusCode, body } = await get(url)
      // What is no file is a screen of the app, or nothing.
      expect(statusCode === 404 || body.includes('<!doctype html>'), url).toBe(true)
      expect(body, url).not.toMatch(/Index of|manifest\.json|\.br\b/)
    }
  })

  it('is only read', async () => {
    expect((await app.http.inject({ method: 'POST', url: '/login', payload: {} })).statusCode).toBe(404)
  })

  it('may run its own inline script and no other', async () => {
    const hash = createHash('sha256').update(script).digest('base64')
    const policy = String((await get('/')).headers['content-security-policy'])
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';style-src 'self';`)
  })

  it('says on its scripts nothing that browsers obey for documents alone, and all of it on what can be one', async () => {
    const part = (await get('/assets/a.js')).headers
    expect(part).toMatchObject({ 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' })
    // Nobody shows it as a page: that much is said of everything.
    expect(part['content-security-policy']).toBe("frame-ancestors 'none'")
    expect(String((await get('/')).headers['content-security-policy'])).toContain("frame-ancestors 'none'")
    for (const name of ['permissions-policy', 'x-frame-options']) {
      expect(part).not.toHaveProperty(name)
      expect((await get('/')).headers).toHaveProperty(name)
      expect((await get('/robots.txt')).headers).toHaveProperty(name)
    }
  })

  it('may compile WebAssembly in its workers alone', async () => {
    const policyOf = async (path: string): Promise<string> =>
      String((await get(path)).headers['content-security-policy'])
    const worker = "default-src 'none';script-src 'self' 'wasm-unsafe-eval';connect-src 'self'"
    expect(await policyOf('/assets/workers/reader.js')).toBe(worker)
    for (const path of ['/', '/assets/a.js']) expect(await policyOf(path)).not.toContain('wasm')
  })

  it('may connect to this server, and to the chat of another address when there is one', async () => {
    const policyOf = (headers: object) => new Map(Object.entries(headers)).get('content-security-policy') as string
    expect(policyOf((await get('/')).headers)).toContain(";connect-src 'self';")
    const config = { chatOrigin: 'https://chat.example' }
    const other = await start({ database: app.database, config })
    const { headers } = await other.http.inject({ method: 'GET', url: '/health' })
    expect(policyOf(headers)).toContain(";connect-src 'self' https://chat.example wss://chat.example;")
    await other.close()
  })

  it('is found again by its ETag', async () => {
    const etag = String((await get('/robots.txt')).headers.etag)
    expect((await get('/robots.txt', { 'if-none-match': etag })).statusCode).toBe(304)
  })
})

describe('for operators and machines', () => {
  it('/health says that the process is up', async () => {
    expect((await get('/health')).json()).toEqual({ status: 'up' })
  })

  it('/ready is 503 while one of its checks fails, and names it', async () => {
    const response = await get('/ready')
    expect(response.statusCode).toBe(503)
    expect(response.json()).toEqual({
      message: 'INTERNAL_SERVER_ERROR',
      details: { checks: { database: true, sandbox: false } },
    })
    const ready = await start({ database: app.database, readiness: { database: async () => isDatabaseUp } })
    expect((await ready.http.inject({ method: 'GET', url: '/ready' })).json()).toMatchObject({ status: 'ready' })
    isDatabaseUp = false
    expect((await ready.http.inject({ method: 'GET', url: '/ready' })).statusCode).toBe(503)
    isDatabaseUp = true
    await ready.close()
  })

  it('/ready is found out once for all who ask at the same time', async () => {
    const found = Promise.withResolvers<boolean>()
    let times = 0
    const check = () => {
      times += 1
      return found.promise
    }
    const ready = await start({ database: app.database, readiness: { database: check } })
    const asked = Array.from({ length: 20 }, () => ready.http.inject({ method: 'GET', url: '/ready' }))
    await until('all have come', async () => times > 0)
    found.resolve(true)
    expect((await Promise.all(asked)).map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200))
    expect(times).toBe(1)
    expect((await ready.http.inject({ method: 'GET', url: '/ready' })).statusCode).toBe(200)
    expect(times).toBe(2)
    await ready.close()
  })

  it('write no more of an address and a client into the log than is worth it', async () => {
    const { lines } = app
    await get(`/api/${'x'.repeat(4_000)}`, { 'x-client': 'z'.repeat(4_000) })
    const line = lines.find(({ client }) => typeof client === 'string' && client.startsWith('zzz'))
    expect(line).toMatchObject({ path: `/api/${'x'.repeat(251)}`, client: 'z'.repeat(256) })
  })

  it('/metrics answers this machine, and others only with the key', async () => {
    const keyed = await start({ database: app.database, config: { metricsKey: 'k1' } })
    const ask = (remoteAddress: string, headers = {}) =>
      keyed.http.inject({ method: 'GET', url: '/metrics', remoteAddress, headers })
    expect((await ask('127.0.0.1')).body).toContain('krapao_http_request_duration_seconds')
    expect((await ask('203.0.113.5')).statusCode).toBe(404)
    expect((await ask('203.0.113.5', { authorization: 'Bearer k2' })).statusCode).toBe(404)
    expect((await ask('203.0.113.5', { authorization: 'Bearer k1' })).statusCode).toBe(200)
    expect((await ask('127.0.0.1', { 'x-forwarded-for': '203.0.113.5' })).statusCode).toBe(404)
    // A page of elsewhere whose name leads to this machine.
    expect((await ask('127.0.0.1', { host: 'rebound.example' })).statusCode).toBe(404)
    await keyed.close()
  })

  it('/api/openapi.json describes the calls, and /api/docs shows it', async () => {
    const plain = await get('/api/openapi.json')
    expect(plain.json()).toMatchObject({ openapi: '3.1.0', paths: { '/api/slow': {}, '/ready': {} } })
    const page = await get('/api/docs')
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.headers['content-security-policy']).toContain("script-src 'self';")
    expect((await get('/api/docs/static/swagger-initializer.js')).body).toContain('/api/openapi.json')
    for (const copy of ['/api/docs/json', '/api/docs/yaml']) expect((await get(copy)).statusCode).toBe(404)
  })

  it('/api/openapi.json is compressed, and not sent again to who has it', async () => {
    const url = '/api/openapi.json'
    const ask = (headers: Record<string, string>) => app.http.inject({ method: 'GET', url, headers })
    const plain = await ask({})
    const packed = await ask({ 'accept-encoding': 'gzip, br' })
    expect(packed.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body)
    expect((await ask({ 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe('gzip')
    expect((await ask({ 'accept-encoding': 'br;q=0' })).headers['content-encoding']).toBeUndefined()
    const known = await ask({ 'if-none-match': String(plain.headers['etag']) })
    expect([known.statusCode, known.body]).toEqual([304, ''])
  })

  it('neither is there when the documentation is off', async () => {
    const without = await start({ database: app.database, config: { docs: false } })
    for (const url of ['/api/docs', '/api/openapi.json']) {
      expect((await without.http.inject({ method: 'GET', url })).statusCode).toBe(404)
    }
    await without.close()
  })

  it('is limited by address on every path, whether it leads to a file or nowhere', async () => {
    const small = await start({ database: app.database, config: { limitFactor: 1 / 2000 } })
    const ask = async (url: string, remoteAddress: string) =>
      (await small.http.inject({ method: 'GET', url, remoteAddress })).statusCode
    const seen = []
    for (const url of ['/assets/a.js', '/login', '/nothing.js', '/api/openapi.json', '/health']) {
      seen.push(await ask(url, '203.0.113.7'))
    }
    expect(seen).toEqual([200, 200, 404, 429, 429])
    expect(await ask('/login', '203.0.113.8')).toBe(200)
    await small.close()
  })
})

describe('failures', () => {
  it('are 500 without a word of what happened, which the log tells under the id of the request', async () => {
    const response = await get('/api/broken')
    expect([response.statusCode, response.json()]).toEqual([500, { message: 'INTERNAL_SERVER_ERROR' }])
    const line = app.lines.find((entry) => entry['msg'] === 'a call failed')
    expect(line).toMatchObject({ requestId: response.headers['x-request-id'], call: 'broken' })
    expect(JSON.stringify(line)).toContain('boom')
  })

  it.each([
    Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
    Object.assign(new Error('shutting down'), { code: '57P01' }),
    new Error('a query failed', { cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) }),
    new Error('Connection terminated unexpectedly'),
  ])('of the database connection are 503: %s', async (error) => {
    failure = error
    const response = await get('/api/broken')
    expect([response.statusCode, response.json(), response.headers['retry-after']]).toEqual([
      503,
      { message: 'INTERNAL_SERVER_ERROR' },
      '1',
    ])
  })
})

describe('on the wire', () => {
  it('what is no request gets an answer of ours and the connection ends', async () => {
    const { port } = await app.http.listen(0)
    const nonsense = await sendRaw(port, 'NONSENSE\r\n\r\n')
    expect(nonsense).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(nonsense).toMatch(/\r\n\r\n\{"message":"NO_DATA"\}$/)
    const huge = await sendRaw(port, `GET /api/slow HTTP/1.1\r\nhost: x\r\nx-long: ${'a'.repeat(40_000)}\r\n\r\n`)
    expect(huge).toMatch(/^HTTP\/1\.1 431 /)
    const long = await sendRaw(port, `GET /${'a'.repeat(12_000)} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
    expect(long).toMatch(/^HTTP\/1\.1 (200|404) /)
    const lying = await sendRaw(
      port,
      'POST /api/slow HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    )
    expect(lying).toMatch(/^HTTP\/1\.1 4\d\d /)
    const twoHosts = await sendRaw(
      port,
      'GET /health HTTP/1.1\r\nhost: one.example\r\nhost: two.example\r\nconnection: close\r\n\r\n',
    )
    expect(twoHosts).toMatch(/^HTTP\/1\.1 400 /)
    for (const answer of [nonsense, huge, lying]) {
      expect(answer).toContain('x-content-type-options: nosniff\r\n')
      expect(answer).toContain("content-security-policy: default-src 'none'; frame-ancestors 'none'\r\n")
    }
  })

  it('every answer of a public server says that it is reached by HTTPS alone, those to nonsense too', async () => {
    const secure = await start({ database: app.database, config: { publicUrl: 'https://wallet.example' } })
    const { port } = await secure.http.listen(0)
    const ask = (path: string) => sendRaw(port, `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
    const answers = [
      await ask('/login'),
      await ask('/assets/a.js'),
      await ask('/%ff'),
      await sendRaw(port, 'NONSENSE\r\n\r\n'),
    ]
    for (const answer of answers) {
      expect(answer.toLowerCase()).toContain('strict-transport-security: max-age=31536000; includesubdomains\r\n')
      expect(answer.toLowerCase()).toContain('x-content-type-options: nosniff')
      expect(answer).toContain("frame-ancestors 'none'")
    }
    await secure.close()
  })

  it('closing lets the running call end and answers 503 to what comes after', async () => {
    const closing = await start()
    entered = Promise.withResolvers<void>()
    release = Promise.withResolvers<void>()
    const { port } = await closing.http.listen(0)
    const socket = connect(port, '127.0.0.1')
    const answers = readAll(socket)
    socket.write('GET /api/slow HTTP/1.1\r\nhost: x\r\n\r\n')
    await entered.promise
    const closed = closing.http.close()
    socket.write('GET /health HTTP/1.1\r\nhost: x\r\n\r\n')
    await expect.poll(() => closing.lines.map((line) => line['msg'])).toContain('turned away while closing')
    release.resolve()
    await closed
    const [, first, second] = (await answers).split('HTTP/1.1 ')
    expect(first).toMatch(/^200 [^]*\{"ok":true\}$/)
    expect(second).toMatch(/^503 [^]*connection: close[^]*\{"message":"INTERNAL_SERVER_ERROR"\}$/i)
  })

  it('says which port is taken', async () => {
    const other = await start()
    const { port } = await other.http.listen(0)
    const second = await start()
    await expect(second.http.listen(port)).rejects.toMatchObject({ code: 'EADDRINUSE' })
    await Promise.all([other.close(), second.close()])
  })
})
