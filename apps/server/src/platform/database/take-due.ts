import type { Sql } from './types.ts'

/**
 * Takes rows whose `ask_at` has come, the longest due first: it is moved to `leaseUntil`, so that other workers leave them
 * alone, and a killed one loses them to the next. Correctness does not rest on it. With `open` they are found in the narrow
 * table that keeps the ids and the `ask_at` of those that are under way; the rows themselves are what is locked. All but the
 * values is written, not composed of what callers are given.
 */
export function takeDue<Row extends object>(
  sql: Sql,
  { table, columns, id = 'id', where = 'true', open }: DueTable,
  { now, leaseUntil, limit }: { now: Date; leaseUntil: Date; limit: number },
): Promise<Row[]> {
  const found = open === undefined ? '' : `join ${open} open on open.id = ${table}.id and open.ask_at <= $1`
  const order = open === undefined ? 'ask_at' : 'open.ask_at'
  return sql.query<Row>(
    `update ${table} set ask_at = $2
     where ${id} in (
       select ${table}.${id} from ${table} ${found} where ${table}.ask_at <= $1 and ${where}
       order by ${order} limit $3 for update of ${table} skip locked
     ) and ${where}
     returning ${columns}`,
    [now, leaseUntil, limit],
  )
}

interface DueTable {
  table: string
  columns: string
  id?: string
  where?: string
  open?: string
}
