import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { CompiledQuery, Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import type { Database, Sql } from './types.ts'

/** The pool was used inside a transaction. On the embedded engine it would wait for itself for ever. */
export class PoolInTransactionError extends Error {
  constructor() {
    super('the pool was used inside a transaction: run the statement on the `tx` that the callback was given')
    this.name = 'PoolInTransactionError'
  }
}

/** How often a transaction is tried when the engine took it back for the sake of another one. */
const ATTEMPTS = 3

/** The SQLSTATE of a database's error, such as "23505", or undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('severity' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** Whether the error says that a row with this key exists already; with `constraint`, by that constraint or index. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (sqlState(error) !== '23505') return false
  return constraint === undefined || (error as { constraint?: unknown }).constraint === constraint
}

/** serialization_failure and deadlock_detected: nothing was written, and the next try may well pass. */
function wasTakenBack(error: unknown): boolean {
  const state = sqlState(error)
  return state === '40001' || state === '40P01'
}

// A Kysely has no state of its own for its tables: the type says which of them the calling store knows.
function sqlOn(kysely: Kysely<unknown>): Sql {
  return {
    query: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      (await kysely.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows,
    tables: <Tables>() => kysely as unknown as Kysely<Tables>,
  }
}

/**
 * The Database over a pool of either engine. `shut` is called after the pool has ended.
 * Transactions that PostgreSQL takes back (40001, 40P01) are tried again, twice at most.
 */
export function databaseOn(engine: Database['engine'], pool: PostgresPool, shut: () => Promise<void>): Database {
  const inside = new AsyncLocalStorage<{ active: boolean }>()
  const guarded: PostgresPool = {
    options: pool.options,
    connect: () => {
      if (inside.getStore()?.active === true) return Promise.reject(new PoolInTransactionError())
      return pool.connect()
    },
    end: () => pool.end(),
  }
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: guarded }) })

  const once = <Result>(work: (tx: Sql) => Promise<Result>): Promise<Result> =>
    kysely.transaction().execute(async (trx) => {
      const context = { active: true }
      try {
        return await inside.run(context, () => work(sqlOn(trx)))
      } finally {
        // What the callback started and did not wait for may use the pool once the transaction is over.
        context.active = false
      }
    })

  let closing: Promise<void> | undefined
  return {
    engine,
    ...sqlOn(kysely),
    transaction: async (work) => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await once(work)
        } catch (error) {
          if (attempt === ATTEMPTS || !wasTakenBack(error)) throw error
          await pause(attempt * (5 + Math.random() * 15))
        }
      }
    },
    close: () => {
      closing ??= pool.end().then(shut)
      return closing
    },
  }
}
