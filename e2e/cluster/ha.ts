// The journey of `npm run cluster -- --ha`: three nodes of a PostgreSQL cluster that fail in every way that this machine lets
// them, two servers, players and staff meanwhile, and a bank whose history is judged. Ends with 0 only when nothing was lost,
// done twice, read stale, or missing for long.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Bank, countEarly, judge, startBank } from './bank.ts'
import { type Failure, failures, hasWatchdog, type Stage } from './failures.ts'
import { type Load, startLoad } from '../stage/load.ts'
import { STAFF } from '../stage/load-staff.ts'
import { openNetwork } from './network.ts'
import { ask, type Cluster, startCluster } from './nodes.ts'
import { makeCopy, restoreTo } from './restore.ts'
import { startServers } from './servers.ts'

const isShort = process.argv.includes('--short')
const only = process.argv.find((word) => word.startsWith('--only='))?.slice('--only='.length)
const PLAYERS = isShort ? 12 : 30
/** So long writes may be missing after one failure. */
const GAP_MAX_S = 20
/** Nothing may run longer, whatever happens. */
const LONGEST_MS = 30 * 60_000

const began = performance.now()
const say = (text: string): void =>
  void process.stdout.write(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${text}\n`)
const logs = resolve(import.meta.dirname, '../../.cache/failing-cluster')
const wrong: string[] = []
const closers: (() => unknown)[] = []

/** Ends all that was begun, the last first, whatever happens to one of them. */
async function close(): Promise<void> {
  for (const one of closers.splice(0).toReversed()) {
    try {
      await one()
    } catch (error) {
      say(`was not ended: ${String(error)}`)
    }
  }
}
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(name, () => void close().finally(() => process.exit(130)))
setTimeout(() => {
  say(`FAILED: not at its end after ${LONGEST_MS / 60_000} minutes`)
  void close().finally(() => process.exit(1))
}, LONGEST_MS).unref()

/** The longest time without a mark between two moments, in seconds. */
function gapOf(marks: readonly number[], from: number, to: number): number {
  let last = marks.findLast((mark) => mark < from) ?? from
  let longest = 0
  for (const mark of [...marks.filter((one) => one >= from && one <= to), to]) {
    longest = Math.max(longest, mark - last)
    last = mark
  }
  return longest / 1_000
}

interface Series {
  load: Load
  bank: Bank
  bankMarks: { write: number[]; read: number[] }
}

async function undergo(stage: Stage, failure: Failure, { load, bank, bankMarks }: Series): Promise<void> {
  const lack = failure.lacks?.(stage) ?? null
  if (lack !== null) return say(`not tried: ${failure.title}: ${lack}`)
  await stage.cluster.settled()
  await pause(2_000)
  const from = performance.now()
  const at = new Date().toISOString().slice(11, 19)
  try {
    await failure.happen(stage)
    await stage.cluster.settled()
  } catch (error) {
    wrong.push(`${failure.title}: ${String(error)}`)
  }
  await pause(2_000)
  const to = performance.now()
  const gap = (marks: readonly number[]) => gapOf(marks, from, to)
  const gaps = [load.marks.writes, load.marks.reads, bankMarks.write, bankMarks.read].map((marks) =>
    gap(marks).toFixed(1),
  )
  say(`| ${failure.title} | ${gaps[0]} / ${gaps[1]} | ${gaps[2]} / ${gaps[3]} |`)
  if (failure.isSingle && gap(load.marks.writes) > GAP_MAX_S)
    wrong.push(`${failure.title} (${at}): no write for ${gaps[0]} s`)
  for (const [place, server] of stage.world.servers.entries())
    if (!server.isRunning) {
      wrong.push(`${failure.title}: server ${place + 1} ended: ${server.log.slice(-2_000)}`)
      await server.start().catch(() => undefined)
    }
  const ended = bank.ended()
  if (ended !== null) throw new Error(`${failure.title}: a process of the bank ended: ${ended}`)
}

async function compare(stage: Stage, { load, bank }: Series): Promise<void> {
  await load.stop()
  await bank.stop()
  const { counts } = load
  const repeated = Object.entries(counts.repeated).map(([word, times]) => `${times} × ${word}`)
  say(
    `${counts.acknowledged} operations were acknowledged by ${counts.calls} calls; made again: ${repeated.join(', ') || 'none'}`,
  )
  const middle = (list: readonly number[]) => list.toSorted((one, other) => one - other)[list.length >> 1] ?? 0
  const took = Object.entries(counts.tookMs).map(([name, list]) => `${name} ${middle(list).toFixed(0)} ms`)
  say(`the middle one of each kind took, outages and all: ${took.join(', ')}`)
  const { lost, doubled, undone } = await load.compare()
  say(
    `of them ${lost.length} lost, ${doubled.length} doubled, ${undone} ended as failed with the money back, as statements, bank, provider and ledger say`,
  )
  wrong.push(...lost, ...doubled, ...new Set(load.faults))
  const found = judge(bank.history)
  const moves = [...bank.history.moves.values()].reduce((sum, list) => sum + list.length, 0)
  say(
    `the bank: ${moves} transfers, ${bank.history.readings.length} readings of all accounts, ${found.length} of them wrong or stale;` +
      ` ${countEarly(bank.history)} had seen what nobody had been told of and the next primary did not have`,
  )
  wrong.push(...found.slice(0, 20))
  const audit = await stage.world.product.operator('audit')
  say(audit.text)
  if (audit.exitCode !== 0) wrong.push('the audit is not right')
}

/** What the nodes said, for who looks why it went wrong. */
function keepLogs({ nodes }: Cluster): void {
  mkdirSync(logs, { recursive: true })
  for (const { log, place } of nodes) writeFileSync(join(logs, `node-${place}.log`), log())
  say(`what the nodes said is in ${logs}`)
}

async function journey(folder: string): Promise<void> {
  const network = openNetwork(say)
  closers.push(() => network.close())
  const cluster = startCluster(network, folder, process.env['POSTGRES_BINARIES'] ?? '')
  closers.push(() => {
    cluster.close()
    if (wrong.length > 0) keepLogs(cluster)
  })
  await cluster.settled()
  say(
    `three nodes${network.isApart ? ', each in a network of its own' : ''}; ${hasWatchdog() ? 'with' : 'without'} a watchdog on this machine`,
  )
  await ask(cluster.adminUrl((await cluster.primary()) ?? 0), 'create database bank')
  const world = await startServers(cluster)
  closers.push(() => world.close())
  const stage: Stage = { network, cluster, world }
  const copy = isShort ? null : await makeCopy(stage)
  if (copy !== null) say(`deploy/ha/base-backup.sh made ${copy}`)
  const bankMarks = { write: [] as number[], read: [] as number[] }
  const hosts = cluster.databaseUrl.replace(/^.*@/, '').replace(/\/.*$/, '')
  const admin = new URL(cluster.adminUrl(0))
  const bank = await startBank(`postgres://postgres:${admin.password}@${hosts}/bank`, (kind) =>
    bankMarks[kind].push(performance.now()),
  )
  closers.push(() => bank.stop())
  const load = await startLoad(world, PLAYERS, async (memberId) => {
    const url = cluster.adminUrl(await cluster.settled()).replace(/postgres$/, 'krapao')
    return (await ask<{ text: string }>(url, `select text from member_note where member_id = '${memberId}'`)).map(
      ({ text }) => text,
    )
  })
  closers.push(() => load.stop())
  say(
    `two servers, ${PLAYERS} players, ${STAFF.length} of the staff, and a bank of six accounts; seconds without writes / reads, by HTTP and by the pool:`,
  )
  const series: Series = { load, bank, bankMarks }
  const moment = copy === null ? null : await copy.noteMoment(stage)
  for (const failure of failures) {
    if (only === undefined ? isShort && failure.isShort !== true : !failure.title.includes(only)) continue
    await undergo(stage, failure, series)
  }
  await cluster.settled()
  await compare(stage, series)
  if (copy !== null && moment !== null) say(await restoreTo(stage, copy, moment))
}

const folder = mkdtempSync(join(tmpdir(), `krapao-ha-${process.pid}-`))
closers.push(() => rmSync(folder, { recursive: true, force: true }))
try {
  await journey(folder)
} catch (error) {
  if (wrong.length === 0) say('it could not go on')
  wrong.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
} finally {
  await close()
}
for (const what of wrong) say(`FAILED: ${what}`)
if (wrong.length === 0) say('nothing was lost')
process.exit(wrong.length === 0 ? 0 : 1)
