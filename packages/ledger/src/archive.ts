import { LedgerMistake } from './mistake.ts'
import type { ArchivedMonth, ArchiveTerms, Sql, SqlPool } from './types.ts'

const ACCOUNTS_A_STEP = 200
const ROWS_A_STEP = 2_000
/** A month stays where it is written for so long after its end: what is recorded in it has long been committed. */
const OVER_FOR_MS = 7 * 24 * 3_600_000

export const monthForm = /^\d{4}-(?:0[1-9]|1[0-2])$/
export const firstDay = (month: string): string => `${month}-01`

/** When a month is over. */
export function endOf(month: string): Date {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 1))
}

/** The months that were moved into tables of their own, the oldest first. */
export async function readArchive(sql: Sql): Promise<ArchivedMonth[]> {
  return await sql.query<ArchivedMonth>(
    `SELECT to_char(month, 'YYYY-MM') AS month, state, entries, seals
    FROM ledger_archive ORDER BY month`,
  )
}

/** Throws where a month is detached, for what needs them all in one snapshot. */
export async function requireAllAttached(sql: Sql): Promise<void> {
  if ((await readArchive(sql)).some(({ state }) => state === 'detached'))
    throw new LedgerMistake('a month is detached: what is left is proven in slices')
}

/** The month of the oldest seal that stands where commits write; null when there is none. */
async function oldestMonth(sql: Sql): Promise<string | null> {
  const [row] = await sql.query<{ month: string | null }>(
    `SELECT to_char(min(oldest.recorded_at) AT TIME ZONE 'UTC', 'YYYY-MM') AS month FROM ledger_strand AS strand
    CROSS JOIN LATERAL (
      SELECT recorded_at FROM ONLY ledger_seal WHERE strand_id = strand.id ORDER BY number LIMIT 1
    ) AS oldest`,
  )
  return row?.month ?? null
}

/**
 * Moves all months up to one out of the tables that commits write, the oldest first, while everything goes on: by steps,
 * each a transaction that leaves every row in one place. It may be killed at any of them and is begun again. Throws a
 * LedgerMistake for a month that is no month or not over for a week. `pause` is called after each step. @returns how much was moved.
 */
export async function archiveMonths(pool: SqlPool, terms: ArchiveTerms): Promise<{ entries: number; seals: number }> {
  const { through, now, rowsAStep = ROWS_A_STEP, pause = () => Promise.resolve() } = terms
  if (!monthForm.test(through)) throw new LedgerMistake(`${through} is no month such as 2026-01`)
  if (endOf(through).getTime() + OVER_FOR_MS > now.getTime()) {
    throw new LedgerMistake(`the month ${through} is not over for a week`)
  }
  const moved = { entries: 0, seals: 0 }
  async function step<Row extends object>(text: string, values: readonly unknown[]): Promise<Row> {
    const began = performance.now()
    const [row] = await pool.query<Row>(text, values)
    if (row === undefined) throw new Error('the database answered nothing')
    await pause(performance.now() - began)
    return row
  }

  async function moveMonth(month: string): Promise<void> {
    await step('SELECT ledger_archive_begin($1::date)', [firstDay(month)])
    for (let behind: number | null = 0; behind !== null;) {
      const page: { moved: number; last: number | null } = await step(
        'SELECT moved, last FROM ledger_archive_entries($1::date, $2, $3, $4)',
        [firstDay(month), behind, ACCOUNTS_A_STEP, rowsAStep],
      )
      moved.entries += page.moved
      if (page.moved === 0) behind = page.last
    }
    for (const { id } of await pool.query<{ id: number }>('SELECT id FROM ledger_strand ORDER BY id')) {
      for (let more = true; more;) {
        const page = await step<{ moved: number }>('SELECT ledger_archive_seals($1::date, $2, $3) AS moved', [
          firstDay(month),
          id,
          rowsAStep,
        ])
        moved.seals += page.moved
        more = page.moved > 0
      }
    }
    await step(`UPDATE ledger_archive SET state = 'filled' WHERE month = $1::date RETURNING month`, [firstDay(month)])
  }

  // One that was begun and not ended comes first: its seals may be gone from where they were.
  for (const { month } of (await readArchive(pool)).filter(({ state }) => state === 'filling')) await moveMonth(month)
  for (;;) {
    const month = await oldestMonth(pool)
    if (month === null || month > through) return moved
    await moveMonth(month)
  }
}
