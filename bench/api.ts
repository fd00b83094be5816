// `npm run bench api`: money calls through HTTP, as an app sends them, beside commits of one inserted row, in turns in one
// run. What counts are the ratios within a round: other work on the machine disturbs all of a round alike, if it lasts.
import { parseArgs } from 'node:util'
import { openClient, openFloor } from './api-clients.ts'
import { type ApiServer, startSandbox, startServer } from './api-server.ts'
import { type Act, type Measured, tellFloor, tellGoals, tellMeasured, verdict, type Where } from './api-table.ts'
import { databaseAddress, makeDatabase } from './bench-database.ts'
import { openCosts, tellCosts } from './costs.ts'
import { drive, each, type Figure, median, say, spread } from './figures.ts'
import { measureMemory } from './memory.ts'
import { scratchFolder } from './programs.ts'
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

/** Members whose game accounts the sandbox keeps. */
const SANDBOX_MEMBERS = 200
/** Milliseconds that each of the 15 providers takes for a balance. */
const PROVIDER_DELAYS_MS = [20, 25, 30, 35, 40, 45, 50, 60, 70, 80, 100, 120, 150, 200, 300]
const SLOWEST_MS = Math.max(...PROVIDER_DELAYS_MS)
const SLOWER_AT_MOST_MS = 50

const address = databaseAddress('api')
const floor = openFloor(address)
const all: Measured[] = []
/** Lines of the table that are no rates of calls. */
const others: string[] = []

/** Measures, in turns, the floor and some calls of one server at each number of callers. */
async function measure(
  server: ApiServer,
  acts: readonly Act[],
  { where = '', counts = callers }: { where?: Where; counts?: readonly number[] } = {},
): Promise<void> {
  const costs = openCosts(server)
  for (const count of counts) {
    const client = await openClient(server, count)
    const floors: Figure[] = []
    const measured = acts.map((act): Measured => ({ act, where, count, floor: floors, figures: [], costs: '' }))
    for (let round = 0; round < rounds; round += 1) {
      floors.push(await drive(count, seconds, () => floor.insert()))
      for (const one of measured) {
        const before = await costs.read()
        const figure = await drive(count, seconds, () => client[one.act]())
        one.figures.push(figure)
        one.costs = tellCosts(before, await costs.read(), figure.done)
      }
    }
    tellFloor(count, floors)
    for (const one of measured) tellMeasured(one)
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

async function measureInstant(): Promise<void> {
  say('\nWith providers in the server’s process that answer at once')
  const server = await startServer(await makeDatabase(address, 'instant'), [], values.node)
  await fund(server)
  await measure(server, ['transferIn', 'transferOut', 'wallet'])
  await server.stop()
}

/** Withdrawals, QRs and payments, at a bank in the server's process that has done at once what it is told. */
async function measureCashier(): Promise<void> {
  say('\nWith a bank in the server’s process that answers at once')
  const server = await startServer(await makeDatabase(address, 'cashier'), [], values.node)
  await measure(server, ['withdraw', 'makeQr', 'pay'])
  await server.stop()
}

async function measureEmbedded(): Promise<void> {
  say('\nOn the embedded database')
  const { folder, remove } = scratchFolder()
  const server = await startServer({ folder }, [])
  await fund(server)
  await measure(server, ['transferIn'], { where: ', embedded', counts: [32] })
  await server.stop()
  remove()
}

/** A member's hour at the embedded database, quicker: balance, a transfer there and one back. */
async function measurePlay(): Promise<void> {
  say('\nMemory of the server with the embedded database, while one caller plays')
  const { folder, remove } = scratchFolder()
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
  remove()
}

async function measureStart(): Promise<void> {
  say('\n`npm start` with everything built')
  const tookS = await measureStarts(rounds)
  const middleS = median(tookS)
  say(`${spread(tookS, 2)} s`)
  others.push(`| npm start, everything built | | 1.5 s | ${middleS.toFixed(2)} s | ${verdict(middleS <= 1.5)} |`)
}

/** What the usual benchmark of PostgreSQL gets of the same server, beside which all else stands. */
async function measurePeer(): Promise<void> {
  const { folder, remove } = scratchFolder()
  const url = await makeDatabase(address, 'peer')
  await prepareYardsticks(url, 10, folder)
  const perSecond = await measurePgbench(url, 'tpc-b', { callers: 32, seconds: Math.max(seconds, 3), folder })
  remove()
  others.push(`| pgbench TPC-B, to compare | 32 | | ${perSecond.toFixed(0)}/s | |`)
}

async function measureSandbox(): Promise<void> {
  say('\nWith the sandbox as the provider, over HTTP')
  const { folder, remove } = scratchFolder()
  const sandbox = await startSandbox(folder)
  const options = ['--outside', '--members', String(SANDBOX_MEMBERS)]
  const server = await startServer(await makeDatabase(address, 'outside'), options)
  const client = await openClient(server, 1)
  for (let done = 0; done < SANDBOX_MEMBERS; done += 1) await client.activate()
  client.close()
  await fund(server)
  await measure(server, ['transferIn', 'transferOut'], { where: ', by the sandbox' })
  await server.stop()
  await sandbox.stop()
  remove()
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
        figures.push(await drive(count, Math.max(seconds, 4), client.refresh))
      }
      const over = (time: 'p50Ms' | 'p99Ms'): number[] => each(figures, time).map((ms) => ms - SLOWEST_MS)
      const what = plays ? 'each books a result' : 'nothing was played'
      const [middle, tail] = [spread(over('p50Ms'), 1), spread(over('p99Ms'), 1)]
      say(`${what}, ${count} at once: the slowest + ${middle} ms, at p99 + ${tail} ms (at most ${SLOWER_AT_MOST_MS})`)
      client.close()
    }
    await server.stop()
  }
}

await floor.prepare()
if (parts.includes('instant')) await measureInstant()
if (parts.includes('cashier')) await measureCashier()
if (parts.includes('embedded')) await measureEmbedded()
if (parts.includes('sandbox')) await measureSandbox()
if (parts.includes('refresh')) await measureRefresh()
if (parts.includes('memory')) await measurePlay()
if (parts.includes('start')) await measureStart()
await measurePeer()
await floor.close()
tellGoals(all, others)
