import { readDecimalText } from '@krapao/money'
import { CommandError } from './command.ts'

/** What was found or said; throws what people are told where there is none. */
export function required<Value>(value: Value | null | undefined, otherwise: string): Value {
  if (value === null || value === undefined || value === '') throw new CommandError(otherwise)
  return value
}

/** The id of what a list shows, such as `flag`. */
export function requireId(id: string | undefined, what: string): string {
  return required(id, `Name the id of a ${what}, as the list shows it.`)
}

/** A line for each row, or `nothing`. */
export function listing<Row>(rows: readonly Row[], describe: (row: Row) => string, nothing: string): string {
  return rows.length === 0 ? nothing : rows.map(describe).join('\n')
}

/** Baht as people type them, in satang; a CommandError for anything else, for nothing and for zero. */
export function requireAmount(word: string | undefined): number {
  const amountMinor = readDecimalText(word ?? '')
  if (amountMinor === null || amountMinor === 0)
    throw new CommandError('Name the amount in baht, such as 1500 or 12.50.')
  return amountMinor
}
