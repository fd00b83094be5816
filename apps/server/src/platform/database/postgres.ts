import pg from 'pg'
import { databaseOn } from './database.ts'
import type { Connection, Database, DatabaseLogger } from './types.ts'
import { columnParser, encodeValue } from './values.ts'

const OLDEST_SERVER_VERSION = 15

/** How long closing waits for connections that are still at work. */
const CLOSE_TIMEOUT_MS = 5_000

interface ServerFacts {
  version: string
  versionNumber: number
  durable: boolean
}

/** Throws in words when the server is older than the SQL of this product needs. */
export function requireServerVersion({ version, versionNumber }: Pick<ServerFacts, 'version' | 'versionNumber'>): void {
  if (versionNumber >= OLDEST_SERVER_VERSION * 10_000) return
  throw new Error(`PostgreSQL ${OLDEST_SERVER_VERSION} or newer is needed, and DATABASE_URL leads to ${version}.`)
}

async function readFacts(pool: pg.Pool): Promise<ServerFacts> {
  try {
    const { rows } = await pool.query<ServerFacts>(
      `select current_setting('server_version') as version,
        current_setting('server_version_num')::int4 as "versionNumber",
        current_setting('fsync') = 'on' and current_setting('synchronous_commit') <> 'off' as durable`,
    )
    const facts = rows[0]
    if (facts === undefined) throw new Error('it gave no answer')
    return facts
  } catch (error) {
    // A refused connection comes as an AggregateError without a message of its own.
    const reason = error instanceof AggregateError ? error.errors.map(String).join(', ') : String(error)
    throw new Error(`The PostgreSQL server of DATABASE_URL cannot be used: ${reason}`, { cause: error })
  }
}

/** Opens a pool to a PostgreSQL server; throws in words when it cannot be reached or is older than 15. */
export async function openPostgres(settings: { databaseUrl: string; logger: DatabaseLogger }): Promise<Database> {
  const { databaseUrl, logger } = settings
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
  // The pool listens to idle connections alone: a busy one that breaks would end the process. Its work hears of it by itself.
  pool.on('connect', (client) => {
    client.on('error', (error) => logger.warn({ err: error }, 'a connection to the database broke'))
  })
  pool.on('error', (error) => logger.warn({ err: error }, 'an idle connection to the database broke and is replaced'))
  try {
    const facts = await readFacts(pool)
    requireServerVersion(facts)
    if (!facts.durable) {
      logger.warn({}, 'the database server has fsync or synchronous_commit off: a power cut can lose committed money')
    }
  } catch (error) {
    await pool.end()
    throw error
  }
  return {
    ...databaseOn(
      'postgres',
      { connect: async () => connectionOn(await pool.connect()), end: () => endWithin(pool) },
      () => Promise.resolve(),
    ),
    connections: () => ({
      idle: pool.idleCount,
      busy: pool.totalCount - pool.idleCount,
      waiting: pool.waitingCount,
    }),
  }
}

/** Names of statements that connections keep prepared, so that the server reads and plans each of them once. */
const statementNames = new Map<string, string>()
/** Statements are written, not composed, so that there are few; those of an endless kind stay unnamed. */
const NAMED_MAX = 500

/** The name of a statement with parameters; text without any may hold several statements, which cannot be prepared. */
function nameOf(text: string, values: readonly unknown[]): string | undefined {
  if (values.length === 0) return undefined
  const known = statementNames.get(text)
  if (known !== undefined || statementNames.size >= NAMED_MAX) return known
  const name = `krapao-${statementNames.size + 1}`
  statementNames.set(text, name)
  return name
}

/** A connection of `pg`, with parameters written the same way as for the embedded engine. */
function connectionOn(client: pg.PoolClient): Connection {
  return {
    async query<Row>(text: string, values: readonly unknown[]) {
      const name = nameOf(text, values)
      const result: unknown = await client.query({
        text,
        values: values.map(encodeValue),
        ...(name === undefined ? {} : { name }),
      })
      // Text of several statements (a migration) comes back as a list, of which the last counts.
      return (Array.isArray(result) ? result.at(-1) : result) as { command: string; rows: Row[] }
    },
    release: (isBroken) => client.release(isBroken),
  }
}

/** Ends the pool; a connection that is still at work after a while is left to the end of the process. */
async function endWithin(pool: pg.Pool): Promise<void> {
  const limit = Promise.withResolvers<void>()
  const timer = setTimeout(limit.resolve, CLOSE_TIMEOUT_MS)
  await Promise.race([pool.end(), limit.promise])
  clearTimeout(timer)
}
