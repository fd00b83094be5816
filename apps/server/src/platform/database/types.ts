import type { Sql } from '@krapao/ledger'

/** The pool or one transaction; and what may be a standby, for pages that are shown and never for what is decided. */
export type { ReadSql, Sql } from '@krapao/ledger'

/** A session of a pool, for one caller from `connect` to `release`. */
export interface Connection {
  query<Row>(text: string, values: readonly unknown[]): Promise<{ command: string; rows: Row[] }>
  /** With `isBroken` nobody gets it again as it is. */
  release(isBroken?: boolean): void
}

/** Where sessions of either engine come from. */
export interface Pool {
  /** `text` is what alone is to be run on it, where that is known. */
  connect(text?: string): Promise<Connection>
  end(): Promise<void>
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
