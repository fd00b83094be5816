import { type ChildProcess, spawn } from 'node:child_process'
import { hkdfSync, randomBytes, randomInt } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'

const root = resolve(import.meta.dirname, '../..')
const readyWithinMs = 280_000
/** Compiled code that is kept from the last start of a program saves a part of the next one's work. */
const compiled = resolve(root, '.cache', 'compiled')

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const server = createServer()
    server.once('error', () => done(false))
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)))
  })
}

/**
 * A port that was free a moment ago on the loopback address. It lies below those that systems give to outgoing
 * connections, so that nobody takes it while the program that had it is killed and started again, and above the last that
 * browsers and fetch refuse, 10080.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_100, 30_000)
    if (await isFree(port)) return port
  }
}

async function waitFor(address: string, child: ChildProcess, log: () => string): Promise<void> {
  const deadline = performance.now() + readyWithinMs
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the program ended with ${child.exitCode}:\n${log()}`)
    const answer = await fetch(address, { signal: AbortSignal.timeout(2_000) }).catch(() => null)
    await answer?.body?.cancel()
    if (answer?.ok === true) return
    await new Promise((done) => setTimeout(done, 25))
  }
  throw new Error(`${address} did not answer within ${readyWithinMs} ms:\n${log()}`)
}

/** The programs of the product, as they are built. */
export const programs = {
  server: 'apps/server/dist/main.js',
  operate: 'apps/server/dist/operate.js',
  sandbox: 'apps/sandbox/dist/main.js',
} as const

/** One program of the product, run as its own process: it can be killed and started again on the same port and data. */
export class Program {
  #child: ChildProcess | null = null
  #log = ''
  readonly #script: string
  readonly #environment: NodeJS.ProcessEnv
  readonly #readyAt: string
  readonly #folder: string

  /** @param folder where the product lies that it is of. */
  constructor(script: string, environment: NodeJS.ProcessEnv, readyAt: string, folder = root) {
    this.#folder = folder
    this.#script = script
    this.#environment = environment
    this.#readyAt = readyAt
  }

  /** What the program has printed, newest last, cut to its last part. */
  get log(): string {
    return this.#log
  }

  /** Whether its process is there: started, and not ended by itself or by us. */
  get isRunning(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** Starts the program and waits until it answers; elsewhere than usual, where it is not to be ready yet. */
  async start(answersAt = this.#readyAt): Promise<void> {
    const env = { NODE_COMPILE_CACHE: compiled, ...this.#environment }
    const child = spawn(process.execPath, [this.#script], { cwd: this.#folder, env, stdio: 'pipe' })
    this.#child = child
    const keep = (chunk: Buffer): void => {
      this.#log = `${this.#log}${chunk.toString()}`.slice(-50_000)
    }
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
    await waitFor(answersAt, child, () => this.#log)
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

/** What the operator was told, and whether the command did its work (0). */
export interface OperatorAnswer {
  text: string
  exitCode: number
}

/** The whole product on one machine: server and sandbox as processes, an empty data folder of their own. */
export interface Product {
  walletUrl: string
  sandboxUrl: string
  /** The support desk, an origin of its own; staff are made by `addStaff`. */
  deskUrl: string
  dataFolder: string
  server: Program
  sandbox: Program
  /** Gives a command as `npm run operator -- …` does, in a process of its own. */
  operator: (...words: readonly string[]) => Promise<OperatorAnswer>
  /** What an outside party signs and proves itself with, derived from the product's one secret. */
  keyOf: (label: 'bank-hook') => string
  /** Ends everything and removes the data. */
  close: () => Promise<void>
}

/** A database of its own on the server of TEST_DATABASE_URL; null without one: then the embedded one is used. */
export async function makeDatabase(): Promise<{ url: string; drop: () => Promise<void> } | null> {
  const server = process.env['TEST_DATABASE_URL']
  if (server === undefined || server === '') return null
  const name = `krapao_product_${randomBytes(8).toString('hex')}`
  async function run(sql: string): Promise<void> {
    const client = new pg.Client({ connectionString: server })
    await client.connect()
    try {
      await client.query(sql)
    } finally {
      await client.end()
    }
  }
  await run(`create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.toString(), drop: () => run(`drop database if exists ${name} with (force)`) }
}

export function runCommand(
  environment: NodeJS.ProcessEnv,
  words: readonly string[],
  { program = programs.operate as string, folder = root } = {},
): Promise<OperatorAnswer> {
  return new Promise((done, fail) => {
    const env = { NODE_COMPILE_CACHE: compiled, ...environment }
    const child = spawn(process.execPath, [program, ...words], { cwd: folder, env })
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()))
    child.on('error', fail)
    child.on('close', (code) => done({ text: text.trim(), exitCode: code ?? 1 }))
  })
}

/**
 * Starts the product on free ports with the demo operator; `settings` are added to the server's environment. It runs on the
 * PostgreSQL server of TEST_DATABASE_URL where that is set and the embedded database not asked for, in a database of its own.
 * Players come to it by a name where `isNamed`: browsers make passkeys for no bare number. `namedBy` says what the server is told
 * of the parties that the sandbox at an address plays.
 */
export async function startProduct(
  settings: NodeJS.ProcessEnv = {},
  {
    isEmbedded = false,
    isNamed = false,
    namedBy,
  }: { isEmbedded?: boolean; isNamed?: boolean; namedBy?: (sandboxUrl: string) => Promise<NodeJS.ProcessEnv> } = {},
): Promise<Product> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'krapao-product-'))
  const port = await freePort()
  const sandboxPort = await freePort()
  const deskPort = await freePort()
  const database = isEmbedded ? null : await makeDatabase()
  const walletUrl = `http://${isNamed ? 'localhost' : '127.0.0.1'}:${port}`
  const environment: NodeJS.ProcessEnv = {
    PATH: process.env['PATH'],
    TMPDIR: process.env['TMPDIR'],
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    DESK_PORT: String(deskPort),
    KRAPAO_DATA: dataFolder,
    KRAPAO_DEMO: '1',
    KRAPAO_SANDBOX: '1',
    KRAPAO_LIMIT_FACTOR: '1000',
    ...(isNamed ? { PUBLIC_URL: walletUrl } : {}),
    ...(database === null ? {} : { DATABASE_URL: database.url, KRAPAO_SECRET: randomBytes(32).toString('hex') }),
    ...settings,
  }
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`
  const server = new Program(programs.server, environment, `${walletUrl}/ready`)
  const sandbox = new Program(programs.sandbox, environment, `${sandboxUrl}/health`)
  const close = async (): Promise<void> => {
    await Promise.all([server.stop(), sandbox.stop()])
    rmSync(dataFolder, { recursive: true, force: true })
    await database?.drop()
  }
  function keyOf(label: string): string {
    const secret = environment['KRAPAO_SECRET'] ?? readFileSync(join(dataFolder, 'secret'), 'utf8').trim()
    return Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'hex'), '', label, 32)).toString('hex')
  }
  try {
    await sandbox.start()
    Object.assign(environment, await namedBy?.(sandboxUrl))
    await server.start()
  } catch (error) {
    await close()
    throw error
  }
  const operator = (...words: readonly string[]): Promise<OperatorAnswer> => runCommand(environment, words)
  const deskUrl = `http://127.0.0.1:${deskPort}`
  return { walletUrl, sandboxUrl, deskUrl, dataFolder, server, sandbox, operator, keyOf, close }
}
