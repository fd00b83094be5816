import { createLedger, type Ledger } from '@krapao/ledger'
import type { BenchDatabase } from './engines.ts'

export const ACCOUNTS = 10_000
/** The account that all of the hot transfers touch. */
export const HOT = 'source'
const OPENING_MINOR = 1_000_000_000
/** How many submissions are under way while accounts are filled. */
const FILLERS = 512

const names = Array.from({ length: ACCOUNTS }, (_, place) => `holder/${place}/purse`)
const anyName = (): string => names[Math.floor(Math.random() * ACCOUNTS)] ?? ''
/** One of the first so many accounts. */
export const busyName = (count: number): string => names[Math.floor(Math.random() * count)] ?? ''

let made = 0
/** A number that this process has not used for a transfer. */
export const nextNumber = (): number => (made += 1)
const nextId = () => `01${nextNumber().toString(36).padStart(24, '0')}`

/** A ledger with accounts that hold money, and ways to use it. */
export interface Subject {
  database: BenchDatabase
  ledger: Ledger
  /** A post with news; from the hot account when asked for. */
  transfer(hot: boolean): Promise<void>
  /** A hold with a claim, a guard, a business row and news; and its settlement, which updates the row. */
  order(): Promise<void>
}

const businessTables = `
CREATE TABLE customer (id text PRIMARY KEY, version integer NOT NULL DEFAULT 1);
INSERT INTO customer SELECT 'c' || place FROM generate_series(1, ${ACCOUNTS}) AS place;
CREATE TABLE customer_order (id text PRIMARY KEY, version integer NOT NULL DEFAULT 1, customer_id text NOT NULL,
  state text NOT NULL, amount_minor bigint NOT NULL, created_at timestamptz NOT NULL);`

/** The ways to use a ledger that was prepared. */
export function subjectOn(database: BenchDatabase): Subject {
  const ledger = createLedger({ pool: database, tables: ['customer', 'customer_order'], now: () => new Date() })
  async function submit(submission: Parameters<Ledger['submit']>[0]): Promise<void> {
    const outcome = await ledger.submit(submission)
    if (!outcome.ok) throw new Error(`${outcome.refusal} ${outcome.detail}`)
  }
  return {
    database,
    ledger,
    async transfer(hot) {
      const [from, to] = [hot ? HOT : anyName(), anyName()]
      const amountMinor = 1 + (made % 500)
      const said = { code: 'transfer', reference: `bill ${made}`, occurredAt: new Date() }
      await submit({
        movements: [{ kind: 'post', id: nextId(), from, to: to === from ? HOT : to, amountMinor, ...said }],
        news: [{ topic: 'moved', key: to, payload: { amountMinor } }],
      })
    },
    async order() {
      const [id, from, amountMinor, occurredAt] = [nextId(), anyName(), 1 + (made % 500), new Date()]
      const customer = `c${1 + (made % ACCOUNTS)}`
      const news = [{ topic: 'moved', key: from, payload: { amountMinor } }]
      const said = { code: 'order', reference: id, occurredAt }
      const row = { id, customer_id: customer, state: 'held', amount_minor: amountMinor }
      await submit({
        movements: [{ kind: 'hold', id, from, to: HOT, amountMinor, ...said }],
        claims: [{ kind: 'request', key: id, owner: customer }],
        guards: [{ table: 'customer', id: customer, version: 1 }],
        rows: [{ table: 'customer_order', insert: { ...row, created_at: occurredAt.toISOString() } }],
        news,
      })
      await submit({
        movements: [{ kind: 'settle', id: `${id}s`, hold: id, occurredAt }],
        rows: [{ table: 'customer_order', id, version: 1, update: { state: 'done' } }],
        news,
      })
    },
  }
}

/** Opens accounts with money in each, on a database with the ledger's tables. */
export async function openSubject(database: BenchDatabase): Promise<Subject> {
  await database.script(businessTables)
  const subject = subjectOn(database)
  const { ledger } = subject
  await ledger.open(database, [{ account: HOT, currency: 'BAHT', floorMinor: null }])
  for (let done = 0; done < ACCOUNTS; done += FILLERS) {
    const some = names.slice(done, done + FILLERS)
    await ledger.open(
      database,
      some.map((account) => ({ account, currency: 'BAHT', floorMinor: 0 })),
    )
    const funding = {
      kind: 'post',
      from: HOT,
      amountMinor: OPENING_MINOR,
      code: 'opening',
      reference: 'opening',
    } as const
    const occurredAt = new Date()
    await Promise.all(some.map((to) => ledger.submit({ movements: [{ ...funding, id: nextId(), to, occurredAt }] })))
  }
  await database.script('VACUUM ANALYZE')
  return subject
}
