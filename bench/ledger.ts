// `npm run bench ledger`: the ledger with everything on beside pgbench and a plain function, in turns in one run. What
// counts are the ratios within a round: other work on the machine disturbs all of a round alike, if it lasts.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createLedger } from '@krapao/ledger'
import type { Ledger } from '@krapao/ledger'
import { openEmbedded, openPostgres } from './engines.ts'
import type { BenchDatabase } from './engines.ts'
import { drive, median, spread } from './figures.ts'
import type { Figure } from './figures.ts'
import { measurePgbench, preparePlain, prepareYardsticks } from './yardsticks.ts'

const ACCOUNTS = 10_000
const OPENING_MINOR = 1_000_000_000
/** How many submissions are under way while tables are filled. */
const FILLERS = 512
const PAGE = 20

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '4' },
    /** Stored transfers at which growth is looked at, at least: what the rounds made is there before. */
    grow: { type: 'string', default: '10000,100000' },
    'grow-embedded': { type: 'string', default: '10000,50000' },
    engines: { type: 'string', default: 'postgres,embedded' },
  },
  allowPositionals: true,
})
const rounds = Number(values.rounds)
const seconds = Number(values.seconds)

const say = (text: string) => process.stdout.write(`${text}\n`)
const names = Array.from({ length: ACCOUNTS }, (_, place) => `holder/${place}/purse`)
const anyName = () => names[Math.floor(Math.random() * ACCOUNTS)] ?? ''
let made = 0

/** A ledger with accounts that hold money, and ways to use it. */
interface Subject {
  database: BenchDatabase
  ledger: Ledger
  transfer(from: string): Promise<void>
}

async function openSubject(database: BenchDatabase): Promise<Subject> {
  const ledger = createLedger({ pool: database, tables: [], now: () => new Date() })
  await ledger.open(database, [{ account: 'source', currency: 'BAHT', floorMinor: null }])
  const openings = names.map((account) => ({ account, currency: 'BAHT', floorMinor: 0 }))
  for (let done = 0; done < ACCOUNTS; done += FILLERS) await ledger.open(database, openings.slice(done, done + FILLERS))
  async function transfer(from: string, to = anyName(), amountMinor = 1 + (made % 500)): Promise<void> {
    made += 1
    const id = `01${made.toString(36).padStart(24, '0')}`
    const said = { code: 'transfer', reference: `bill ${made}`, occurredAt: new Date() }
    const outcome = await ledger.submit({
      movements: [{ kind: 'post', id, from, to: to === from ? 'source' : to, amountMinor, ...said }],
      news: [{ topic: 'moved', key: to, payload: { amountMinor } }],
    })
    if (!outcome.ok) throw new Error(`${outcome.refusal} ${outcome.detail}`)
  }
  for (let done = 0; done < ACCOUNTS; done += FILLERS) {
    await Promise.all(names.slice(done, done + FILLERS).map((name) => transfer('source', name, OPENING_MINOR)))
  }
  await database.script('ANALYZE')
  return { database, ledger, transfer }
}

const cases = [
  { name: 'spread, 1 caller', callers: 1, hot: false },
  { name: 'spread, 32 callers', callers: 32, hot: false },
  { name: 'spread, 256 callers', callers: 256, hot: false },
  { name: 'one hot account, 256 callers', callers: 256, hot: true },
]

async function measureCases({ transfer }: Subject, into: Map<string, Figure[]>): Promise<void> {
  for (const { name, callers, hot } of cases) {
    const figure = await drive(callers, seconds, () => transfer(hot ? 'source' : anyName()))
    into.set(name, [...(into.get(name) ?? []), figure])
  }
}

async function measurePlain(database: BenchDatabase): Promise<Figure> {
  return await drive(1, seconds, async () => {
    made += 1
    const [source, step] = [1 + (made % ACCOUNTS), 1 + Math.floor(Math.random() * (ACCOUNTS - 1))]
    const target = 1 + ((source - 1 + step) % ACCOUNTS)
    await database.query('SELECT plain_transfer($1, $2, $3, 5)', [`plain${made}`, source, target])
  })
}

function rates(figures: readonly Figure[] | undefined): number[] {
  return (figures ?? []).map(({ perSecond }) => perSecond)
}

function ratios(ours: readonly number[], theirs: readonly number[]): number[] {
  return ours.map((rate, round) => rate / (theirs[round] ?? Number.NaN))
}

function tell(name: string, figures: readonly Figure[], beside: [string, readonly number[]][]): void {
  const times = (['p50Ms', 'p99Ms', 'p999Ms'] as const).map((key) => median(figures.map((one) => one[key])).toFixed(2))
  const compared = beside.map(([what, theirs]) => `${spread(ratios(rates(figures), theirs), 2)} × ${what}`)
  say(
    [name.padEnd(30), `${spread(rates(figures), 0)}/s`, `p50/p99/p99.9 ${times.join('/')} ms`, ...compared].join('  '),
  )
}

/** How reading and writing change as the ledger fills. */
async function measureGrowth(subject: Subject, sizes: readonly number[]): Promise<void> {
  const { database, ledger, transfer } = subject
  const first = new Map<string, number>()
  for (const size of sizes) {
    const [{ stored } = { stored: 0 }] = await database.query<{ stored: number }>(
      'SELECT count(*) AS stored FROM ledger_transfer',
    )
    let left = size - stored
    const fill = async () => {
      while (left > 0) {
        left -= 1
        await transfer(anyName())
      }
    }
    await Promise.all(Array.from({ length: FILLERS }, fill))
    await database.script('VACUUM ANALYZE')
    const longAgo = new Date(Date.now() - seconds * 1000)
    const reads: [string, () => Promise<unknown>][] = [
      ['a balance', () => ledger.states(database, [anyName()])],
      ['a page of history', () => ledger.entries(database, anyName(), { limit: PAGE })],
      ['a page far down a hot history', () => ledger.entries(database, 'source', { beforeNumber: 5_000, limit: PAGE })],
      ['a past balance', () => ledger.balanceAt(database, 'source', longAgo)],
    ]
    say(`\n${Math.max(size, stored)} transfers stored:`)
    for (const [name, read] of reads) {
      const { p50Ms, p99Ms } = await drive(1, seconds / 2, async () => {
        await read()
      })
      first.set(name, first.get(name) ?? p50Ms)
      const ratio = p50Ms / (first.get(name) ?? p50Ms)
      say(
        `  ${name.padEnd(30)} p50 ${p50Ms.toFixed(3)} ms  p99 ${p99Ms.toFixed(3)} ms  ${ratio.toFixed(2)} × the first`,
      )
    }
    const { perSecond } = await drive(256, seconds, () => transfer(anyName()))
    first.set('rate', first.get('rate') ?? perSecond)
    const ratio = perSecond / (first.get('rate') ?? perSecond)
    say(`  ${'256 callers'.padEnd(30)} ${perSecond.toFixed(0)}/s  ${ratio.toFixed(2)} × the first`)
  }
}

async function finish({ database, ledger }: Subject): Promise<void> {
  const { ok, transfers, problems } = await ledger.audit(database)
  say(`\nAudit and hash chain over ${transfers} transfers: ${ok ? 'nothing wrong' : problems.join('; ')}`)
  if (!ok) process.exitCode = 1
  await ledger.close()
  await database.close()
}

async function benchPostgres(url: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'krapao-bench-'))
  const database = await openPostgres(url, 8)
  await database.script('CREATE TABLE public.one_row (id text PRIMARY KEY, amount bigint NOT NULL)')
  await prepareYardsticks(url, 50, folder)
  await preparePlain(database, ACCOUNTS)
  const subject = await openSubject(database)
  const figures = new Map<string, Figure[]>()
  const [tpcB, insert, plain]: [number[], number[], Figure[]] = [[], [], []]
  for (let round = 1; round <= rounds; round += 1) {
    say(`round ${round} of ${rounds} …`)
    const terms = { callers: 32, seconds, folder }
    tpcB.push(await measurePgbench(url, 'tpc-b', terms))
    insert.push(await measurePgbench(url, 'insert', terms))
    plain.push(await measurePlain(database))
    await measureCases(subject, figures)
  }
  say('\nPostgreSQL (middle [least–most] of the rounds)')
  say(`pgbench TPC-B, 32 clients       ${spread(tpcB, 0)}/s`)
  say(`one inserted row, 32 clients    ${spread(insert, 0)}/s`)
  tell('plain function, 1 caller', plain, [])
  const even = rates(figures.get('spread, 256 callers'))
  for (const { name, callers, hot } of cases) {
    tell(name, figures.get(name) ?? [], [
      ['TPC-B', tpcB],
      ...(callers === 1 ? [['the plain function', rates(plain)] as [string, number[]]] : []),
      ...(hot ? [['spread', even] as [string, number[]]] : []),
    ])
  }
  await measureGrowth(subject, values.grow.split(',').map(Number))
  await finish(subject)
  rmSync(folder, { recursive: true, force: true })
}

async function benchEmbedded(): Promise<void> {
  const subject = await openSubject(await openEmbedded())
  const figures = new Map<string, Figure[]>()
  for (let round = 1; round <= rounds; round += 1) await measureCases(subject, figures)
  say('\nPGlite in this process, without fsync (middle [least–most] of the rounds)')
  const even = rates(figures.get('spread, 256 callers'))
  for (const { name, hot } of cases) tell(name, figures.get(name) ?? [], hot ? [['spread', even]] : [])
  await measureGrowth(subject, values['grow-embedded'].split(',').map(Number))
  await finish(subject)
}

const url = process.env['BENCH_DATABASE_URL']
if (values.engines.includes('postgres')) {
  if (url === undefined) throw new Error('BENCH_DATABASE_URL names no PostgreSQL: start this with npm run bench ledger')
  await benchPostgres(url)
}
if (values.engines.includes('embedded')) await benchEmbedded()
