import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { unfurnished } from './furnish/furnish.ts'
import { until } from './testing/until.ts'
import { freePort } from './testing/own-postgres.ts'

const folder = mkdtempSync(join(tmpdir(), 'krapao-main-'))
/** Compiled code that is kept from the last start of a program saves a part of the next one's work. */
const compiled = join(import.meta.dirname, '../../../.cache/compiled')
const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

interface Program {
  child: ChildProcess
  stdout(): string
  stderr(): string
  exit: Promise<number | null>
}

function start(environment: Record<string, string>, { program = 'main.js', words = [] as string[] } = {}): Program {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../dist', program), ...words], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE: compiled,
      KRAPAO_SANDBOX: '0',
      KRAPAO_DEMO: '0',
      DESK_PORT: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  const output = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => (output.out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output.err += chunk.toString()))
  const exit = new Promise<number | null>((done) => child.on('close', done))
  return { child, stdout: () => output.out, stderr: () => output.err, exit }
}

function listen(port: number): Promise<Server> {
  const { promise, resolve } = Promise.withResolvers<Server>()
  const server = createServer().listen(port, '127.0.0.1', () => resolve(server))
  return promise
}

async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/ready`)).ok
  } catch {
    return false
  }
}

// A first start makes a database cluster, which a busy machine takes its time for.
describe('the server as a process', { timeout: 300_000 }, () => {
  it('starts in an empty folder, says in three lines what to do, keeps others out, and ends cleanly on signals', async () => {
    const port = await freePort()
    const settings = { PORT: String(port), KRAPAO_DATA: join(folder, 'data') }
    const server = start(settings)
    await until('the server is ready', () => isReady(port))

    const second = start({ ...settings, PORT: String(await freePort()) })
    expect(await second.exit).toBe(1)
    expect(second.stderr()).toBe(
      `The data folder ${settings.KRAPAO_DATA} is in use by another running Krapao server; stop that one or choose another folder.\n`,
    )

    await until('it has said what to do', () => Promise.resolve(server.stderr() !== ''))
    const root = join(import.meta.dirname, '../../..')
    const operate = start(
      { KRAPAO_DATA: settings.KRAPAO_DATA, INIT_CWD: root },
      { program: 'operate.js', words: ['import', 'deploy/operator.json'] },
    )
    expect(await operate.exit).toBe(0)
    expect(operate.stdout()).toContain('depositAccounts: scb is added\n')

    server.child.kill('SIGTERM')
    server.child.kill('SIGINT')
    server.child.kill('SIGTERM')
    expect(await server.exit).toBe(0)
    expect(server.stderr()).toBe(`${unfurnished.join('\n')}\n`)
  })

  it('prints nothing but its log once it is furnished', async () => {
    const port = await freePort()
    const server = start({ PORT: String(port), KRAPAO_DATA: join(folder, 'data') })
    await until('the server is ready again', () => isReady(port))
    server.child.kill('SIGINT')
    expect(await server.exit).toBe(0)
    expect(server.stderr()).toBe('')
    const lines = server.stdout().trimEnd().split('\n')
    for (const line of lines) expect(() => JSON.parse(line) as unknown).not.toThrow()
    expect(server.stdout()).not.toContain('did not stop cleanly')
  })

  it('says in one sentence that its port is taken', async () => {
    const taken = await listen(0)
    const { port } = taken.address() as { port: number }
    const server = start({ PORT: String(port), KRAPAO_DATA: join(folder, 'data') })
    expect(await server.exit).toBe(1)
    expect(server.stderr()).toBe(
      `Port ${port} of 127.0.0.1 is taken by another program; stop that one or choose another with PORT.\n`,
    )
    taken.close()
  })

  it('says in one sentence that the port of the desk is taken, and does not stay with half of what it is for', async () => {
    const taken = await listen(0)
    const { port: DESK_PORT } = taken.address() as { port: number }
    const port = await freePort()
    const KRAPAO_DATA = join(folder, 'data')
    const server = start({ PORT: String(port), DESK_PORT: String(DESK_PORT), KRAPAO_DATA })
    expect(await server.exit).toBe(1)
    expect(server.stderr()).toBe(
      `Port ${DESK_PORT} of 127.0.0.1 is taken by another program; stop that one or choose another with DESK_PORT.\n`,
    )
    expect(await isReady(port)).toBe(false)
    await new Promise((done) => taken.close(done))

    const again = start({ PORT: String(port), DESK_PORT: String(DESK_PORT), KRAPAO_DATA })
    await until('both are ready', async () => (await isReady(port)) && (await isReady(DESK_PORT)))
    again.child.kill('SIGTERM')
    expect(await again.exit).toBe(0)
    expect(await isReady(DESK_PORT)).toBe(false)
  })

  it('says in one sentence which setting is wrong, before it touches anything', async () => {
    const server = start({ PORT: 'many', KRAPAO_DATA: join(folder, 'never') })
    expect(await server.exit).toBe(1)
    expect(server.stderr()).toBe('PORT must be a port number from 1 to 65535, and is "many".\n')
    expect(server.stdout()).toBe('')
  })

  it('says when the database server cannot be reached, and in its log where in the sources that was', async () => {
    const port = await freePort()
    const server = start({
      PORT: String(await freePort()),
      DATABASE_URL: `postgres://nobody:hush@127.0.0.1:${port}/none`,
      KRAPAO_DATABASE_WAIT: '0',
      KRAPAO_SECRET: 'ab'.repeat(32),
    })
    expect(await server.exit).toBe(1)
    expect(server.stderr()).toMatch(/^[^\n]+\n$/)
    expect(server.stderr()).not.toContain('hush')
    const source = join(import.meta.dirname, 'platform/database/postgres.ts')
    const before = readFileSync(source, 'utf8').split(`return new Error(\`The PostgreSQL server of DATABASE_URL`)
    expect(before).toHaveLength(2)
    expect(server.stdout()).toContain(`(${source}:${before[0]?.split('\n').length}:`)
  })
})
