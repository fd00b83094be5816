import type { Clock } from '../clock.ts'
import type { DatabaseLogger, Sql } from './types.ts'
import { MINUTE_MS } from '../durations.ts'

/** How often is looked whether there is something to do. */
const LOOK_EVERY_MS = 15_000

/** How many looks in a row may be skipped because callers are waiting: one minute of them. */
const SKIPS_MAX = 4

/** A checkpoint comes after this much log, or after this much time when anything was written at all. */
const CHECKPOINT_LOG_BYTES = 64 * 1024 * 1024
const CHECKPOINT_EVERY_MS = 5 * MINUTE_MS

export interface MaintenanceSettings {
  database: Sql
  waitingCount: () => number
  clock: Clock
  logger: DatabaseLogger
}

interface TableInNeed {
  name: string
  vacuum: boolean
}

// PostgreSQL's own thresholds for autovacuum and autoanalyze.
const tablesInNeed = `
  select format('%I.%I', s.schemaname, s.relname) as name,
    s.n_dead_tup > 50 + 0.2 * s.n_live_tup or age(c.relfrozenxid) > 150000000 as vacuum
  from pg_stat_all_tables s join pg_class c on c.oid = s.relid
  where s.schemaname <> 'pg_toast'
    and (s.n_dead_tup > 50 + 0.2 * s.n_live_tup
      or s.n_mod_since_analyze > 50 + 0.1 * s.n_live_tup
      or age(c.relfrozenxid) > 150000000)
  order by 1`

/** The housekeeping of the embedded engine, one short statement at a time so that callers get in between. */
export function createMaintenance({ database, waitingCount, clock, logger }: MaintenanceSettings) {
  let skips = 0
  let running = false
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let checkpoint: { position: string; at: Date } | undefined

  async function position(): Promise<string> {
    const rows = await database.query<{ position: string }>('select pg_current_wal_insert_lsn()::text as position')
    return rows[0]?.position ?? '0/0'
  }

  async function checkpointWhenDue(): Promise<void> {
    const now = clock.now()
    const current = await position()
    if (checkpoint === undefined) {
      checkpoint = { position: current, at: now }
      return
    }
    const rows = await database.query<{ bytes: number }>('select ($1::pg_lsn - $2::pg_lsn)::int8 as bytes', [
      current,
      checkpoint.position,
    ])
    const bytes = rows[0]?.bytes ?? 0
    const overdue = now.getTime() - checkpoint.at.getTime() >= CHECKPOINT_EVERY_MS
    if (bytes < CHECKPOINT_LOG_BYTES && !(overdue && bytes > 0)) return
    await database.query('checkpoint')
    checkpoint = { position: await position(), at: now }
  }

  async function work(): Promise<void> {
    // Without it the counters may be as old as the last quiet moment: no timer of PostgreSQL's runs in here.
    await database.query('select pg_stat_force_next_flush()')
    for (const { name, vacuum } of await database.query<TableInNeed>(tablesInNeed)) {
      if (stopped) return
      await database.query(vacuum ? `vacuum (analyze) ${name}` : `analyze ${name}`)
    }
    await checkpointWhenDue()
  }

  async function look(): Promise<void> {
    if (running || stopped) return
    if (waitingCount() > 0 && skips < SKIPS_MAX) {
      skips += 1
      return
    }
    skips = 0
    running = true
    try {
      await work()
    } catch (error) {
      // The next look tries again; the data is as safe as before, only its files are larger.
      if (!stopped) logger.warn({ err: error }, 'the housekeeping of the embedded database failed')
    } finally {
      running = false
    }
  }

  return {
    /** One look: vacuums what needs it and writes a checkpoint when one is due; skipped while callers wait. */
    look,
    start: (): void => {
      timer = setInterval(() => void look(), LOOK_EVERY_MS)
      timer.unref()
    },
    /** Starts nothing more; what runs is finished by itself. */
    stop: (): void => {
      stopped = true
      clearInterval(timer)
    },
  }
}
