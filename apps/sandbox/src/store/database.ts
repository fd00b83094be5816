import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { schema } from './schema.ts'

/** One row as SQLite gives it. */
export type Row = Readonly<Record<string, unknown>>

/** What a statement takes in place of its question marks. */
type Value = SQLInputValue

/** The sandbox's memory. Everything is synchronous: when a call returns, what it wrote is on the disk. */
export interface Store {
  /** Runs a statement that writes; returns the number of changed rows. */
  run(sql: string, ...values: Value[]): number
  /** The first row, or undefined. */
  get(sql: string, ...values: Value[]): Row | undefined
  /** All rows. */
  all(sql: string, ...values: Value[]): Row[]
  /** Runs the work in one transaction; a throw rolls it back. Inside another transaction it joins that one. */
  transaction<T>(work: () => T): T
  close(): void
}

/**
 * Opens `<dataFolder>/sandbox.sqlite`, made when absent. Each commit is synced to the disk before the call returns
 * (rulings 6.2); the file is locked while it is open. Throws an Error in words when another process has it.
 */
export function openStore(dataFolder: string): Store {
  mkdirSync(dataFolder, { recursive: true })
  const file = join(dataFolder, 'sandbox.sqlite')
  const database = new DatabaseSync(file, { timeout: 2000 })
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;')
    database.exec('BEGIN EXCLUSIVE; COMMIT;')
  } catch (error) {
    database.close()
    if (!isLocked(error)) throw error
    throw new Error(`${file} is in use by another sandbox. Stop it, or set KRAPAO_DATA to another folder.`, {
      cause: error,
    })
  }
  database.exec(schema)
  return asStore(database)
}

function isLocked(error: unknown): boolean {
  return error instanceof Error && /locked|busy/i.test(error.message)
}

function asStore(database: DatabaseSync): Store {
  const statements = new Map<string, StatementSync>()
  const prepare = (sql: string): StatementSync => {
    const known = statements.get(sql)
    if (known !== undefined) return known
    const made = database.prepare(sql)
    statements.set(sql, made)
    return made
  }
  return {
    run: (sql, ...values) => Number(prepare(sql).run(...values).changes),
    get: (sql, ...values) => prepare(sql).get(...values),
    all: (sql, ...values) => prepare(sql).all(...values),
    transaction(work) {
      if (database.isTransaction) return work()
      database.exec('BEGIN IMMEDIATE')
      try {
        const result = work()
        database.exec('COMMIT')
        return result
      } catch (error) {
        database.exec('ROLLBACK')
        throw error
      }
    },
    close: () => database.close(),
  }
}

/** A text column of a row; throws when it is no text: a defect. */
export function textOf(row: Row, column: string): string {
  const value = row[column]
  if (typeof value !== 'string') throw new TypeError(`column ${column} holds no text`)
  return value
}

/** An integer column of a row; throws when it is no number: a defect. */
export function integerOf(row: Row, column: string): number {
  const value = row[column]
  if (typeof value !== 'number') throw new TypeError(`column ${column} holds no integer`)
  return value
}
