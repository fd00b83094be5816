import type { Sql } from './platform/database/types.ts'

/** How much of a kind waits, and for how long the oldest of it. */
export interface Waiting {
  what: string
  count: number
  oldestS: number
}

/** Of what each of these selects, as `what` it is and `since` when it waits; `$1` is the present moment. */
export function readWaiting(sql: Sql, selects: readonly string[], now: Date): Promise<Waiting[]> {
  return sql.query(
    `with waiting (what, since) as (${selects.join(' union all ')})
     select what, count(*) as count, extract(epoch from $1::timestamptz - min(since))::float8 as "oldestS"
     from waiting group by what`,
    [now],
  )
}
