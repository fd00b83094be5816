import type { Sql } from './types.ts'

/**
 * Takes rows whose `ask_at` has come, the longest due first: it is moved to `leaseUntil`, so that other workers leave them
 * alone, and a killed one loses them to the next. Correctness does not rest on it. All but the values is written, not composed of
 * what callers are given.
 */
export function takeDue<Row extends object>(
  sql: Sql,
  { table, columns, id = 'id', where = 'true' }: { table: string; columns: string; id?: string; where?: string },
  { now, leaseUntil, limit }: { now: Date; leaseUntil: Date; limit: number },
): Promise<Row[]> {
  return sql.query<Row>(
    `update ${table} set ask_at = $2
     where ${id} in (
       select ${id} from ${table} where ask_at <= $1 and ${where} order by ask_at limit $3 for update skip locked
     ) and ${where}
     returning ${columns}`,
    [now, leaseUntil, limit],
  )
}
