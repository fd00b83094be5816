import type { Sql, SqlMigration } from '../database/types.ts'
import type { PartyMinute } from './health.rules.ts'

export const partiesMigrations: readonly SqlMigration[] = [
  {
    name: '2026-11-23-90-party-minutes',
    sql: `
      -- How outside parties answered, by whichever process called them. Kept for an hour.
      create table party_minute (
        party text not null,
        minute timestamptz not null,
        calls integer not null,
        failures integer not null,
        slow integer not null,
        last_answer_at timestamptz,
        primary key (party, minute)
      );
      create index party_minute_minute on party_minute (minute);
    `,
  },
]

/** Adds what a process has counted to what all have. */
export async function addMinutes(sql: Sql, counted: readonly PartyMinute[]): Promise<void> {
  // Processes write the same rows at once: all in one order, so that none waits for another in a circle.
  const rows = counted.toSorted((one, other) => keyOf(one).localeCompare(keyOf(other)))
  await sql.query(
    `insert into party_minute as kept (party, minute, calls, failures, slow, last_answer_at)
     select * from unnest ($1::text[], $2::timestamptz[], $3::integer[], $4::integer[], $5::integer[], $6::timestamptz[])
     on conflict (party, minute) do update set
       calls = kept.calls + excluded.calls,
       failures = kept.failures + excluded.failures,
       slow = kept.slow + excluded.slow,
       last_answer_at = greatest(kept.last_answer_at, excluded.last_answer_at)`,
    [
      rows.map(({ party }) => party),
      rows.map(({ minute }) => minute),
      rows.map(({ calls }) => calls),
      rows.map(({ failures }) => failures),
      rows.map(({ slow }) => slow),
      rows.map(({ lastAnswerAt }) => lastAnswerAt),
    ],
  )
}

function keyOf({ party, minute }: PartyMinute): string {
  return `${minute.getTime()} ${party}`
}

export function readMinutes(sql: Sql, since: Date): Promise<PartyMinute[]> {
  return sql.query<PartyMinute>(
    `select party, minute, calls, failures, slow, last_answer_at as "lastAnswerAt" from party_minute where minute > $1`,
    [since],
  )
}

export async function deleteMinutes(sql: Sql, before: Date): Promise<void> {
  await sql.query('delete from party_minute where minute <= $1', [before])
}
