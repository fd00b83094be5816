/** Rows of the tables that a copy is made of, by the tables' names. */
export type Copied = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>

/** A spreadsheet takes a cell that begins so for a formula, and runs it. */
const FORMULA = /^[=+\-@\t\r]/

/** One cell of CSV, harmless in a spreadsheet. */
function csvCell(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  // A number that was written as one is none of that.
  const harmless = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** A line for each field of each row: tables of all shapes stand in one file. */
export function csvOf(copied: Copied): string {
  const lines = Object.entries(copied).flatMap(([table, rows]) =>
    rows.flatMap((row, index) =>
      Object.entries(row).map(([field, value]) => [table, index + 1, field, value ?? ''].map(csvCell).join(',')),
    ),
  )
  return `\uFEFF${['table,row,field,value', ...lines].join('\r\n')}\r\n`
}
