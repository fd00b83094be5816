import type { Database, Sql } from './types.ts'

/** A transaction in the place of its database, for who asks for one: what would open another goes on in this one. */
export function inTransaction({ engine }: Database, tx: Sql): Database {
  return {
    engine,
    query: (text, values) => tx.query(text, values),
    transaction: (work) => work(tx),
    close: () => Promise.reject(new Error('a transaction closes no database')),
  }
}
