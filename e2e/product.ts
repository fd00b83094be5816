import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const readyWithinMs = 60_000

/** A port that was free a moment ago on the loopback address. */
function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer()
    server.on('error', fail)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => {
        if (address !== null && typeof address === 'object') done(address.port)
        else fail(new Error('no port was given'))
      })
    })
  })
}

async function waitFor(address: string, child: ChildProcess, log: () => string): Promise<void> {
  const deadline = performance.now() + readyWithinMs
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the program ended with ${child.exitCode}:\n${log()}`)
    const answer = await fetch(address, { signal: AbortSignal.timeout(2_000) }).catch(() => null)
    if (answer?.ok === true) return
    await new Promise((done) => setTimeout(done, 25))
  }
  throw new Error(`${address} did not answer within ${readyWithinMs} ms:\n${log()}`)
}

/** One program of the product, run as its own process: it can be killed and started again on the same port and data. */
class Program {
  #child: ChildProcess | null = null
  #log = ''
  readonly #script: string
  readonly #environment: NodeJS.ProcessEnv
  readonly #readyAt: string

  constructor(script: string, environment: NodeJS.ProcessEnv, readyAt: string) {
    this.#script = script
    this.#environment = environment
    this.#readyAt = readyAt
  }

  /** What the program has printed, newest last, cut to its last part. */
  get log(): string {
    return this.#log
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, [this.#script], { cwd: root, env: this.#environment, stdio: 'pipe' })
    this.#child = child
    const keep = (chunk: Buffer): void => {
      this.#log = `${this.#log}${chunk.toString()}`.slice(-50_000)
    }
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
    await waitFor(this.#readyAt, child, () => this.#log)
  }

  /** Ends the program with a signal and waits until it is gone; answers its exit code, null after a kill. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<number | null> {
    const child = this.#child
    this.#child = null
    if (child === null || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null
    const ended = new Promise<number | null>((done) => child.on('exit', (code) => done(code)))
    child.kill(signal)
    return ended
  }
}

/** The whole product on one machine: server and sandbox as processes, an empty data folder of their own. */
export interface Product {
  walletUrl: string
  sandboxUrl: string
  dataFolder: string
  server: Program
  sandbox: Program
  /** Ends everything and removes the data folder. */
  close: () => Promise<void>
}

/** Starts the product on free ports with the demo operator; `settings` are added to the server's environment. */
export async function startProduct(settings: NodeJS.ProcessEnv = {}): Promise<Product> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'krapao-product-'))
  const [port, sandboxPort] = await Promise.all([freePort(), freePort()])
  const environment: NodeJS.ProcessEnv = {
    PATH: process.env['PATH'],
    TMPDIR: process.env['TMPDIR'],
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    KRAPAO_DATA: dataFolder,
    KRAPAO_DEMO: '1',
    KRAPAO_SANDBOX: '1',
    KRAPAO_LIMIT_FACTOR: '1000',
    ...settings,
  }
  const walletUrl = `http://127.0.0.1:${port}`
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`
  const server = new Program('apps/server/src/main.ts', environment, `${walletUrl}/ready`)
  const sandbox = new Program('apps/sandbox/src/main.ts', environment, `${sandboxUrl}/health`)
  const close = async (): Promise<void> => {
    await Promise.all([server.stop(), sandbox.stop()])
    rmSync(dataFolder, { recursive: true, force: true })
  }
  try {
    await sandbox.start()
    await server.start()
  } catch (error) {
    await close()
    throw error
  }
  return { walletUrl, sandboxUrl, dataFolder, server, sandbox, close }
}
