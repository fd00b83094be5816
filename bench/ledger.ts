// `npm run bench ledger`: the ledger with everything on beside pgbench and a plain function, in turns in one run. What
// counts are the ratios within a round: other work on the machine disturbs all of a round alike, if it lasts.
import { parseArgs } from 'node:util'
import { databaseAddress } from './bench-database.ts'
import { tellBreakdown } from './breakdown.ts'
import { type BenchDatabase, openEmbedded, openSchema } from './engines.ts'
import { drive, each, type Figure, say, spread, tellTimes } from './figures.ts'
import { measureGrowth } from './growth.ts'
import { scratchFolder } from './programs.ts'
import { ACCOUNTS, nextNumber, openSubject, type Subject } from './subject.ts'
import { measurePgbench, preparePlain, prepareYardsticks } from './yardsticks.ts'

const CONNECTIONS = 8
/** How often each read is compared with the small ledger. */
const GROWTH_ROUNDS = 5

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '3' },
    /** Stored transfers up to which growth is looked at; 0: not at all. */
    growth: { type: 'string', default: '1500000' },
    'growth-embedded': { type: 'string', default: '150000' },
    engines: { type: 'string', default: 'postgres,embedded' },
  },
  allowPositionals: true,
})
const rounds = Number(values.rounds)
const seconds = Number(values.seconds)

const cases: readonly { name: string; callers: number; act: (subject: Subject) => Promise<void> }[] = [
  { name: 'spread, 1 caller', callers: 1, act: (subject) => subject.transfer(false) },
  { name: 'spread, 32 callers', callers: 32, act: (subject) => subject.transfer(false) },
  { name: 'spread, 256 callers', callers: 256, act: (subject) => subject.transfer(false) },
  { name: 'one hot account, 1 caller', callers: 1, act: (subject) => subject.transfer(true) },
  { name: 'one hot account, 32 callers', callers: 32, act: (subject) => subject.transfer(true) },
  { name: 'one hot account, 256 callers', callers: 256, act: (subject) => subject.transfer(true) },
  // Two submissions each: hold, claim, guard, row, news; settlement, row, news.
  { name: 'orders, 256 callers', callers: 256, act: (subject) => subject.order() },
]

async function measureCases(subject: Subject, into: Map<string, Figure[]>): Promise<void> {
  for (const { name, callers, act } of cases) {
    const figure = await drive(callers, seconds, () => act(subject))
    into.set(name, [...(into.get(name) ?? []), figure])
  }
}

async function measurePlain(database: BenchDatabase): Promise<Figure> {
  return await drive(1, seconds, async () => {
    const made = nextNumber()
    const [source, step] = [1 + (made % ACCOUNTS), 1 + Math.floor(Math.random() * (ACCOUNTS - 1))]
    const target = 1 + ((source - 1 + step) % ACCOUNTS)
    await database.query('SELECT plain_transfer($1, $2, $3, 5)', [`plain${made}`, source, target])
  })
}

const rates = (figures: readonly Figure[] = []): number[] => each(figures, 'perSecond')

function tell(name: string, figures: readonly Figure[], beside: [string, readonly number[]][]): void {
  const ours = rates(figures)
  const compared = beside.map(([what, theirs]) => {
    const ratios = ours.map((rate, round) => rate / (theirs[round] ?? Number.NaN))
    return `${spread(ratios, 2)} × ${what}`
  })
  say([name.padEnd(30), `${spread(ours, 0)}/s`, tellTimes(figures), ...compared].join('  '))
}

function tellCases(figures: ReadonlyMap<string, Figure[]>, beside: [string, readonly number[]][]): void {
  for (const { name, callers } of cases) {
    const even = rates(figures.get(`spread, ${callers} caller${callers === 1 ? '' : 's'}`))
    const hot: [string, readonly number[]][] = name.startsWith('one hot') ? [['spread', even]] : []
    const own = beside.filter(([what]) => callers === 1 || what !== 'the plain function')
    tell(name, figures.get(name) ?? [], [...own, ...hot])
  }
}

async function finish({ database, ledger }: Subject): Promise<void> {
  const began = performance.now()
  const { ok, transfers, problems } = await ledger.audit(database)
  const took = ((performance.now() - began) / 1000).toFixed(1)
  say(`\nAudit and hash chain over ${transfers} transfers, in ${took} s: ${ok ? 'nothing wrong' : problems.join('; ')}`)
  if (!ok) process.exitCode = 1
  await ledger.close()
  await database.close()
}

async function benchGrowth(open: (name: string) => Promise<BenchDatabase>, most: number): Promise<void> {
  const subjects = [await openSubject(await open('small')), await openSubject(await open('growing'))] as const
  await measureGrowth(subjects, most, { rounds: GROWTH_ROUNDS, seconds: seconds / 3 })
  for (const { ledger, database } of subjects) {
    await ledger.close()
    await database.close()
  }
}

async function benchPostgres(address: string): Promise<void> {
  const { folder, remove } = scratchFolder()
  const database = await openSchema(address, CONNECTIONS)
  await database.script('CREATE TABLE public.one_row (id text PRIMARY KEY, amount bigint NOT NULL)')
  await prepareYardsticks(address, 50, folder)
  await preparePlain(database, ACCOUNTS)
  const subject = await openSubject(database)
  const figures = new Map<string, Figure[]>()
  const [tpcB, insert, plain]: [number[], number[], Figure[]] = [[], [], []]
  for (let round = 1; round <= rounds; round += 1) {
    say(`round ${round} of ${rounds} …`)
    const terms = { callers: 32, seconds, folder }
    tpcB.push(await measurePgbench(address, 'tpc-b', terms))
    insert.push(await measurePgbench(address, 'insert', terms))
    plain.push(await measurePlain(database))
    await measureCases(subject, figures)
  }
  say('\nPostgreSQL (middle [least–most] of the rounds)')
  say(`pgbench TPC-B, 32 clients       ${spread(tpcB, 0)}/s`)
  say(`one inserted row, 32 clients    ${spread(insert, 0)}/s`)
  tell('plain function, 1 caller', plain, [])
  tellCases(figures, [
    ['TPC-B', tpcB],
    ['the row', insert],
    ['the plain function', rates(plain)],
  ])
  await tellBreakdown(address, seconds)
  await finish(subject)
  if (Number(values.growth) > 0)
    await benchGrowth((name) => openSchema(address, CONNECTIONS, name), Number(values.growth))
  remove()
}

async function benchEmbedded(): Promise<void> {
  const subject = await openSubject(await openEmbedded())
  const figures = new Map<string, Figure[]>()
  for (let round = 1; round <= rounds; round += 1) await measureCases(subject, figures)
  say('\nThe embedded database as a server runs it, with fsync (middle [least–most] of the rounds)')
  tellCases(figures, [])
  await finish(subject)
  if (Number(values['growth-embedded']) > 0) await benchGrowth(openEmbedded, Number(values['growth-embedded']))
}

if (values.engines.includes('postgres')) await benchPostgres(databaseAddress('ledger'))
if (values.engines.includes('embedded')) await benchEmbedded()
