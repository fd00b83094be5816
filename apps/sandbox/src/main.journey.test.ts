import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Keys, readKeys } from './secret.ts'
import { call } from './testing/harness.ts'
import { billVector, payer } from './testing/samples.ts'

const script = fileURLToPath(new URL('../dist/main.js', import.meta.url))

interface Child {
  readonly process: ChildProcess
  /** Everything it wrote to either stream so far. */
  output(): string
  readonly ended: Promise<number | null>
}

let dataFolder: string
const children: Child[] = []
beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'krapao-sandbox-main-'))
})
afterEach(async () => {
  for (const child of children.splice(0)) {
    child.process.kill('SIGKILL')
    await child.ended
  }
  rmSync(dataFolder, { recursive: true, force: true })
})

function start(environment: Record<string, string> = {}): Child {
  const child = spawn(process.execPath, [script], {
    env: {
      PATH: process.env['PATH'],
      KRAPAO_DATA: dataFolder,
      SANDBOX_PORT: '0',
      KRAPAO_HOOK_URL: 'http://127.0.0.1:1',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const started: Child = {
    process: child,
    output: () => output,
    ended: once(child, 'exit').then(() => child.exitCode),
  }
  children.push(started)
  return started
}

async function urlOf(child: Child): Promise<string> {
  await expect.poll(() => child.output(), { timeout: 280_000, interval: 10 }).toContain('ready: ')
  return /http:\S+/.exec(child.output())?.[0] ?? ''
}

/** What the sandbox acknowledged before it was killed. */
interface Acknowledged {
  readonly texts: string[]
  readonly payments: string[]
  readonly payouts: string[]
  readonly transfers: string[]
}

/** Writes through every door, one after the other, until the sandbox is gone. */
async function writeUntilKilled(url: string, keys: Keys, writer: string, known: Acknowledged): Promise<void> {
  for (let turn = 0; ; turn += 1) {
    const name = `${writer}-${turn}`
    const sms = await call(url, 'POST', '/sms/send', { to: '0812345678', text: name }, keys.sms)
    if (sms.status === 200) known.texts.push(name)
    const paid = await call(url, 'POST', '/api/bank/pay', { payload: billVector, from: payer })
    if (paid.status === 200) known.payments.push(String(paid.body['transRef']))
    const to = { bankCode: 'KBANK', accountNo: '0987654321', name }
    const order = { reference: name, amount: 1, currency: 'BAHT', to }
    if ((await call(url, 'POST', '/bank/api/payouts', order, keys.bank)).status === 200) known.payouts.push(name)
    const transfer = { id: name, username: 'player', direction: 'in', amount: 1 }
    const moved = await call(url, 'POST', '/games/UFABET/api/transfers', transfer, keys.game)
    if (moved.status === 200) known.transfers.push(name)
    if (moved.status === 'broken') return
  }
}

async function listedPayments(url: string, keys: Keys): Promise<string[]> {
  const listed: string[] = []
  for (let cursor = ''; ;) {
    const { body } = await call(url, 'GET', `/bank/api/payments?after=${cursor}`, undefined, keys.bank)
    const payments = body['payments'] as { transRef: string }[]
    if (payments.length === 0) return listed
    listed.push(...payments.map((payment) => payment.transRef))
    cursor = String(body['cursor'])
  }
}

describe('the sandbox as a program', () => {
  it('keeps everything it acknowledged when it is killed in the middle of writes', async () => {
    const keys = readKeys(dataFolder, null)
    const known: Acknowledged = { texts: [], payments: [], payouts: [], transfers: [] }
    const rounds = 6
    for (let round = 0; round < rounds; round += 1) {
      const child = start()
      const url = await urlOf(child)
      if (round === 0) {
        const player = { username: 'player', password: 'Secret-1' }
        expect((await call(url, 'POST', '/games/UFABET/api/players', player, keys.game)).status).toBe(201)
      }
      const before = known.transfers.length
      const writers = ['a', 'b', 'c'].map((writer) => writeUntilKilled(url, keys, `${writer}${round}`, known))
      await expect
        .poll(() => known.transfers.length, { timeout: 280_000, interval: 5 })
        .toBeGreaterThan(before + 5 + 4 * round)
      child.process.kill('SIGKILL')
      await Promise.all([...writers, child.ended])
    }
    const url = await urlOf(start())
    const payments = await listedPayments(url, keys)
    expect(payments).toEqual(expect.arrayContaining(known.payments))
    expect(new Set(payments).size).toBe(payments.length)
    const phone = await call(url, 'GET', '/api/phone/messages?to=0812345678')
    const told = new Set((phone.body['messages'] as { text: string }[]).map(({ text }) => text))
    expect(known.texts.slice(-100).filter((text) => !told.has(text))).toEqual([])
    for (const reference of known.payouts) {
      const { body } = await call(url, 'GET', `/bank/api/payouts/${reference}`, undefined, keys.bank)
      expect(body['state']).toMatch(/^(SENT|PAID)$/)
    }
    let done = 0
    for (const id of known.transfers) {
      const { body } = await call(url, 'GET', `/games/UFABET/api/transfers/${id}`, undefined, keys.game)
      if (body['state'] === 'DONE') done += 1
    }
    expect(done).toBe(known.transfers.length)
    // At most one transfer of each writer was done without an answer in each round.
    const { balance } = (await call(url, 'GET', '/games/UFABET/api/players/player', undefined, keys.game)).body
    expect(Number(balance)).toBeGreaterThanOrEqual(done)
    expect(Number(balance)).toBeLessThanOrEqual(done + 3 * rounds)
  })

  it.each(['SIGTERM', 'SIGINT'] as const)('ends cleanly on %s, also when it comes twice', async (signal) => {
    const child = start()
    const url = await urlOf(child)
    expect((await call(url, 'GET', '/health')).body).toEqual({ status: 'ok' })
    child.process.kill(signal)
    child.process.kill(signal)
    expect(await child.ended).toBe(0)
    expect((await call(url, 'GET', '/health')).status).toBe('broken')
  })

  it('says in one sentence that the port is taken', async () => {
    const port = new URL(await urlOf(start())).port
    const other = mkdtempSync(join(tmpdir(), 'krapao-sandbox-main-'))
    try {
      const second = start({ KRAPAO_DATA: other, SANDBOX_PORT: port })
      expect(await second.ended).toBe(1)
      expect(second.output()).toBe(
        `The sandbox cannot start: 127.0.0.1:${port} is in use. Set SANDBOX_PORT to a free port.\n`,
      )
    } finally {
      rmSync(other, { recursive: true, force: true })
    }
  })

  it('says in one sentence that the data folder is taken', async () => {
    await urlOf(start())
    const second = start()
    expect(await second.ended).toBe(1)
    expect(second.output()).toMatch(/^\S+sandbox\.sqlite is in use by another sandbox\..*\n$/)
  })

  it('says in one sentence that a setting is none', async () => {
    const child = start({ SANDBOX_PORT: 'x' })
    expect(await child.ended).toBe(1)
    expect(child.output()).toBe('SANDBOX_PORT must be a port from 0 to 65535, not "x".\n')
    const bad = start({ KRAPAO_SECRET: 'short' })
    expect(await bad.ended).toBe(1)
    expect(bad.output()).toBe('KRAPAO_SECRET must hold 32 bytes as 64 hex digits.\n')
  })

  it('makes the secret for itself alone, once, also when two start at the same time', async () => {
    const told = (secret: string | null) => {
      const { gameOf, ...keys } = readKeys(dataFolder, secret)
      return JSON.stringify({ ...keys, game: gameOf('PG') })
    }
    const made = await Promise.all(Array.from({ length: 8 }, async () => told(null)))
    expect(new Set(made).size).toBe(1)
    await urlOf(start())
    const file = join(dataFolder, 'secret')
    expect(readFileSync(file, 'utf8').trim()).toMatch(/^[0-9a-f]{64}$/)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(told(null)).toBe(made[0])
    expect(told('0'.repeat(64))).not.toBe(made[0])
  })
})
