import type { Json, RowWrite } from '@krapao/ledger'
import type { Sql } from './types.ts'

type Columns = object

/** Of each field that was written once: there are only so many, and each row has a dozen. */
const columnNames = new Map<string, string>()

/** The column of a field: `created_at` of `createdAt`. */
export function columnOf(field: string): string {
  let column = columnNames.get(field)
  if (column === undefined) {
    column = field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    columnNames.set(field, column)
  }
  return column
}

/** What a row is written by: its columns by their names, objects and lists as JSON. */
function written(columns: Columns) {
  const isJson = (value: unknown) => typeof value === 'object' && value !== null && !(value instanceof Date)
  const entries = Object.entries(columns as Record<string, unknown>)
  const names = entries.map(([name]) => columnOf(name))
  const places = entries.map(([, value], index) => (isJson(value) ? `$${index + 1}::text::jsonb` : `$${index + 1}`))
  const values = entries.map(([, value]) => (isJson(value) ? JSON.stringify(value) : value))
  return { names, insert: `(${names.join(', ')}) values (${places.join(', ')})`, values }
}

/** What the ledger can write: never undefined, which it would take for nothing in one way and for null in another. */
type Writable<Fields> = { readonly [Field in keyof Fields]: Json | Date }

/** Columns by their names, as the ledger takes them: times as text. */
function columnsOf(fields: object): Record<string, Json> {
  const columns: Record<string, Json> = {}
  for (const [field, value] of Object.entries(fields as Record<string, Json | Date>)) {
    columns[columnOf(field)] = value instanceof Date ? value.toISOString() : value
  }
  return columns
}

/** A new row, which the ledger writes in the commit that moves the money it tells of. */
export function insertOf<Row extends { readonly id: string } & Writable<Row>>(
  table: string,
  { id, ...fields }: Row,
): RowWrite {
  return { table, insert: { id, ...columnsOf(fields) } }
}

/** What becomes of the row of this version, written in the same way. */
export function updateOf<Fields extends Writable<Fields>>(
  table: string,
  { id, version }: { id: string; version: number },
  fields: Fields,
): RowWrite {
  return { table, id, version, update: columnsOf(fields) }
}

/** Inserts a row. With `unless`, such as `(id)` or nothing for any, false when one of the same unique key is there. */
export async function addRow(sql: Sql, table: string, columns: Columns, unless?: string): Promise<boolean> {
  const { insert, values } = written(columns)
  const conflict = unless === undefined ? '' : `on conflict ${unless} do nothing`
  return (await sql.query(`insert into ${table} ${insert} ${conflict} returning 1 as added`, values)).length > 0
}

/** Inserts a row, or gives the one of the same key these values. */
export async function putRow(sql: Sql, table: string, key: readonly string[], columns: Columns): Promise<void> {
  const { names, insert, values } = written(columns)
  const changes = names.filter((name) => !key.includes(name)).map((name) => `${name} = excluded.${name}`)
  await sql.query(
    `insert into ${table} ${insert} on conflict (${key.join(', ')}) do update set ${changes.join(', ')}`,
    values,
  )
}
