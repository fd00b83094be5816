import { csvText } from '@krapao/contract'

/** Rows of the tables that a copy is made of, by the tables' names. */
export type Copied = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>

/** A line for each field of each row: tables of all shapes stand in one file. */
export function csvOf(copied: Copied): string {
  const lines = Object.entries(copied).flatMap(([table, rows]) =>
    rows.flatMap((row, index) => Object.entries(row).map(([field, value]) => [table, index + 1, field, value ?? ''])),
  )
  return csvText([['table', 'row', 'field', 'value'], ...lines])
}
