import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { isDatabaseAway } from './away.ts'
import type { Connection, Database, Pool, Sql } from './types.ts'

/** The pool was used inside a transaction. On the embedded engine it would wait for itself for ever. */
export class PoolInTransactionError extends Error {
  constructor() {
    super('the pool was used inside a transaction: run the statement on the `tx` that the callback was given')
    this.name = 'PoolInTransactionError'
  }
}

/** Said first in a transaction, its statements take the time that they take: neither the server nor we give them up. */
export const UNLIMITED = 'set local statement_timeout = 0'

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

/** Statements of one session, one after the other. */
export function sqlOn(connection: Connection): Sql {
  let last: Promise<unknown> = Promise.resolve()
  return {
    query<Row extends object>(text: string, values: readonly unknown[] = []) {
      const run = async () => (await connection.query<Row>(text, values)).rows
      const rows = last.then(run, run)
      last = rows
      return rows
    },
  }
}

/** Runs `work` between begin and commit. What cannot even be rolled back gives its session up. */
async function inTransaction<Result>(connection: Connection, work: (tx: Sql) => Promise<Result>): Promise<Result> {
  let isBroken = false
  try {
    await connection.query('begin', [])
    try {
      const result = await work(sqlOn(connection))
      const { command } = await connection.query('commit', [])
      // So it ends when a statement failed and nobody minded.
      if (command === 'ROLLBACK') throw new Error('the transaction was rolled back: one of its statements had failed')
      return result
    } catch (error) {
      // What may be there still is not asked for a rollback: the session ends, and the transaction with it.
      if (isDatabaseAway(error)) isBroken = true
      else await connection.query('rollback', []).catch(() => (isBroken = true))
      throw error
    }
  } finally {
    connection.release(isBroken)
  }
}

/**
 * The Database over a pool of either engine. `shut` is called after the pool has ended.
 * Transactions that PostgreSQL takes back (40001, 40P01) are tried again, twice at most.
 */
export function databaseOn(engine: Database['engine'], pool: Pool, shut: () => Promise<void>): Database {
  const inside = new AsyncLocalStorage<{ active: boolean }>()

  async function connect(text?: string): Promise<Connection> {
    if (inside.getStore()?.active === true) throw new PoolInTransactionError()
    return pool.connect(text)
  }

  async function once<Result>(work: (tx: Sql) => Promise<Result>): Promise<Result> {
    return inTransaction(await connect(), async (tx) => {
      const context = { active: true }
      try {
        return await inside.run(context, () => work(tx))
      } finally {
        // What the callback started and did not wait for may use the pool once the transaction is over.
        context.active = false
      }
    })
  }

  let closing: Promise<void> | undefined
  return {
    engine,
    async query<Row extends object>(text: string, values: readonly unknown[] = []) {
      const connection = await connect(text)
      let isBroken = false
      try {
        return (await connection.query<Row>(text, values)).rows
      } catch (error) {
        isBroken = isDatabaseAway(error)
        throw error
      } finally {
        connection.release(isBroken)
      }
    },
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
