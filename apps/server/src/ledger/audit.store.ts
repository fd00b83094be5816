import type { Sql } from '../platform/database/types.ts'

/** The last audit that came to its end: when, and how much it found wrong. */
export interface LastAudit {
  endedAt: Date
  problems: number
}

/** Whoever writes that he begins is the only one for so long, though he should die of it. */
export async function beginAudit(sql: Sql, now: Date, everyMs: number): Promise<boolean> {
  const rows = await sql.query(
    `insert into ledger_audit (begun_at) values ($1)
     on conflict (one) do update set begun_at = $1 where ledger_audit.begun_at <= $2 returning one`,
    [now, new Date(now.getTime() - everyMs)],
  )
  return rows.length > 0
}

export async function noteAudit(
  sql: Sql,
  { begunAt, endedAt, problems }: LastAudit & { begunAt: Date },
): Promise<void> {
  await sql.query(
    `insert into ledger_audit (begun_at, ended_at, problems) values ($1, $2, $3)
     on conflict (one) do update set begun_at = excluded.begun_at, ended_at = excluded.ended_at,
       problems = excluded.problems`,
    [begunAt, endedAt, problems],
  )
}

/**
 * What is found between two whole audits stands until the next one, as of the moment when it was found first: it is no
 * news each time. That nothing was found changes nothing.
 */
export async function noteWrong(sql: Sql, problems: number, now: Date): Promise<void> {
  await sql.query(
    `insert into ledger_audit (begun_at, ended_at, problems) values ($1, $1, $2)
     on conflict (one) do update set
       ended_at = case when ledger_audit.problems > 0 then ledger_audit.ended_at else excluded.ended_at end,
       problems = greatest(coalesce(ledger_audit.problems, 0), excluded.problems)`,
    [now, problems],
  )
}

/** What the last audit that came to its end found; null before the first. */
export async function readLastAudit(sql: Sql): Promise<LastAudit | null> {
  const [row] = await sql.query<LastAudit>(
    'select ended_at as "endedAt", problems from ledger_audit where ended_at is not null',
  )
  return row ?? null
}
