import { columnOf } from './put-row.ts'
import type { Sql } from './types.ts'

/**
 * Changes a row that is still of the version that was read, and returns it as it is then; null when it moved. Its table has
 * `id text` and `version integer`; `columns` are what is read of it.
 */
export async function changeRow<Row extends object>(
  sql: Sql,
  { table, columns }: { table: string; columns: string },
  row: { id: string; version: number },
  change: object,
): Promise<Row | null> {
  const fields = Object.entries(change)
  const assignments = fields.map(([field], index) => `${columnOf(field)} = $${index + 3}`)
  const [changed] = await sql.query<Row>(
    `update ${table} set ${['version = version + 1', ...assignments].join(', ')} where id = $1 and version = $2
     returning ${columns}`,
    [row.id, row.version, ...fields.map(([, value]) => value as unknown)],
  )
  return changed ?? null
}
