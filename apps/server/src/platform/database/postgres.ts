import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { DAY_MS, MINUTE_MS } from '../durations.ts'
import { addressesOf } from './addresses.ts'
import { isDatabaseAway } from './away.ts'
import { databaseOn, sqlState, UNLIMITED } from './database.ts'
import { CAN_WRITE, createPrimary, dropClient } from './primary.ts'
import type { Connection, Database, DatabaseLogger } from './types.ts'
import { columnParser, encodeValue } from './values.ts'

const OLDEST_SERVER_VERSION = 15

/** Connections of one process, and those beside them that only read, while all of the first are taken. */
const CONNECTIONS_MAX = 20
const READS_MAX = 4
/** How long one is kept that nobody uses: the first transfer on a new one takes ten times as long, as its server reads all anew. */
const IDLE_MS = 10 * MINUTE_MS

/** The server gives a statement up after the first, and a server that froze is given up after the second. */
const STATEMENT_MS = MINUTE_MS
const ANSWER_MS = 65_000
/** What takes the time that it takes is given up after so long all the same. */
const LONGEST_MS = DAY_MS
/** A line that was cut without a word is noticed by the system, which asks after so long. */
const KEEP_ALIVE_MS = 10_000

/** How soon a database that is waited for is tried again. */
const TRY_AGAIN_MS = 500

/** read_only_sql_transaction: a standby, or a server that is being promoted. */
const READ_ONLY = '25006'

/** How long closing waits for connections that are still at work. */
const CLOSE_TIMEOUT_MS = 5_000

interface ServerFacts {
  version: string
  versionNumber: number
  durable: boolean
  canWrite: boolean
}

/** Throws in words when the server is older than the SQL of this product needs. */
export function requireServerVersion({ version, versionNumber }: Pick<ServerFacts, 'version' | 'versionNumber'>): void {
  if (versionNumber >= OLDEST_SERVER_VERSION * 10_000) return
  throw new Error(`PostgreSQL ${OLDEST_SERVER_VERSION} or newer is needed, and DATABASE_URL leads to ${version}.`)
}

/** Throws in words; by `cause` it is seen whether it may pass. */
async function readFacts(connect: () => Promise<pg.PoolClient>): Promise<ServerFacts> {
  try {
    const client = await connect()
    const { rows } = await client
      .query<ServerFacts>(
        `select current_setting('server_version') as version,
          current_setting('server_version_num')::int4 as "versionNumber",
          current_setting('fsync') = 'on' and current_setting('synchronous_commit') <> 'off' as durable,
          ${CAN_WRITE} as "canWrite"`,
      )
      .finally(() => client.release())
    const facts = rows[0]
    if (facts === undefined) throw new Error('it gave no answer')
    return facts
  } catch (error) {
    throw unusable(error)
  }
}

function unusable(error: unknown): Error {
  // A refused connection comes as an AggregateError without a message of its own.
  const reason = error instanceof AggregateError ? error.errors.map(String).join(', ') : String(error)
  return new Error(`The PostgreSQL server of DATABASE_URL cannot be used: ${reason}`, { cause: error })
}

/** Reads the facts; who waits asks again while the database is away or takes no writes, each time the one that `look` finds. */
async function waitForFacts(
  connect: () => Promise<pg.PoolClient>,
  { waitMs, logger, look }: { waitMs: number; logger: DatabaseLogger; look: () => Promise<unknown> },
): Promise<ServerFacts> {
  const giveUpAtMs = performance.now() + waitMs
  let isSaid = false
  for (;;) {
    try {
      const facts = await readFacts(connect)
      if (waitMs === 0 || facts.canWrite) return facts
      throw unusable(Object.assign(new Error('it takes no writes'), { code: READ_ONLY }))
    } catch (error) {
      if (!isDatabaseAway(error) || performance.now() >= giveUpAtMs) throw error
      if (!isSaid) logger.warn({ err: error }, `the database is away: it is waited for up to ${waitMs / 1000} s`)
      isSaid = true
      await pause(TRY_AGAIN_MS)
      await look()
    }
  }
}

/**
 * Opens a pool to a PostgreSQL server, or to the one of several that takes writes; throws in words when it cannot be
 * reached within `waitMs` or is older than 15. A connection that broke, or that takes no writes any more, is replaced.
 */
export async function openPostgres(settings: {
  databaseUrl: string
  logger: DatabaseLogger
  waitMs?: number
  connectionsMax?: number
}): Promise<Database> {
  const { databaseUrl, logger, waitMs = 0, connectionsMax = CONNECTIONS_MAX } = settings
  const addresses = addressesOf(databaseUrl)
  const hasOthers = addresses.length > 1
  const clients = new Set<pg.Client>()
  const primary = createPrimary(addresses, {
    logger,
    onMove() {
      for (const client of clients) dropClient(client)
    },
  })
  /** Which connections may be used: those that were made before one of them took no writes may not. */
  let generation = 0
  const generations = new WeakMap<object, number>()

  /** A connection to the server in use. */
  class Client extends pg.Client {
    // The pool gives it its settings, of which its types say nothing.
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionString: primary.address() })
      generations.set(this, generation)
      clients.add(this)
      // The pool listens to idle connections alone: a busy one that breaks would end the process. Its work hears of it by itself.
      this.on('error', (error) => logger.warn({ err: error }, 'a connection to the database broke'))
      this.on('end', () => clients.delete(this))
    }
  }

  const pool = makePool(Client, connectionsMax, '')
  const reads = makePool(Client, READS_MAX, '-c default_transaction_read_only=on')

  /** A connection of this generation; with several servers, after a look for the one that takes writes when none was had. */
  async function connect(from: pg.Pool, isAgain = false): Promise<pg.PoolClient> {
    try {
      for (;;) {
        const client = await from.connect()
        if (generations.get(client) === generation) return client
        client.release(true)
      }
    } catch (error) {
      if (isAgain || !hasOthers || !isDatabaseAway(error) || !(await primary.find())) throw error
      return connect(from, true)
    }
  }

  function leaveReadOnly(): void {
    generation += 1
    if (hasOthers) void primary.find()
  }

  const connectToWrite = async (): Promise<Connection> => connectionOn(await connect(pool), leaveReadOnly)
  const beside = createReadsBeside({
    connectToRead: async () => connectionOn(await connect(reads), () => undefined),
    connectToWrite,
  })
  const isFull = (): boolean => pool.totalCount >= connectionsMax && pool.idleCount === 0
  const connectFor = (text?: string): Promise<Connection> =>
    text !== undefined && isFull() && beside.mayRead(text) ? beside.connect() : connectToWrite()

  const end = async (): Promise<void> => {
    primary.stop()
    await Promise.all([endWithin(pool), endWithin(reads)])
  }
  try {
    const look = async (): Promise<unknown> => hasOthers && primary.find()
    await look()
    const facts = await waitForFacts(() => connect(pool), { waitMs, logger, look })
    requireServerVersion(facts)
    if (!facts.durable) {
      logger.warn({}, 'the database server has fsync or synchronous_commit off: a power cut can lose committed money')
    }
  } catch (error) {
    await end()
    throw error
  }
  primary.watch()
  return {
    ...databaseOn('postgres', { connect: connectFor, end }, () => Promise.resolve()),
    connections: () => ({
      idle: pool.idleCount,
      busy: pool.totalCount - pool.idleCount,
      waiting: pool.waitingCount,
    }),
  }
}

function makePool(Client: new (config?: pg.ClientConfig) => pg.Client, max: number, options: string): pg.Pool {
  const pool = new pg.Pool({
    Client,
    application_name: 'krapao',
    max,
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    connectionTimeoutMillis: 30_000,
    statement_timeout: STATEMENT_MS,
    query_timeout: ANSWER_MS,
    idle_in_transaction_session_timeout: MINUTE_MS,
    // The embedded engine's zone: what SQL makes of a date must not depend on the server's settings.
    options: `-c timezone=UTC ${options}`,
    types: SESSION_TYPES,
  })
  // Each connection has told of it.
  pool.on('error', () => undefined)
  return pool
}

/**
 * Commits may wait for a standby on every connection: who only reads is not to wait behind them, and has a connection of
 * those beside. What turns out to write there has done nothing, and is asked again on one that may, for which it waits.
 */
function createReadsBeside({
  connectToRead,
  connectToWrite,
}: {
  connectToRead: () => Promise<Connection>
  connectToWrite: () => Promise<Connection>
}) {
  /** Text that looks as if it read alone, and does not. */
  const writers = new Set<string>()
  return {
    mayRead: (text: string): boolean => /^\s*(select|with)\b/i.test(text) && !writers.has(text),
    async connect(): Promise<Connection> {
      let held: Connection | null = await connectToRead()
      return {
        release: (isBroken) => held?.release(isBroken),
        async query(asked, values) {
          // Whoever asks has not released it.
          const reading = held as Connection
          try {
            return await reading.query(asked, values)
          } catch (error) {
            if (sqlState(error) !== READ_ONLY) throw error
            writers.add(asked)
            // Others may read while this waits.
            held = null
            reading.release()
            held = await connectToWrite()
            return held.query(asked, values)
          }
        },
      }
    },
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

/** How columns are read, the same as from the embedded engine. */
export const SESSION_TYPES = {
  getTypeParser: (typeId: number, format?: string) =>
    format === 'binary' ? pg.types.getTypeParser(typeId, 'binary') : columnParser(typeId),
}

/** A connection of `pg`, with parameters written the same way as for the embedded engine. */
export function connectionOn(client: pg.PoolClient, onReadOnly: () => void): Connection {
  let isUnlimited = false
  return {
    async query<Row>(text: string, values: readonly unknown[]) {
      const name = nameOf(text, values)
      try {
        const result: unknown = await client.query({
          text,
          values: values.map(encodeValue),
          ...(name === undefined ? {} : { name }),
          // The server's limit is lifted by SQL, ours beside it.
          ...(isUnlimited ? { query_timeout: LONGEST_MS } : {}),
        })
        isUnlimited ||= text === UNLIMITED
        // Text of several statements (a migration) comes back as a list, of which the last counts.
        return (Array.isArray(result) ? result.at(-1) : result) as { command: string; rows: Row[] }
      } catch (error) {
        if (sqlState(error) === READ_ONLY) onReadOnly()
        throw error
      }
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
