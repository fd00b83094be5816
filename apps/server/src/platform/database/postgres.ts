import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'
import { databaseOn } from './database.ts'
import type { Database } from './types.ts'
import { columnParser, encodeValue } from './values.ts'

const OLDEST_SERVER_VERSION = 15

export interface PostgresSettings {
  databaseUrl: string
  /** Told when a connection that nobody uses broke; the pool replaces it. */
  onIdleError(error: Error): void
}

/** Opens a pool to a PostgreSQL server; throws in words when it cannot be reached or is older than 15. */
export async function openPostgres({ databaseUrl, onIdleError }: PostgresSettings): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'krapao',
    max: 20,
    keepAlive: true,
    connectionTimeoutMillis: 30_000,
    statement_timeout: 60_000,
    idle_in_transaction_session_timeout: 60_000,
    // The embedded engine's zone: what SQL makes of a date must not depend on the server's settings.
    options: '-c timezone=UTC',
    types: {
      getTypeParser: (typeId: number, format?: string) =>
        format === 'binary' ? pg.types.getTypeParser(typeId, 'binary') : columnParser(typeId),
    },
  })
  pool.on('error', onIdleError)
  try {
    const { rows } = await pool.query<{ server_version_num: string; server_version: string }>(
      `select current_setting('server_version_num') as server_version_num, current_setting('server_version') as server_version`,
    )
    const version = rows[0]
    if (version === undefined || Number(version.server_version_num) < OLDEST_SERVER_VERSION * 10_000) {
      throw new Error(
        `PostgreSQL ${OLDEST_SERVER_VERSION} or newer is needed; DATABASE_URL leads to ${version?.server_version}`,
      )
    }
  } catch (error) {
    await pool.end()
    throw error
  }
  return databaseOn('postgres', adapt(pool), () => Promise.resolve())
}

/** `pg`'s pool as Kysely sees it, with parameters written the same way as for the embedded engine. */
function adapt(pool: pg.Pool): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect()
      const known = clients.get(client)
      if (known !== undefined) return known
      const adapted = adaptClient(client)
      clients.set(client, adapted)
      return adapted
    },
    end: () => pool.end(),
  }
}

function adaptClient(client: pg.PoolClient): PostgresPoolClient {
  const query = async <Row>(text: string, values: readonly unknown[] = []): Promise<PostgresQueryResult<Row>> => {
    const result: unknown = await client.query(text, values.map(encodeValue))
    // Text of several statements (a migration) comes back as a list, of which the last counts.
    return (Array.isArray(result) ? result.at(-1) : result) as PostgresQueryResult<Row>
  }
  return { query: query as PostgresPoolClient['query'], release: (destroy) => client.release(destroy) }
}
