import pg from 'pg'
import type { DatabaseLogger, Sql } from './types.ts'

/** How often the servers are asked whether they take writes, and how long each is waited for. */
const LOOK_EVERY_MS = 2_000
const ANSWERS_WITHIN_MS = 2_000
/** So often in a row the one in use may stay silent before another one is looked for; one that has no other is given up later. */
const SILENT_MAX = 2
const SILENT_ALONE_MAX = 4
/** Once one takes writes the others may say so too: after a fork in their history only the later one counts. */
const OTHERS_WITHIN_MS = 250

/** Whether a session can write: a standby is in recovery, and one that is being promoted still reads only. */
export const CAN_WRITE = `not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off'`

export async function canWrite(sql: Sql): Promise<boolean> {
  const [session] = await sql.query<{ canWrite: boolean }>(`select ${CAN_WRITE} as "canWrite"`)
  return session?.canWrite === true
}

/** Of a server that takes writes: how often its history was forked by a promotion. */
const TIMELINE = `case when pg_is_in_recovery() then '0' else left(pg_walfile_name(pg_current_wal_lsn()), 8) end`

/** Which of several servers takes writes. */
export interface Primary {
  /** The address of the one in use. */
  address(): string
  /** Looks for the one that takes writes, among all at once; false when none does. Concurrent callers share one search. */
  find(): Promise<boolean>
  /** Asks them again and again, until it is told to stop; for one that froze, or was left behind, keeps its connections. */
  watch(): void
  stop(): void
}

/** A server that takes writes. */
interface Writer {
  address: string
  timeline: number
}

/** @param onMove called when what leads to the server before is of no use any more. */
export function createPrimary(
  addresses: readonly string[],
  { logger, onMove }: { logger: DatabaseLogger; onMove: () => void },
): Primary {
  let current = addresses[0] ?? ''
  /** The latest history that was seen: one that woke up in an earlier one takes writes that nobody will know of. */
  let newest = 0
  let search: Promise<boolean> | null = null
  let silent = 0
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  function take({ address, timeline }: Writer): void {
    newest = timeline
    silent = 0
    if (address === current) return
    current = address
    logger.warn({ host: new URL(address).host }, 'another database server takes the writes now')
    onMove()
  }

  /** Those that take writes and were not left behind, soon after the first of them said so. */
  async function findWriters(): Promise<Writer[]> {
    const writers: Writer[] = []
    const first = Promise.withResolvers<void>()
    const all = Promise.all(
      addresses.map(async (address) => {
        const timeline = await askTimeline(address)
        if (timeline === null || timeline < newest) return
        writers.push({ address, timeline })
        first.resolve()
      }),
    )
    await Promise.race([all, first.promise])
    const others = Promise.withResolvers<void>()
    const late = setTimeout(others.resolve, OTHERS_WITHIN_MS)
    await Promise.race([all, others.promise])
    clearTimeout(late)
    return [...writers]
  }

  async function lookForPrimary(): Promise<boolean> {
    const writers = await findWriters()
    const latest = Math.max(...writers.map(({ timeline }) => timeline))
    const best = writers.filter(({ timeline }) => timeline === latest)
    const found = best.find(({ address }) => address === current) ?? best[0]
    if (found === undefined || found.timeline < newest) return false
    take(found)
    return true
  }

  const primary: Primary = {
    address: () => current,
    find() {
      search ??= lookForPrimary().finally(() => {
        search = null
      })
      return search
    },
    watch() {
      timer = setTimeout(() => {
        void look().finally(() => {
          if (!isStopped) primary.watch()
        })
      }, LOOK_EVERY_MS)
      timer.unref()
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }

  async function look(): Promise<void> {
    for (const address of addresses) {
      if (address !== current) void askTimeline(address).then((timeline) => leaveFor(address, timeline))
    }
    const looked = current
    const isThere = await (addresses.length > 1 ? askTimeline(looked).then((said) => said !== null) : answers(looked))
    if (looked !== current) return
    silent = isThere ? 0 : silent + 1
    if (addresses.length > 1) {
      if (silent >= SILENT_MAX) await primary.find()
    } else if (silent === SILENT_ALONE_MAX) {
      logger.warn({}, 'the database server is silent: what waits for it is given up')
      onMove()
    }
  }

  /** Another one was promoted, and the one in use does not know: what it reads is of before. */
  function leaveFor(address: string, timeline: number | null): void {
    if (!isStopped && timeline !== null && newest > 0 && timeline > newest) take({ address, timeline })
  }
  return primary
}

/** Asks a server by a connection of its own; null when it stays silent or takes no writes. */
function askTimeline(address: string): Promise<number | null> {
  return withClient(address, async (client) => {
    const { rows } = await client.query<{ canWrite: boolean; timeline: string }>(
      `select ${CAN_WRITE} as "canWrite", ${TIMELINE} as timeline`,
    )
    return rows[0]?.canWrite === true ? Number.parseInt(rows[0].timeline, 16) : null
  }).catch(() => null)
}

/** Whether a server says anything, were it that it has no place for one more. */
function answers(address: string): Promise<boolean> {
  return withClient(address, (client) => client.query('select 1')).then(
    () => true,
    (error: unknown) => error instanceof pg.DatabaseError,
  )
}

/** Whether a server says yes to a condition; one that stays silent says no. */
export function isSo(address: string, condition: string): Promise<boolean> {
  return withClient(address, async (client) => {
    const { rows } = await client.query<{ isSo: boolean }>(`select ${condition} as "isSo"`)
    return rows[0]?.isSo === true
  }).catch(() => false)
}

async function withClient<Answer>(address: string, ask: (client: pg.Client) => Promise<Answer>): Promise<Answer> {
  const client = new pg.Client({
    connectionString: address,
    application_name: 'krapao-look',
    connectionTimeoutMillis: ANSWERS_WITHIN_MS,
    query_timeout: ANSWERS_WITHIN_MS,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await ask(client)
  } finally {
    dropClient(client)
  }
}

/** Ends a connection without a word to a server that may never read it; what runs on it is rejected. */
export function dropClient(client: pg.Client | pg.PoolClient): void {
  const { connection } = client as unknown as { connection?: { stream?: { destroy(): void } } }
  connection?.stream?.destroy()
}
