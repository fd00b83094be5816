// `npm run bench api`: money calls through HTTP, as an app sends them, beside commits of one inserted row, in turns in one
// run. What counts are the ratios within a round: other work on the machine disturbs all of a round alike, if it lasts.
import { createHmac, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Pool } from 'pg'
import { type ApiServer, startSandbox, startServer } from './api-server.ts'
import { databaseAddress, makeDatabase } from './bench-database.ts'
import { openCosts, tellCosts } from './costs.ts'
import { type Figure, drive, median, spread } from './figures.ts'
import { type Connection, openConnection } from './http-client.ts'
import { measureMemory } from './memory.ts'
import { measureStarts } from './starting.ts'
import { measurePgbench, prepareYardsticks } from './yardsticks.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '3' },
    callers: { type: 'string', default: '1,32,128' },
    parts: { type: 'string', default: 'instant,cashier,embedded,sandbox,refresh,memory,start' },
    /** How long is played while the memory of a server with the embedded database is looked at. */
    play: { type: 'string', default: '120' },
    /** Options for the server's Node, such as --cpu-prof. */
    node: { type: 'string', multiple: true, default: [] },
  },
  allowPositionals: true,
})
const rounds = Number(values.rounds)
const seconds = Number(values.seconds)
const callers = values.callers.split(',').map(Number)
const parts = values.parts.split(',')

/** As many connections to the database as a server process has. */
const CONNECTIONS = 20
/** Baht that stand at the game before anything is measured. */
const FUNDED = 1_000_000
/** Members whose game accounts the sandbox keeps. */
const SANDBOX_MEMBERS = 200
/** Milliseconds that each of the 15 providers takes for a balance. */
const PROVIDER_DELAYS_MS = [20, 25, 30, 35, 40, 45, 50, 60, 70, 80, 100, 120, 150, 200, 300]
const SLOWEST_MS = Math.max(...PROVIDER_DELAYS_MS)
const SLOWER_AT_MOST_MS = 50

const say = (text: string): void => void process.stdout.write(`${text}\n`)
const address = databaseAddress('api')

/** Commits of one inserted row, by a prepared statement over as many connections as the server has. */
function openFloor(): { insert(): Promise<void>; prepare(): Promise<unknown>; close(): Promise<void> } {
  const pool = new Pool({ connectionString: address, max: CONNECTIONS })
  return {
    prepare: () => pool.query('CREATE TABLE one_row (id text PRIMARY KEY, amount bigint NOT NULL)'),
    async insert() {
      await pool.query({
        name: 'insert',
        text: 'INSERT INTO one_row (id, amount) VALUES ($1, $2)',
        values: [randomUUID(), 100],
      })
    },
    close: () => pool.end(),
  }
}

/** The references of the QRs that were made in a database. */
async function madeQrs(databaseUrl: string | null): Promise<readonly string[]> {
  const pool = new Pool({ connectionString: databaseUrl ?? address, max: 1 })
  const { rows } = await pool.query<{ reference: string }>('select reference from qr_code')
  await pool.end()
  return rows.map(({ reference }) => reference)
}

/** A client of one server: as many connections as callers, each with requests of any of the members. */
async function openClient({ url, tokens, hookSecret, databaseUrl }: ApiServer, count: number) {
  const free: Connection[] = await Promise.all(Array.from({ length: count }, () => openConnection(url)))
  const all = [...free]
  let made = 0
  let references: readonly string[] | undefined

  async function sendWith(headers: string, method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> {
    const connection = free.pop()
    if (connection === undefined) throw new Error('more callers than connections')
    const answer = await connection.send({
      method,
      path,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    free.push(connection)
    if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status} ${answer.body}`)
    return JSON.parse(answer.body)
  }

  function send(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> {
    made += 1
    const token = tokens[made % tokens.length] ?? ''
    const key = method === 'POST' ? `idempotency-key: ${randomUUID()}\r\n` : ''
    const common = `authorization: Bearer ${token}\r\nx-client: wallet-user\r\naccept-language: th\r\n`
    return sendWith(`${common}${key}`, method, path, body)
  }

  /** The bank tells of a payment for one of the QRs that were made. */
  async function pay(): Promise<unknown> {
    references ??= await madeQrs(databaseUrl)
    made += 1
    const transRef = randomUUID()
    const payment = {
      ...{ eventId: transRef, type: 'payment', transRef, sendingBank: 'SCB', amount: 1, currency: 'BAHT' },
      reference: references[made % references.length],
      occurredAt: new Date().toISOString(),
    }
    const seconds = Math.floor(Date.now() / 1000)
    const signature = createHmac('sha256', hookSecret)
      .update(`${seconds}.${JSON.stringify(payment)}`)
      .digest('hex')
    return sendWith(`x-signature: t=${seconds},v1=${signature}\r\n`, 'POST', '/api/hooks/bank', payment)
  }

  async function transfer(from: string, to: string, amount = 1): Promise<void> {
    const answer = (await send('POST', '/api/wallet/transfer', { from, to, amount })) as { status: string }
    if (answer.status !== 'SUCCESS') throw new Error(`a transfer is ${answer.status}`)
  }
  return {
    /** Every member gets something to take out of the game. */
    async fund() {
      for (const _ of tokens) await transfer('WALLET', 'PG', FUNDED)
    },
    transferIn: () => transfer('WALLET', 'PG'),
    transferOut: () => transfer('PG', 'WALLET'),
    wallet: () => send('GET', '/api/wallet'),
    withdraw: () => send('POST', '/api/wallet/withdraw', { amount: 100 }),
    makeQr: () => send('POST', '/api/qrcode/KBANK', { amount: 1 }),
    pay,
    activate: () => send('GET', '/api/wallet/activate/PG'),
    refresh: () => send('GET', '/api/wallet/refresh/slot'),
    close: () => all.forEach((connection) => connection.close()),
  }
}

/** What the product is to come to, at least; of one caller the middle time, at most. */
const goals: readonly { name: string; count: number; perSecond?: number; ofRow?: number; p50Ms?: number }[] = [
  { name: 'wallet to game', count: 128, perSecond: 4_000, ofRow: 0.22 },
  { name: 'wallet to game', count: 32, perSecond: 2_500 },
  { name: 'wallet to game', count: 1, p50Ms: 3 },
  { name: 'a withdrawal up to its hold', count: 128, perSecond: 3_000 },
  { name: 'a QR made', count: 128, perSecond: 3_000 },
  { name: 'a payment heard and credited', count: 128, perSecond: 3_000 },
]
const all: Measured[] = []
/** Lines of the table that are no rates of calls. */
const others: string[] = []

const verdict = (isMet: boolean): string => (isMet ? 'met' : 'missed')
const middle = (figures: readonly Figure[], key: 'perSecond' | 'p50Ms'): number =>
  median(figures.map((one) => one[key]))

/** All goals of what was measured, in one table. */
function tellGoals(): void {
  say('\n| goal | callers | wanted | measured | |\n| --- | --- | --- | --- | --- |')
  for (const { name, count, perSecond, ofRow, p50Ms } of goals) {
    const found = all.find((one) => one.name === name && one.count === count)
    if (found === undefined) continue
    const [rate, row] = [middle(found.figures, 'perSecond'), middle(found.floor, 'perSecond')]
    const p50 = middle(found.figures, 'p50Ms')
    const isMet = rate >= (perSecond ?? 0) && rate / row >= (ofRow ?? 0) && p50 <= (p50Ms ?? Number.POSITIVE_INFINITY)
    const wanted = [perSecond && `${perSecond}/s`, ofRow && `${ofRow} × the row`, p50Ms && `p50 ${p50Ms} ms`]
    const measured = `${rate.toFixed(0)}/s, ${(rate / row).toFixed(2)} × the row, p50 ${p50.toFixed(1)} ms`
    say(`| ${name} | ${count} | ${wanted.filter(Boolean).join(', ')} | ${measured} | ${verdict(isMet)} |`)
  }
  for (const line of others) say(line)
  const [embedded, server] = ['wallet to game, embedded', 'wallet to game'].map((name) =>
    all.find((one) => one.name === name && one.count === 32),
  )
  if (!embedded || !server) return
  const share = middle(embedded.figures, 'perSecond') / middle(server.figures, 'perSecond')
  say(
    `| embedded database, wallet to game | 32 | 0.5 × PostgreSQL's | ${share.toFixed(2)} × | ${verdict(share >= 0.5)} |`,
  )
}

interface Measured {
  name: string
  count: number
  floor: Figure[]
  figures: Figure[]
  /** What a call cost, in words. */
  costs: string
}

function tell({ name, count, floor, figures, costs }: Measured): void {
  const part = (read: (figure: Figure) => number): number[] =>
    figures.map((figure, round) => read(figure) / read(floor[round] ?? figure))
  const times = (list: readonly Figure[]): string =>
    (['p50Ms', 'p99Ms', 'p999Ms'] as const).map((key) => median(list.map((one) => one[key])).toFixed(2)).join('/')
  const rate = spread(
    figures.map(({ perSecond }) => perSecond),
    0,
  )
  const ratio = spread(
    part(({ perSecond }) => perSecond),
    2,
  )
  const tail = spread(
    part(({ p99Ms }) => p99Ms),
    2,
  )
  say(`${name.padEnd(34)} ${String(count).padStart(3)} callers  ${rate}/s  p50/p99/p99.9 ${times(figures)} ms`)
  if (figures === floor) return
  say(`${' '.repeat(47)}${ratio} × the row, p99 ${tail} × its p99`)
  say(`${' '.repeat(47)}${costs}`)
}

/** Measures, in turns, the floor and some calls of one server at each number of callers. */
async function measure(
  server: ApiServer,
  floor: ReturnType<typeof openFloor>,
  cases: readonly (readonly [string, 'transferIn' | 'transferOut' | 'wallet' | 'withdraw' | 'makeQr' | 'pay'])[],
  counts = callers,
): Promise<void> {
  const costs = openCosts(server)
  for (const count of counts) {
    const client = await openClient(server, count)
    const floors: Figure[] = []
    const measured = cases.map(([name]): Measured => ({ name, count, floor: floors, figures: [], costs: '' }))
    for (let round = 0; round < rounds; round += 1) {
      floors.push(await drive(count, seconds, () => floor.insert()))
      for (const [place, [, act]] of cases.entries()) {
        const before = await costs.read()
        const figure = await drive(count, seconds, async () => {
          await client[act]()
        })
        const one = measured[place]
        one?.figures.push(figure)
        if (one) one.costs = tellCosts(before, await costs.read(), figure.done)
      }
    }
    tell({ name: 'one inserted row', count, floor: floors, figures: floors, costs: '' })
    for (const one of measured) tell(one)
    all.push(...measured)
    client.close()
  }
  await costs.close()
}

async function fund(server: ApiServer): Promise<void> {
  const client = await openClient(server, 1)
  await client.fund()
  client.close()
}

async function measureInstant(floor: ReturnType<typeof openFloor>): Promise<void> {
  say('\nWith providers in the server’s process that answer at once')
  const server = await startServer(await makeDatabase(address, 'instant'), [], { nodeOptions: values.node })
  await fund(server)
  await measure(server, floor, [
    ['wallet to game', 'transferIn'],
    ['game to wallet', 'transferOut'],
    ['the balance alone', 'wallet'],
  ])
  await server.stop()
}

/** Withdrawals, QRs and payments, at a bank in the server's process that has done at once what it is told. */
async function measureCashier(floor: ReturnType<typeof openFloor>): Promise<void> {
  say('\nWith a bank in the server’s process that answers at once')
  const server = await startServer(await makeDatabase(address, 'cashier'), [], { nodeOptions: values.node })
  await measure(server, floor, [
    ['a withdrawal up to its hold', 'withdraw'],
    ['a QR made', 'makeQr'],
    ['a payment heard and credited', 'pay'],
  ])
  await server.stop()
}

async function measureEmbedded(floor: ReturnType<typeof openFloor>): Promise<void> {
  say('\nOn the embedded database')
  const folder = mkdtempSync(join(tmpdir(), 'krapao-bench-'))
  const server = await startServer({ folder }, [])
  await fund(server)
  await measure(server, floor, [['wallet to game, embedded', 'transferIn']], [32])
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** A member's hour at the embedded database, quicker: balance, a transfer there and one back. */
async function measurePlay(): Promise<void> {
  say('\nMemory of the server with the embedded database, while one caller plays')
  const folder = mkdtempSync(join(tmpdir(), 'krapao-bench-'))
  const server = await startServer({ folder }, ['--members', '200'])
  const client = await openClient(server, 1)
  await client.fund()
  const acts = [client.wallet, client.transferIn, client.transferOut]
  let turn = 0
  const { calls, residentMb } = await measureMemory(server, Number(values.play), async () => {
    await acts[(turn += 1) % acts.length]?.()
  })
  say(`after ${calls} calls, MB at each twelfth: ${residentMb.join(' ')}`)
  const most = Math.max(...residentMb.slice(residentMb.length / 2))
  others.push(`| memory while played | 1 | 500 MB | ${most} MB at most in the second half | ${verdict(most <= 500)} |`)
  client.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function measureStart(): Promise<void> {
  say('\n`npm start` with everything built')
  const tookMs = await measureStarts(rounds)
  const middleS = median(tookMs) / 1000
  say(
    `${spread(
      tookMs.map((ms) => ms / 1000),
      2,
    )} s`,
  )
  others.push(`| npm start, everything built | | 1.5 s | ${middleS.toFixed(2)} s | ${verdict(middleS <= 1.5)} |`)
}

/** What the usual benchmark of PostgreSQL gets of the same server, beside which all else stands. */
async function measurePeer(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'krapao-bench-'))
  const url = await makeDatabase(address, 'peer')
  await prepareYardsticks(url, 10, folder)
  const perSecond = await measurePgbench(url, 'tpc-b', { callers: 32, seconds: Math.max(seconds, 3), folder })
  rmSync(folder, { recursive: true, force: true })
  others.push(`| pgbench TPC-B, to compare | 32 | | ${perSecond.toFixed(0)}/s | |`)
}

async function measureSandbox(floor: ReturnType<typeof openFloor>): Promise<void> {
  say('\nWith the sandbox as the provider, over HTTP')
  const folder = mkdtempSync(join(tmpdir(), 'krapao-bench-'))
  const sandbox = await startSandbox(folder)
  const options = ['--outside', '--members', String(SANDBOX_MEMBERS)]
  const server = await startServer(await makeDatabase(address, 'outside'), options)
  const client = await openClient(server, 1)
  for (let done = 0; done < SANDBOX_MEMBERS; done += 1) await client.activate()
  client.close()
  await fund(server)
  await measure(server, floor, [
    ['wallet to game, by the sandbox', 'transferIn'],
    ['game to wallet, by the sandbox', 'transferOut'],
  ])
  await server.stop()
  await sandbox.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function measureRefresh(): Promise<void> {
  say(`\nA refresh of 15 providers, the slowest of which takes ${SLOWEST_MS} ms`)
  for (const plays of [false, true]) {
    const options = ['--members', '200', '--delays', PROVIDER_DELAYS_MS.join(','), ...(plays ? ['--plays'] : [])]
    const server = await startServer(await makeDatabase(address, plays ? 'played' : 'still'), options)
    for (const count of [1, 8]) {
      const client = await openClient(server, count)
      // Each provider is known to the server from its first call on.
      await client.refresh()
      const figures: Figure[] = []
      for (let round = 0; round < rounds; round += 1) {
        figures.push(
          await drive(count, Math.max(seconds, 4), async () => {
            await client.refresh()
          }),
        )
      }
      const over = (read: (figure: Figure) => number): string =>
        spread(
          figures.map((figure) => read(figure) - SLOWEST_MS),
          1,
        )
      const what = plays ? 'each books a result' : 'nothing was played'
      const [middle, tail] = [over(({ p50Ms }) => p50Ms), over(({ p99Ms }) => p99Ms)]
      say(`${what}, ${count} at once: the slowest + ${middle} ms, at p99 + ${tail} ms (at most ${SLOWER_AT_MOST_MS})`)
      client.close()
    }
    await server.stop()
  }
}

const floor = openFloor()
await floor.prepare()
if (parts.includes('instant')) await measureInstant(floor)
if (parts.includes('cashier')) await measureCashier(floor)
if (parts.includes('embedded')) await measureEmbedded(floor)
if (parts.includes('sandbox')) await measureSandbox(floor)
if (parts.includes('refresh')) await measureRefresh()
if (parts.includes('memory')) await measurePlay()
if (parts.includes('start')) await measureStart()
await measurePeer()
await floor.close()
tellGoals()
