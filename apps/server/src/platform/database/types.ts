import type { Sql as LedgerSql } from '@krapao/ledger'
import type { Kysely } from 'kysely'

/** The pool or one transaction. `tables<T>()` is a Kysely over the same connection, typed by the calling store's own tables. */
export interface Sql extends LedgerSql {
  tables<Tables>(): Kysely<Tables>
}

/**
 * The database of the server, on either engine. int8 arrives as a checked safe integer, timestamptz as Date.
 * Using the pool inside `transaction` (instead of its `tx`) throws: on the embedded engine it would wait for itself.
 */
export interface Database extends Sql {
  readonly engine: 'embedded' | 'postgres'
  /**
   * Runs `work` in one transaction: committed when it resolves, rolled back when it rejects. When the engine takes the
   * transaction back for another one's sake (a deadlock) `work` runs again from its start, twice at most: it must do
   * nothing outside the database.
   */
  transaction<Result>(work: (tx: Sql) => Promise<Result>): Promise<Result>
  /** Connections of a pool, by what they do, and how many callers wait for one; only of a database server. */
  connections?(): { idle: number; busy: number; waiting: number }
  /** Lets what runs finish, for a few seconds at most, and closes; safe to call twice. */
  close(): Promise<void>
}

/** A migration: plain SQL in what PostgreSQL 15 and 18 share. `name` is "YYYY-MM-DD-NN-room", its order and its identity. */
export interface SqlMigration {
  name: string
  sql: string
}

/** The part of the logger that the database needs. */
export interface DatabaseLogger {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}
