import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { type Sandbox, startSandbox } from '../app.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { type Keys, readKeys } from '../secret.ts'

/** A time of day that moves only when a test says so. */
export interface ManualClock extends Clock {
  advance(ms: number): void
}

/** A clock that stands at 2026-11-21 16:30 in Bangkok. */
export function manualClock(): ManualClock {
  let time = Date.parse('2026-11-21T09:30:00Z')
  return {
    now: () => new Date(time),
    advance(ms) {
      time += ms
    },
  }
}

/** An answer with its JSON read; `broken` when the connection ended without one. */
export interface Reply {
  readonly status: number | 'broken'
  readonly body: Record<string, unknown>
}

/** A sandbox in this process, over real HTTP on a free port. */
export interface TestSandbox {
  readonly url: string
  readonly keys: Keys
  readonly dataFolder: string
  get(path: string, key?: string): Promise<Reply>
  post(path: string, body: unknown, key?: string): Promise<Reply>
  /** Ends it and starts another one on the same data. */
  restart(): Promise<void>
  close(): Promise<void>
}

/** Starts a sandbox with its own data folder, which goes away when it is closed. */
export async function startTestSandbox(
  options: { clock?: Clock; hookUrl?: string; isDemo?: boolean } = {},
): Promise<TestSandbox> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'krapao-sandbox-'))
  const config = { ...testConfig(dataFolder, options.hookUrl), isDemo: options.isDemo ?? true }
  const keys = readKeys(dataFolder, null)
  let sandbox: Sandbox = await startSandbox(config, options.clock)
  return {
    get url() {
      return sandbox.url
    },
    keys,
    dataFolder,
    get: (path, key) => call(sandbox.url, 'GET', path, undefined, key),
    post: (path, body, key) => call(sandbox.url, 'POST', path, body, key),
    async restart() {
      await sandbox.close()
      sandbox = await startSandbox(config, options.clock)
    },
    async close() {
      await sandbox.close()
      rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}

/** A sandbox of its own for each test of a file, on a clock that stands still. */
export function sandboxForEach(): { clock: ManualClock; sandbox: TestSandbox } {
  let clock: ManualClock
  let sandbox: TestSandbox
  beforeEach(async () => {
    clock = manualClock()
    sandbox = await startTestSandbox({ clock })
  })
  afterEach(() => sandbox.close())
  return {
    clock: { now: () => clock.now(), advance: (ms) => clock.advance(ms) },
    // Whichever is there when a test asks it.
    sandbox: new Proxy({} as TestSandbox, { get: (_, name) => Reflect.get(sandbox, name) as unknown }),
  }
}

/** The settings of a sandbox under test; nobody listens where it calls back unless a URL is given. */
function testConfig(dataFolder: string, hookUrl = 'http://127.0.0.1:1'): Config {
  return {
    dataFolder,
    port: 0,
    host: '127.0.0.1',
    hookUrl,
    publicUrl: null,
    walletUrl: 'http://wallet.test',
    deskUrl: 'http://desk.test',
    isDemo: true,
    secret: null,
    operatorFile: null,
    isAnnounced: false,
  }
}

/** One call over HTTP. */
export async function call(base: string, method: string, path: string, body?: unknown, key?: string): Promise<Reply> {
  const headers: Record<string, string> = {}
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (key !== undefined) headers['authorization'] = `Bearer ${key}`
  let response: Response
  try {
    response = await fetch(`${base}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  } catch {
    return { status: 'broken', body: {} }
  }
  const text = await response.text()
  return { status: response.status, body: text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {} }
}

/** One callback as it arrived. */
interface Hook {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly raw: string
  readonly event: Record<string, unknown>
}

/** A server that takes callbacks in place of the wallet's. */
export interface HookServer {
  readonly url: string
  readonly hooks: Hook[]
  /** The statuses of the next answers, used up one by one; 200 when there are none left. */
  readonly answers: number[]
  close(): Promise<void>
}

/** Starts a server for callbacks on a free port. */
export async function startHookServer(): Promise<HookServer> {
  const hooks: Hook[] = []
  const answers: number[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const raw = Buffer.concat(chunks).toString()
      const event = JSON.parse(raw) as Record<string, unknown>
      hooks.push({ path: request.url ?? '', headers: request.headers, raw, event })
      response.writeHead(answers.shift() ?? 200).end()
    })
  })
  return { url: await listen(server), hooks, answers, close: () => closeServer(server) }
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
}

async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
}
