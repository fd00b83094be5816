import type { Sql } from './types.ts'

/** Inserts a row, or gives the one of the same key these values; objects are written as JSON. */
export async function putRow(
  sql: Sql,
  table: string,
  key: readonly string[],
  columns: Readonly<Record<string, unknown>>,
): Promise<void> {
  const names = Object.keys(columns)
  const isJson = (value: unknown) => typeof value === 'object' && value !== null && !(value instanceof Date)
  const places = names.map((name, index) => (isJson(columns[name]) ? `$${index + 1}::text::jsonb` : `$${index + 1}`))
  const changes = names.filter((name) => !key.includes(name)).map((name) => `${name} = excluded.${name}`)
  await sql.query(
    `insert into ${table} (${names.join(', ')}) values (${places.join(', ')})
     on conflict (${key.join(', ')}) do update set ${changes.join(', ')}`,
    names.map((name) => (isJson(columns[name]) ? JSON.stringify(columns[name]) : columns[name])),
  )
}
