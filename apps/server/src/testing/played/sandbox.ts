import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Http } from '../../platform/http/index.ts'

/** The secret that server and sandbox of a test share. */
export const TEST_SECRET_HEX = '5e'.repeat(32)

const root = join(import.meta.dirname, '../../../../..')
const STARTS_WITHIN_MS = 30_000

/** The real sandbox beside a test, a process of its own with its own folder. */
export interface TestSandbox {
  url: string
  /** Asks one of its doors for tests, such as `POST /api/bank/pay`; throws when it refuses. */
  ask<Answer = Record<string, unknown>>(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer>
  /** Sets a fault switch; `none` sets all back of a party. */
  fault(fault: { party: string; mode: string; times?: number; ms?: number }): Promise<void>
  /** Where callbacks of the bank are handed on to: the server under test, or nowhere. */
  handCallbacksTo(http: Http | null): void
  /** Ends it as a power cut would, and starts it again on the same port and folder. */
  killAndRestart(): Promise<void>
  /** Ends it as a power cut would. */
  kill(): Promise<void>
  close(): Promise<void>
}

/**
 * Starts the sandbox on a free port, which plays the demo's banks and providers unless it is given another file. Its callbacks go
 * through this process, so the server need not listen.
 */
export async function startTestSandbox({ operatorFile = '' } = {}): Promise<TestSandbox> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'krapao-sandbox-'))
  let target: Http | null = null
  const relay = await startRelay(() => target)
  const hookUrl = `http://127.0.0.1:${(relay.address() as AddressInfo).port}`
  let running = await spawnSandbox({ dataFolder, hookUrl, operatorFile, port: 0 })
  const { url } = running

  async function kill(): Promise<void> {
    await end(running.child, 'SIGKILL')
  }

  async function ask<Answer>(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> {
    const response = await fetch(`${url}${path}`, {
      method,
      signal: AbortSignal.timeout(10_000),
      ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`the sandbox answered ${method} ${path} with ${response.status} ${text}`)
    return JSON.parse(text) as Answer
  }

  return {
    url,
    ask,
    async fault(fault) {
      await ask('POST', '/api/faults', fault)
    },
    handCallbacksTo(http) {
      target = http
    },
    kill,
    async killAndRestart() {
      await kill()
      running = await spawnSandbox({ dataFolder, hookUrl, operatorFile, port: Number(new URL(url).port) })
    },
    async close() {
      await end(running.child, 'SIGTERM')
      await new Promise((done) => relay.close(done))
      rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}

/** Takes the bank's callbacks and injects them into the server under test; without one it answers 503, as a server that is down. */
async function startRelay(target: () => Http | null): Promise<Server> {
  const relay = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const http = target()
      if (!http) return void response.writeHead(503).end()
      const { host: _, 'content-length': __, ...headers } = request.headers
      http
        .inject({
          method: 'POST',
          url: request.url ?? '/',
          headers,
          payload: Buffer.concat(chunks),
        })
        .then((answer) => response.writeHead(answer.statusCode).end(answer.body))
        .catch(() => response.writeHead(503).end())
    })
  })
  await new Promise<void>((done) => relay.listen(0, '127.0.0.1', done))
  return relay
}

async function spawnSandbox(terms: {
  dataFolder: string
  hookUrl: string
  operatorFile: string
  port: number
}): Promise<{
  child: ChildProcess
  url: string
}> {
  const child = spawn(process.execPath, [join(root, 'apps/sandbox/src/main.ts')], {
    cwd: root,
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE: join(root, '.cache', 'compiled'),
      KRAPAO_DATA: terms.dataFolder,
      KRAPAO_HOOK_URL: terms.hookUrl,
      KRAPAO_SECRET: TEST_SECRET_HEX,
      KRAPAO_OPERATOR_FILE: terms.operatorFile,
      SANDBOX_PORT: String(terms.port),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const killWithUs = () => child.kill('SIGKILL')
  process.once('exit', killWithUs)
  child.once('exit', () => process.off('exit', killWithUs))
  const url = terms.port === 0 ? await readAnnouncedUrl(child) : `http://127.0.0.1:${terms.port}`
  await waitUntilUp(child, url)
  return { child, url }
}

/** A chosen port is told on standard output. */
function readAnnouncedUrl(child: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let output = ''
  const read = (chunk: Buffer): void => {
    output += chunk.toString()
    const url = /http:\/\/\S+/.exec(output)?.[0]
    if (url !== undefined) resolve(url)
  }
  child.stdout?.on('data', read)
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.once('exit', () => reject(new Error(`the sandbox did not start: ${output}`)))
  return promise
}

async function waitUntilUp(child: ChildProcess, url: string): Promise<void> {
  const giveUpAtMs = performance.now() + STARTS_WITHIN_MS
  while (performance.now() < giveUpAtMs && child.exitCode === null) {
    const isUp = await fetch(`${url}/health`, { signal: AbortSignal.timeout(2_000) }).then(
      (response) => response.ok,
      () => false,
    )
    if (isUp) return
    await new Promise((done) => setTimeout(done, 25))
  }
  throw new Error('the sandbox did not come up')
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((done) => child.once('exit', done))
  child.kill(signal)
  await ended
}
