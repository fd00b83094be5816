import pg from 'pg'
import { isDatabaseAway } from './away.ts'
import { databaseOn, sqlOn, sqlState } from './database.ts'
import { connectionOn, SESSION_TYPES } from './postgres.ts'
import { dropClient, isSo } from './primary.ts'
import type { Database, DatabaseLogger, ReadSql } from './types.ts'
import { MINUTE_MS } from '../durations.ts'

const CONNECTIONS_MAX = 10
/** A standby that is silent for so long when it is asked how far it is has gone, until it answers a look. */
const ANSWERS_WITHIN_MS = 1_000
/** What is read of it may take as long as at the primary. */
const STATEMENT_MS = MINUTE_MS
const LOOK_EVERY_MS = 2_000
const KEEP_ALIVE_MS = 10_000
/** How often one that is behind is asked again by who may wait. */
const ASK_AGAIN_MS = 10

/** serialization_failure: what was read was cleaned away at the primary, and the standby had to follow. */
const IN_THE_WAY = '40001'

const READ_ONLY = '25006'

/** A place in the log of the primary, as it writes them: `16/B374D848`. */
export type LogPlace = string

const ANY_PLACE: LogPlace = '0/0'

/** What comes of a reading: null when no standby could do it, and the primary has to. */
type Done<Result> = { result: Result } | null

/** A standby as what takes long reads it: each transaction sees one moment, and the next one a later one. */
export type ReadDatabase = Pick<Database, 'query' | 'transaction'>

/** Servers that follow the primary and answer what only reads. */
export interface Standbys {
  /**
   * Reads at one that has come as far as `place`, which is waited for up to `waitMs`. What `read` itself refuses it throws.
   * `read` may be run again elsewhere, from its start.
   */
  readAt<Result>(
    place: LogPlace,
    read: (sql: ReadSql) => Promise<Result>,
    given?: { waitMs?: number },
  ): Promise<Done<Result>>
  /** Does what takes long at one of them, however far it has come, by transactions that are short; what writes there fails. */
  workAt<Result>(work: (database: ReadDatabase) => Promise<Result>): Promise<Done<Result>>
  /** Looks now which of them are there. */
  look(): Promise<void>
  close(): Promise<void>
}

/** One of several servers; the one that takes writes is none while it does. */
interface Host {
  pool: pg.Pool
  clients: Set<pg.Client>
  address: string
  isThere: boolean
}

/**
 * The standbys among some servers. Each is asked again and again whether it is there and follows, and before each reading how
 * far it is, on the very session that reads: what it has once replayed it goes on showing.
 */
export function openStandbys(addresses: readonly string[], { logger }: { logger: DatabaseLogger }): Standbys {
  const hosts = addresses.map((address) => makeHost(address))
  let turn = 0
  let isClosed = false
  let timer: NodeJS.Timeout | undefined

  function watch(): void {
    timer = setTimeout(() => {
      void look().finally(() => {
        if (!isClosed) watch()
      })
    }, LOOK_EVERY_MS)
    timer.unref()
  }

  async function look(): Promise<void> {
    await Promise.all(hosts.map(async (host) => setThere(host, await isSo(host.address, 'pg_is_in_recovery()'))))
  }

  function setThere(host: Host, isThere: boolean): void {
    if (isThere === host.isThere || isClosed) return
    host.isThere = isThere
    logger.warn(
      { host: new URL(host.address).host },
      isThere ? 'a standby is there to be read' : 'a standby is not there any more',
    )
    if (!isThere) for (const client of host.clients) dropClient(client)
  }

  /** @returns null when this one is behind, or has gone, or what was read there had to give way. */
  async function doAt<Result>(
    host: Host,
    place: LogPlace,
    waitMs: number,
    work: (client: pg.PoolClient) => Promise<Result>,
  ): Promise<Done<Result>> {
    let client: pg.PoolClient | undefined
    let isBroken = false
    try {
      client = await host.pool.connect()
      if (!(await hasCome(client, place, waitMs))) return null
      return { result: await work(client) }
    } catch (error) {
      if (sqlState(error) === IN_THE_WAY) return null
      // What writes is a mistake, and is done nowhere.
      if (sqlState(error) === READ_ONLY || !isDatabaseAway(error)) throw error
      isBroken = true
      setThere(host, false)
      return null
    } finally {
      client?.release(isBroken)
    }
  }

  async function doAnywhere<Result>(
    place: LogPlace,
    waitMs: number,
    work: (client: pg.PoolClient) => Promise<Result>,
  ): Promise<Done<Result>> {
    await first
    const there = hosts.filter(({ isThere }) => isThere)
    turn += 1
    for (let tried = 0; tried < there.length; tried += 1) {
      const host = there[(turn + tried) % there.length]
      const done = host === undefined ? null : await doAt(host, place, waitMs, work)
      if (done !== null) return done
    }
    return null
  }

  const first = look()
  watch()
  return {
    readAt: (place, read, { waitMs = 0 } = {}) =>
      doAnywhere(place, waitMs, (client) => read(sqlOn(connectionOn(client, () => undefined)))),
    workAt: (work) => doAnywhere(ANY_PLACE, 0, (client) => work(databaseOf(client))),
    look,
    async close() {
      isClosed = true
      clearTimeout(timer)
      await first
      await Promise.all(hosts.map(({ pool }) => pool.end()))
    },
  }
}

function makeHost(address: string): Host {
  const clients = new Set<pg.Client>()
  class Client extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config)
      clients.add(this)
      // Its work hears of a broken connection by itself; without a listener it would end the process.
      this.on('error', () => undefined)
      this.on('end', () => clients.delete(this))
    }
  }
  const pool = new pg.Pool({
    Client,
    connectionString: address,
    application_name: 'krapao-reads',
    max: CONNECTIONS_MAX,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    connectionTimeoutMillis: ANSWERS_WITHIN_MS,
    statement_timeout: STATEMENT_MS,
    query_timeout: STATEMENT_MS + ANSWERS_WITHIN_MS,
    options: '-c timezone=UTC -c default_transaction_read_only=on',
    types: SESSION_TYPES,
  })
  pool.on('error', () => undefined)
  return { pool, clients, address, isThere: false }
}

/** Transactions of one session; each begins anew with the limits that a statement has. */
function databaseOf(client: pg.PoolClient): ReadDatabase {
  const connect = () => Promise.resolve({ ...connectionOn(client, () => undefined), release: () => undefined })
  return databaseOn('postgres', { connect, end: () => Promise.resolve() }, () => Promise.resolve())
}

async function hasCome(client: pg.PoolClient, place: LogPlace, waitMs: number): Promise<boolean> {
  const giveUpAtMs = performance.now() + waitMs
  for (;;) {
    const { rows } = await client.query<{ hasCome: boolean | null }>({
      name: 'krapao-has-come',
      text: 'select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as "hasCome"',
      values: [place],
      query_timeout: ANSWERS_WITHIN_MS,
    } as pg.QueryConfig)
    if (rows[0]?.hasCome === true) return true
    if (performance.now() >= giveUpAtMs) return false
    await new Promise((done) => setTimeout(done, ASK_AGAIN_MS))
  }
}
