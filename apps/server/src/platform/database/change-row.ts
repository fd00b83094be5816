import type { Sql } from './types.ts'

/** A table whose rows are changed by whoever holds their present version: `id text`, `version integer`. */
export interface VersionedTable<Change> {
  name: string
  /** What is read of a row that was changed. */
  columns: string
  /** The columns of what may be changed. */
  columnOf: Readonly<Record<keyof Change, string>>
}

/** Changes a row that is still of the version that was read, and returns it as it is then; null when it moved. */
export async function changeRow<Row extends object, Change extends object>(
  sql: Sql,
  { name, columns, columnOf }: VersionedTable<Change>,
  row: { id: string; version: number },
  change: Change,
): Promise<Row | null> {
  const fields = Object.keys(change) as (keyof Change)[]
  const assignments = fields.map((field, index) => `${columnOf[field]} = $${index + 3}`)
  const [changed] = await sql.query<Row>(
    `update ${name} set ${['version = version + 1', ...assignments].join(', ')} where id = $1 and version = $2
     returning ${columns}`,
    [row.id, row.version, ...fields.map((field) => change[field])],
  )
  return changed ?? null
}
