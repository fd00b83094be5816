import { LedgerMistake } from './mistake.ts'
import type { Guard, Movement, Outcome, Refusal, RowWrite, Submission } from './types.ts'

/** The longest movement id, in characters. */
const ID_LENGTH_MAX = 64

// PostgreSQL's jsonb takes neither U+0000 nor half a surrogate pair; one such text would fail its whole batch.
const unstorableText = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/

/** What `ledger_submit` answers for one submission. */
export type WrittenOutcome =
  | { ok: true; replayed: boolean }
  | { ok: false; refusal: Refusal; detail: string }
  | { ok: false; mistake: string; sqlState: string }

function requireThat(condition: boolean, message: string): void {
  if (!condition) throw new LedgerMistake(message)
}

function requireInteger(value: number, name: string): void {
  requireThat(Number.isSafeInteger(value), `${name} must be a safe integer, not ${value}`)
}

function requireDate(value: Date): void {
  requireThat(!Number.isNaN(value.getTime()), 'occurredAt must be a valid date')
}

function checkMovement(movement: Movement): void {
  requireThat(
    movement.id.length >= 1 && movement.id.length <= ID_LENGTH_MAX,
    `a movement's id has 1 to ${ID_LENGTH_MAX} characters`,
  )
  requireDate(movement.occurredAt)
  if (movement.kind === 'void') return
  if (movement.kind === 'settle') {
    if (movement.amountMinor !== undefined) requireInteger(movement.amountMinor, 'amountMinor')
    return
  }
  requireInteger(movement.amountMinor, 'amountMinor')
  requireThat(movement.from !== movement.to, `movement ${movement.id} goes from ${movement.from} to itself`)
  requireThat(movement.reference !== '', `movement ${movement.id} has no reference`)
}

function checkTable(table: string, registered: ReadonlySet<string>): void {
  requireThat(registered.has(table), `table ${table} is not registered with the ledger`)
}

function checkGuard(guard: Guard, registered: ReadonlySet<string>): void {
  requireInteger(guard.version, 'version')
  if ('table' in guard) checkTable(guard.table, registered)
}

function checkRow(row: RowWrite, registered: ReadonlySet<string>): void {
  checkTable(row.table, registered)
  if ('insert' in row) return
  requireInteger(row.version, 'version')
  requireThat(!('id' in row.update) && !('version' in row.update), `an update of ${row.table} sets id or version`)
}

/**
 * Writes a submission as the JSON text that `ledger_submit` reads, after checking what only a defect can get wrong.
 * Throws a LedgerMistake; the caller's object may change afterwards without effect.
 */
export function writeSubmission(submission: Submission, registered: ReadonlySet<string>): string {
  const { movements, claims = [], guards = [], rows = [], news = [] } = submission
  for (const movement of movements) checkMovement(movement)
  for (const guard of guards) checkGuard(guard, registered)
  for (const row of rows) checkRow(row, registered)
  const text = JSON.stringify({ movements, claims, guards, rows, news })
  requireThat(!unstorableText.test(text), 'a text holds U+0000 or half a surrogate pair')
  return text
}

/** Reads one outcome; throws a LedgerMistake when the submission was defective. */
export function readOutcome(written: WrittenOutcome): Outcome {
  if ('mistake' in written) throw new LedgerMistake(written.mistake, written.sqlState)
  return written
}
