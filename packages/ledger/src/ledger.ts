import { openAccounts, readStates } from './accounts.ts'
import { archiveMonths, readArchive } from './archive.ts'
import { attachMonth, detachMonth, proveMonth, readAttachedFrom } from './detach.ts'
import { audit } from './audit.ts'
import { readBalanceAfter } from './balance-after.ts'
import { batchStatement, batchValues, findDoubtful, splitSubmission } from './batch-text.ts'
import type { WrittenSubmission } from './batch-text.ts'
import { createBatcher } from './batcher.ts'
import type { BatchTerms } from './batcher.ts'
import { verifyChain } from './chain.ts'
import { readFirstBooking, readFlowEntries, readFlows } from './flows.ts'
import { readEntries, readEntriesBetween, readTransfer } from './history.ts'
import { hasNews, takeNews } from './news.ts'
import { auditInSlices } from './slices.ts'
import { readOutcome, writeSubmission } from './submission-text.ts'
import type { WrittenOutcome } from './submission-text.ts'
import type { Ledger, Sql, SqlPool } from './types.ts'

/** How often a batch is tried when the database chose it as the victim of a deadlock or a serialisation conflict. */
const CONFLICT_TRIES_MAX = 5

// Where the time per submission stops falling for those that are sure to be accepted. Those that are not have a
// subtransaction each, and PostgreSQL remembers 64 of a transaction cheaply: larger batches would cost them more.
const BATCH_MAX = 128

const accepted = { ok: true, replayed: false } as const

const conflictStates = new Set(['40001', '40P01'])

export interface LedgerOptions extends Partial<BatchTerms> {
  pool: SqlPool
  /** Tables that guards and rows may name: each with `id text primary key` and `version integer`. */
  tables: readonly string[]
  /** Where `recordedAt` comes from. */
  now: () => Date
}

function isConflict(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    typeof error.code === 'string' &&
    conflictStates.has(error.code)
  )
}

/**
 * The ledger on a database that `ledgerMigrations` prepared. `batchMax` (128), `waitMs` (0) and `flights` (2) shape the
 * group commit of `submit`. Neither door may be used from inside the other's transaction on a pool of one connection.
 */
export function createLedger(options: LedgerOptions): Ledger {
  const { pool, now, tables, batchMax = BATCH_MAX, waitMs = 0, flights = 2 } = options
  const registered = new Set(tables)

  async function writeEach(sql: Sql, texts: readonly string[]): Promise<readonly WrittenOutcome[]> {
    const [row] = await sql.query<{ outcomes: WrittenOutcome[] }>(
      'SELECT ledger_submit_each($1::text::jsonb, $2::text[], $3::timestamptz) AS outcomes',
      [`[${texts.join(',')}]`, tables, now().toISOString()],
    )
    return row?.outcomes ?? []
  }

  /** What the last batch came to: whoever is refused is not alone, as a rule. */
  let isSure = true

  async function writeTogether(batch: readonly WrittenSubmission[]): Promise<readonly WrittenOutcome[]> {
    const doubtful = findDoubtful(batch)
    const write = async (withTexts: boolean) => {
      const values = [...batchValues(batch, doubtful, withTexts), tables, now().toISOString()]
      const [row] = await pool.query<{ outcomes: WrittenOutcome[] | 'texts' | null }>(batchStatement, values)
      return row === undefined ? [] : row.outcomes
    }
    // The texts are half of what is sent, and only looked at where somebody is refused.
    let outcomes = await write(!isSure || doubtful.length > 0)
    if (outcomes === 'texts') outcomes = await write(true)
    isSure = outcomes === null
    if (outcomes === 'texts') throw new Error('the database asked twice for the texts')
    return outcomes ?? batch.map(() => accepted)
  }

  async function writeBatch(batch: readonly WrittenSubmission[]): Promise<readonly WrittenOutcome[]> {
    for (let tries = 1; ; tries += 1) {
      try {
        const [first] = batch
        if (first !== undefined && batch.length === 1) return await writeEach(pool, [first.text])
        return await writeTogether(batch)
      } catch (error) {
        if (tries >= CONFLICT_TRIES_MAX || !isConflict(error)) throw error
      }
    }
  }

  const batcher = createBatcher({ batchMax, waitMs, flights }, writeBatch)

  return {
    open: openAccounts,
    async post(tx, submission) {
      const [outcome] = await writeEach(tx, [writeSubmission(submission, registered)])
      if (outcome === undefined) throw new Error('the database answered nothing')
      return readOutcome(outcome)
    },
    async submit(submission) {
      return readOutcome(await batcher.add(splitSubmission(submission, writeSubmission(submission, registered))))
    },
    states: readStates,
    transfer: readTransfer,
    entries: readEntries,
    balanceAfter: readBalanceAfter,
    entriesBetween: readEntriesBetween,
    flows: readFlows,
    flowEntries: readFlowEntries,
    firstBooking: readFirstBooking,
    hasNews,
    takeNews,
    verifyChain,
    audit,
    auditInSlices,
    archive: readArchive,
    attachedFrom: readAttachedFrom,
    archiveMonths,
    detachMonth,
    attachMonth,
    proveMonth,
    close: () => batcher.close(),
  }
}
