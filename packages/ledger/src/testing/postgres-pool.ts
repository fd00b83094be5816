import { readInt8 } from '@krapao/money'
import { Pool, types } from 'pg'
import type { PoolClient } from 'pg'
import type { Sql, SqlPool } from '../types.ts'

/** OID of int8. */
const INT8 = 20

/** A pool whose connections may be ended by others at any time: a statement that was on its way then rejects. */
export interface PostgresPool extends SqlPool {
  /** Runs several statements without parameters. */
  script(text: string): Promise<void>
  close(): Promise<void>
}

/**
 * Opens up to so many connections to a schema; their application name tells them from others. `settings` are PostgreSQL's
 * own, as its command line takes them.
 */
export function openPostgresPool(terms: {
  connectionString: string
  schema: string
  connections: number
  application?: string
  settings?: string
}): PostgresPool {
  const pool = new Pool({
    connectionString: terms.connectionString,
    max: terms.connections,
    options: `-c search_path=${terms.schema} ${terms.settings ?? ''}`,
    ...(terms.application !== undefined && { application_name: terms.application }),
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === INT8 ? readInt8 : types.getTypeParser(oid, format),
    },
  })
  // A connection that is ended while nobody uses it is no news to anybody: the pool makes another.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))

  const on = (client: PoolClient): Sql => ({
    query: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      (await client.query<Row>(text, [...values])).rows,
  })

  return {
    async query<Row extends object>(text: string, values: readonly unknown[] = []) {
      return (await pool.query<Row>(text, [...values])).rows
    },
    async transaction(work) {
      const client = await pool.connect()
      let isBroken = false
      try {
        await client.query('BEGIN')
        const result = await work(on(client))
        await client.query('COMMIT')
        return result
      } catch (error) {
        // As the server does it: the session serves the next one, unless it is lost.
        await client.query('ROLLBACK').catch(() => {
          isBroken = true
        })
        throw error
      } finally {
        client.release(isBroken)
      }
    },
    script: async (text) => {
      await pool.query(text)
    },
    close: () => pool.end(),
  }
}
