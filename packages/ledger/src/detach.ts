import { endOf, firstDay, monthForm, readArchive } from './archive.ts'
import { LedgerMistake } from './mistake.ts'
import { monthSliceStatements, type SliceStatements, sliceStatements } from './slice-text.ts'
import type { ChainHead, DetachTerms, MonthProof, Sql, SqlPool } from './types.ts'
import { createTold, createWalk, type Figures, MOVEMENTS_A_SLICE, nothing, plus, readFigures } from './walk.ts'

/** The SQLSTATE of what asks for entries of a month that was detached. */
export const DETACHED = 'LG001'

/** What the product itself reads goes back by less. */
const OVER_FOR_MS = 365 * 24 * 3_600_000
const ACCOUNTS_AT_ONCE = 5_000

const suffixOf = (month: string): string => month.replace('-', '_')
const tablesOf = (month: string) =>
  [
    ['ledger_entry', `ledger_entry_${suffixOf(month)}`],
    ['ledger_seal', `ledger_seal_${suffixOf(month)}`],
  ] as const

/** Where the strands stood at the end of the last month that is detached before one. */
async function headsBefore(sql: Sql, month: string): Promise<ChainHead[]> {
  const [row] = await sql.query<{ heads: ChainHead[] }>(
    `SELECT heads FROM ledger_archive WHERE state = 'detached' AND month < $1::date ORDER BY month DESC LIMIT 1`,
    [firstDay(month)],
  )
  return row?.heads ?? []
}

/** Where they stand after one, by its own seals and, where it has none of a strand, as before. */
async function headsAfter(sql: Sql, month: string, before: readonly ChainHead[]): Promise<ChainHead[]> {
  const own = await sql.query<ChainHead>(
    `SELECT DISTINCT ON (strand_id) strand_id AS strand, number, encode(hash, 'hex') AS hash
    FROM ledger_seal_${suffixOf(month)} ORDER BY strand_id, number DESC`,
  )
  return [...before.filter(({ strand }) => own.every((head) => head.strand !== strand)), ...own]
}

interface Walked extends MonthProof {
  heads: ChainHead[]
  sums: ReadonlyMap<number, Figures>
  transfers: number
  closings: number
}

/** As `Ledger.attachedFrom`. */
export async function readAttachedFrom(sql: Sql): Promise<Date | null> {
  const last = (await readArchive(sql)).findLast(({ state }) => state === 'detached')
  return last === undefined ? null : endOf(last.month)
}

/** Walks along the seals of one month, which all before it are detached of, by its own tables. */
async function walkMonth(pool: SqlPool, terms: DetachTerms, statements: SliceStatements): Promise<Walked> {
  const { month, now, movementsASlice = MOVEMENTS_A_SLICE, pause = () => Promise.resolve() } = terms
  const before = await headsBefore(pool, month)
  const heads = await headsAfter(pool, month, before)
  const told = createTold()
  const sums = new Map<number, Figures>()
  const walk = createWalk(pool, {
    statements,
    until: now,
    movementsASlice,
    isRecent: false,
    pause,
    told,
    onChange: (account, figures) => sums.set(account, plus(sums.get(account) ?? nothing, figures)),
  })
  for (const head of heads) {
    await walk.along(
      head,
      before.find(({ strand }) => strand === head.strand),
    )
  }
  const { movements, seals, transfers, closings, entries } = walk.seen
  const [counted] = await pool.query<{ saidEntries: number; saidSeals: number; entries: number; seals: number }>(
    `SELECT entries AS "saidEntries", seals AS "saidSeals", (SELECT count(*) FROM ledger_entry_${suffixOf(month)}) AS entries,
      (SELECT count(*) FROM ledger_seal_${suffixOf(month)}) AS seals FROM ledger_archive WHERE month = $1::date`,
    [firstDay(month)],
  )
  if (counted?.entries !== entries || counted.saidEntries !== entries)
    told.tell([
      `entries of ${month}: ${counted?.entries} are there, ${counted?.saidEntries} were moved, ${entries} were sealed`,
    ])
  if (counted?.seals !== seals || counted.saidSeals !== seals)
    told.tell([
      `seals of ${month}: ${counted?.seals} are there, ${counted?.saidSeals} were moved, ${seals} were walked`,
    ])
  return { heads, sums, movements, seals, transfers, closings, problems: told.all() }
}

/** The month that is asked for, as it stands; throws where its tables are not there. */
async function findMonth(sql: Sql, month: string) {
  if (!monthForm.test(month)) throw new LedgerMistake(`${month} is no month such as 2026-01`)
  const months = await readArchive(sql)
  const found = months.find((one) => one.month === month)
  if (found === undefined || found.state === 'filling')
    throw new LedgerMistake(`the month ${month} was not moved to its end`)
  for (const [, table] of tablesOf(month)) {
    const [row] = await sql.query<{ isThere: boolean }>(`SELECT to_regclass($1) IS NOT NULL AS "isThere"`, [table])
    if (row?.isThere !== true) throw new LedgerMistake(`the table ${table} is not there: restore it first`)
  }
  return { found, months }
}

function mustBeRight({ problems }: MonthProof, month: string): void {
  if (problems.length > 0) throw new LedgerMistake(`the month ${month} is wrong: ${problems.slice(0, 5).join('; ')}`)
}

/** What each account came to in a month as it was written when it was detached, beside what its seals add up to. */
async function compareBases(pool: SqlPool, month: string, sums: ReadonlyMap<number, Figures>): Promise<string[]> {
  const [row] = await pool.query<{ written: string }>(
    `SELECT coalesce(json_agg(json_build_array(own.account_id, own.number - coalesce(earlier.number, 0),
      own.versions - coalesce(earlier.versions, 0), own.balance_minor - coalesce(earlier.balance_minor, 0),
      own.held_minor - coalesce(earlier.held_minor, 0), own.arriving_minor - coalesce(earlier.arriving_minor, 0),
      own.pending - coalesce(earlier.pending, 0))), '[]')::text AS written
    FROM ledger_detached AS own LEFT JOIN LATERAL (
      SELECT * FROM ledger_detached WHERE account_id = own.account_id AND month < own.month ORDER BY month DESC LIMIT 1
    ) AS earlier ON true WHERE own.month = $1::date`,
    [firstDay(month)],
  )
  const written = new Map(readFigures(row?.written ?? '[]'))
  return [...new Set([...written.keys(), ...sums.keys()])].flatMap((account) =>
    String(written.get(account)) === String(sums.get(account))
      ? []
      : [`account ${account}: its figures of ${month} are not what its seals add up to`],
  )
}

/** As `Ledger.proveMonth`. */
export async function proveMonth(pool: SqlPool, terms: DetachTerms): Promise<MonthProof> {
  const { month } = terms
  const { found, months } = await findMonth(pool, month)
  if (months.some((one) => one.month < month && one.state !== 'detached'))
    throw new LedgerMistake(
      'a month is proven by itself when all before it are detached; the audit proves it with the others',
    )
  const walked = await walkMonth(pool, terms, monthSliceStatements(suffixOf(month)))
  const { movements, seals, problems } = walked
  if (found.state !== 'detached') return { movements, seals, problems }
  const [kept] = await pool.query<{ heads: ChainHead[] }>('SELECT heads FROM ledger_archive WHERE month = $1::date', [
    firstDay(month),
  ])
  const wrong = walked.heads.flatMap(({ strand, number, hash }) =>
    kept?.heads.some((head) => head.strand === strand && head.number === number && head.hash === hash) === true
      ? []
      : [`strand ${strand}: it does not end as it did when the month was detached`],
  )
  return { movements, seals, problems: [...problems, ...wrong, ...(await compareBases(pool, month, walked.sums))] }
}

/** As `Ledger.detachMonth`. */
export async function detachMonth(pool: SqlPool, terms: DetachTerms): Promise<MonthProof> {
  const { month, now } = terms
  const { found, months } = await findMonth(pool, month)
  if (found.state === 'detached') throw new LedgerMistake(`the month ${month} is detached`)
  if (months.some((one) => one.month < month && one.state !== 'detached'))
    throw new LedgerMistake(`a month before ${month} is attached: the oldest one goes first`)
  if (endOf(month).getTime() + OVER_FOR_MS > now.getTime())
    throw new LedgerMistake(`the month ${month} is not over for a year`)
  await terms.allow?.(endOf(month))
  const walked = await walkMonth(pool, terms, sliceStatements)
  mustBeRight(walked, month)
  const { heads, sums, movements, seals, transfers, closings, problems } = walked
  const rows = [...sums].map(([account, figures]) => [account, ...figures.map(String)])
  await pool.transaction(async (tx) => {
    await tx.query(`SET LOCAL lock_timeout = '5s'`)
    for (let at = 0; at < rows.length; at += ACCOUNTS_AT_ONCE) {
      await tx.query(
        `INSERT INTO ledger_detached (account_id, month, number, versions, balance_minor, held_minor, arriving_minor, pending,
          recorded_at)
        SELECT account, $2::date, coalesce(base.number, 0) + (figure ->> 1)::bigint, coalesce(base.versions, 0) + (figure ->> 2)::bigint,
          coalesce(base.balance_minor, 0) + (figure ->> 3)::bigint, coalesce(base.held_minor, 0) + (figure ->> 4)::bigint,
          coalesce(base.arriving_minor, 0) + (figure ->> 5)::bigint, coalesce(base.pending, 0) + (figure ->> 6)::bigint,
          coalesce((SELECT recorded_at FROM ledger_entry_${suffixOf(month)} WHERE account_id = account ORDER BY number DESC LIMIT 1),
            base.recorded_at, '-infinity')
        FROM jsonb_array_elements($1::text::jsonb) AS listed (figure)
        CROSS JOIN LATERAL (SELECT (figure ->> 0)::bigint AS account) AS named
        LEFT JOIN LATERAL (
          SELECT * FROM ledger_detached WHERE account_id = account ORDER BY month DESC LIMIT 1
        ) AS base ON true`,
        [JSON.stringify(rows.slice(at, at + ACCOUNTS_AT_ONCE)), firstDay(month)],
      )
    }
    // Clocks of several servers may differ: then a commit's seal may stand in one month and its entries in the other.
    const [uneven] = await tx.query<{ count: number }>(
      `SELECT count(*) AS count FROM ledger_detached AS base
      LEFT JOIN LATERAL (SELECT number, balance_minor FROM ledger_entry_${suffixOf(month)} WHERE account_id = base.account_id
        ORDER BY number DESC LIMIT 1) AS last ON true
      WHERE month = $1::date AND (base.number, base.balance_minor) IS DISTINCT FROM (coalesce(last.number, base.number),
        coalesce(last.balance_minor, base.balance_minor))`,
      [firstDay(month)],
    )
    if (uneven?.count !== 0) throw new LedgerMistake(`seals and entries of ${month} do not end alike`)
    for (const [parent, child] of tablesOf(month)) await tx.query(`ALTER TABLE ${child} NO INHERIT ${parent}`)
    const rest = await tx.query(
      `UPDATE ledger_archive SET state = 'detached', heads = $2::text::jsonb, transfers = $3, closings = $4
      WHERE month = $1::date AND state = 'filled' RETURNING month`,
      [firstDay(month), JSON.stringify(heads), transfers, closings],
    )
    if (rest.length !== 1) throw new LedgerMistake(`the month ${month} is detached`)
    await terms.note?.(tx)
  })
  return { movements, seals, problems }
}

/** As `Ledger.attachMonth`. */
export async function attachMonth(pool: SqlPool, terms: DetachTerms): Promise<MonthProof> {
  const { month } = terms
  const { found, months } = await findMonth(pool, month)
  if (found.state !== 'detached') throw new LedgerMistake(`the month ${month} is attached`)
  if (months.some((one) => one.month > month && one.state === 'detached'))
    throw new LedgerMistake(`a month after ${month} is detached: the newest one comes back first`)
  const proof = await proveMonth(pool, terms)
  mustBeRight(proof, month)
  await pool.transaction(async (tx) => {
    await tx.query(`SET LOCAL lock_timeout = '5s'`)
    for (const [parent, child] of tablesOf(month)) {
      await tx.query(`CREATE OR REPLACE TRIGGER ${child}_unchanged BEFORE UPDATE OR DELETE OR TRUNCATE ON ${child}
        FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change()`)
      await tx.query(`ALTER TABLE ${child} INHERIT ${parent}`)
    }
    await tx.query('DELETE FROM ledger_detached WHERE month = $1::date', [firstDay(month)])
    await tx.query(
      `UPDATE ledger_archive SET state = 'filled', heads = NULL, transfers = NULL, closings = NULL WHERE month = $1::date`,
      [firstDay(month)],
    )
    await terms.note?.(tx)
  })
  return proof
}
