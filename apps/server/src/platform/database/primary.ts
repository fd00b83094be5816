import pg from 'pg'
import type { DatabaseLogger } from './types.ts'

/** How often the server in use is asked whether it takes writes, and how long each is waited for. */
const LOOK_EVERY_MS = 2_000
const ANSWERS_WITHIN_MS = 2_000
/** So often in a row it may stay silent before another one is looked for. */
const SILENT_MAX = 2

/** Whether a session can write: a standby is in recovery, and one that is being promoted still reads only. */
export const CAN_WRITE = `not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off'`

/** Which of several servers takes writes. */
export interface Primary {
  /** The address of the one in use. */
  address(): string
  /** Looks for the one that takes writes, among all at once; false when none does. Concurrent callers share one search. */
  find(): Promise<boolean>
  /** Asks the one in use again and again, until it is told to stop; for one that froze keeps its connections. */
  watch(): void
  stop(): void
}

/** @param onMove called when another server is in use: what leads to the one before is of no use any more. */
export function createPrimary(
  addresses: readonly string[],
  { logger, onMove }: { logger: DatabaseLogger; onMove: () => void },
): Primary {
  let current = addresses[0] ?? ''
  let search: Promise<boolean> | null = null
  let silent = 0
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  async function lookForPrimary(): Promise<boolean> {
    try {
      const found = await Promise.any(
        addresses.map(async (address) => {
          if (await takesWrites(address)) return address
          throw new Error('it takes no writes')
        }),
      )
      silent = 0
      if (found !== current) {
        current = found
        logger.warn({ host: new URL(found).host }, 'another database server takes the writes now')
        onMove()
      }
      return true
    } catch {
      return false
    }
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
    silent = (await takesWrites(current)) ? 0 : silent + 1
    if (silent >= SILENT_MAX) await primary.find()
  }
  return primary
}

/** Asks a server by a connection of its own; one that stays silent says no. */
async function takesWrites(address: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: address,
    application_name: 'krapao-look',
    connectionTimeoutMillis: ANSWERS_WITHIN_MS,
    query_timeout: ANSWERS_WITHIN_MS,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ canWrite: boolean }>(`select ${CAN_WRITE} as "canWrite"`)
    return rows[0]?.canWrite === true
  } catch {
    return false
  } finally {
    dropClient(client)
  }
}

/** Ends a connection without a word to a server that may never read it; what runs on it is rejected. */
export function dropClient(client: pg.Client | pg.PoolClient): void {
  const { connection } = client as unknown as { connection?: { stream?: { destroy(): void } } }
  connection?.stream?.destroy()
}
