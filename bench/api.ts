// `npm run bench api`: money calls through HTTP, as an app sends them, beside commits of one inserted row, in turns in one
// run. What counts are the ratios within a round: other work on the machine disturbs all of a round alike, if it lasts.
import { randomUUID } from 'node:crypto'
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

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '3' },
    callers: { type: 'string', default: '1,32,128' },
    parts: { type: 'string', default: 'instant,sandbox,refresh' },
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

/** A client of one server: as many connections as callers, each with requests of any of the members. */
async function openClient({ url, tokens }: ApiServer, count: number) {
  const free: Connection[] = await Promise.all(Array.from({ length: count }, () => openConnection(url)))
  const all = [...free]
  let made = 0

  async function send(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> {
    const connection = free.pop()
    if (connection === undefined) throw new Error('more callers than connections')
    made += 1
    const token = tokens[made % tokens.length] ?? ''
    const key = method === 'POST' ? `idempotency-key: ${randomUUID()}\r\n` : ''
    const answer = await connection.send({
      method,
      path,
      headers: `authorization: Bearer ${token}\r\nx-client: wallet-user\r\naccept-language: th\r\n${key}`,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    free.push(connection)
    if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status} ${answer.body}`)
    return JSON.parse(answer.body)
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
    activate: () => send('GET', '/api/wallet/activate/PG'),
    refresh: () => send('GET', '/api/wallet/refresh/slot'),
    close: () => all.forEach((connection) => connection.close()),
  }
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
  cases: readonly (readonly [string, 'transferIn' | 'transferOut' | 'wallet'])[],
): Promise<void> {
  const first = await openClient(server, 1)
  await first.fund()
  first.close()
  const costs = await openCosts(server)
  for (const count of callers) {
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
    client.close()
  }
  await costs.close()
}

async function measureInstant(floor: ReturnType<typeof openFloor>): Promise<void> {
  say('\nWith providers in the server’s process that answer at once')
  const server = await startServer(await makeDatabase(address, 'instant'), [], { nodeOptions: values.node })
  await measure(server, floor, [
    ['wallet to game', 'transferIn'],
    ['game to wallet', 'transferOut'],
    ['the balance alone', 'wallet'],
  ])
  await server.stop()
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
  await measure(server, floor, [
    ['wallet to game', 'transferIn'],
    ['game to wallet', 'transferOut'],
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
if (parts.includes('sandbox')) await measureSandbox(floor)
if (parts.includes('refresh')) await measureRefresh()
await floor.close()
