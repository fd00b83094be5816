// A bank of few accounts on the ledger and the product's own pool, for `npm run cluster -- --ha`: some move money between
// accounts, some read all of them at once, and each says in a line of JSON what he began when, and what he was told when. Told by
// its words: the name of this process, and whether it makes the accounts; by DATABASE_URL where. It ends with its input, or after
// an hour.
import { setTimeout as pause } from 'node:timers/promises'
import { createLedger, ledgerMigrations, type Movement } from '@krapao/ledger'
import { isDatabaseAway, openDatabase } from '../../platform/database/index.ts'
import { systemClock } from '../../platform/clock.ts'

const ACCOUNTS = ['anna', 'boun', 'chai', 'dao', 'eve', 'fah']
const EACH_MINOR = 10_000_000
const MOVERS = 4
const READERS = 2
const LONGEST_MS = 3_600_000

const [name = 'one', isFirst] = process.argv.slice(2)
const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
const database = await openDatabase({
  databaseUrl: process.env['DATABASE_URL'] ?? '',
  clock: systemClock,
  logger: quiet,
  waitMs: 60_000,
})
const ledger = createLedger({ pool: database, tables: [], now: () => new Date() })
const counters = ['one', 'two'].flatMap((process) =>
  Array.from({ length: MOVERS }, (_, place) => `count:${process}${place}`),
)
const all = [...ACCOUNTS, ...counters]

/** The same clock in all processes of this machine, in milliseconds. */
const now = (): number => Number(process.hrtime.bigint() / 1_000n) / 1_000
const say = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`)
let isOver = false
process.stdin.on('close', () => (isOver = true)).resume()
setTimeout(() => (isOver = true), LONGEST_MS).unref()

if (isFirst !== undefined) {
  for (const { sql } of ledgerMigrations) await database.query(sql)
  const openings = [...all, 'source'].map((account) => ({
    account,
    currency: 'BAHT',
    floorMinor: account === 'source' ? null : 0,
  }))
  await ledger.open(database, openings)
  for (const account of ACCOUNTS) await submit([post(`open-${account}`, 'source', account, EACH_MINOR)])
}
say({ kind: 'open', accounts: ACCOUNTS, eachMinor: EACH_MINOR })

function post(id: string, from: string, to: string, amountMinor: number): Movement {
  return { kind: 'post', id, from, to, amountMinor, code: 'bank', reference: id, occurredAt: new Date(0) }
}

/** Until it is known what became of it, under the same ids. */
async function submit(movements: Movement[]): Promise<boolean> {
  for (;;) {
    try {
      return (await ledger.submit({ movements })).ok
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
      await pause(100)
    }
  }
}

async function move(mover: string): Promise<void> {
  for (let number = 1; !isOver;) {
    const from = ACCOUNTS[Math.floor(Math.random() * ACCOUNTS.length)] ?? ''
    const others = ACCOUNTS.filter((account) => account !== from)
    const to = others[Math.floor(Math.random() * others.length)] ?? ''
    const amountMinor = 1 + Math.floor(Math.random() * 500)
    const id = `${mover}-${number}`
    const began = now()
    say({ kind: 'move', mover, number, from, to, amountMinor, began })
    if (!(await submit([post(id, from, to, amountMinor), post(`${id}-count`, 'source', `count:${mover}`, 1)]))) {
      throw new Error(`${id} was refused`)
    }
    say({ kind: 'moved', mover, number, ended: now() })
    number += 1
    await pause(50)
  }
}

async function read(): Promise<void> {
  while (!isOver) {
    const began = now()
    try {
      const states = await ledger.states(database, all)
      say({
        kind: 'read',
        began,
        ended: now(),
        minor: Object.fromEntries([...states].map(([account, state]) => [account, state.postedMinor])),
      })
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
    }
    await pause(50)
  }
}

const movers = Array.from({ length: MOVERS }, (_, place) => move(`${name}${place}`))
const readers = Array.from({ length: READERS }, () => read())
await Promise.all([...movers, ...readers])
await database.close()
say({ kind: 'end' })
