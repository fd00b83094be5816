/** A spreadsheet takes a cell that begins so for a formula, and runs it. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

/** What parts cells, by default or by what somebody has ticked in the dialog of a spreadsheet; within quotes it does not. */
const PARTING = /[",;\t\r\n]/

/** One cell of CSV, harmless in a spreadsheet. */
function cellOf(value: unknown): string {
  const text = typeof value === 'string' ? value : value === null ? '' : (JSON.stringify(value) ?? '')
  // A number that was written as one is none of that.
  const harmless = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text
  return PARTING.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Rows as CSV (RFC 4180) that spreadsheets read as UTF-8 and of which they carry nothing out (decision 86). */
export function csvText(rows: readonly (readonly unknown[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')}`
}
