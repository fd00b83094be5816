import { setTimeout as pause } from 'node:timers/promises'
import { sqlState, UNLIMITED } from './database.ts'
import type { Database, Sql, SqlMigration } from './types.ts'
import { MINUTE_MS } from '../durations.ts'

/** As releases before this one have it, which may start beside it: their library locks so, and notes what was run in its table. */
const LOCK_ID = '3853314791062309107'

/** Less than a second, after which PostgreSQL looks for deadlocks: then it is the migration that gives way, and never a caller. */
const LOCK_WAIT_MS = 900
const GIVE_UP_AFTER_MS = 10 * MINUTE_MS

/**
 * Brings the database to the newest form: runs, in the order of their names, those migrations that it has not seen, under a
 * lock that lets one process at a time do so. A new database has all of them or none; of one that others work on each is a
 * transaction of its own, which waits a moment at most for what they hold and is tried again.
 * Throws with the name of the migration that failed; nothing of that one is kept then.
 */
export async function migrate(database: Database, migrations: readonly SqlMigration[]): Promise<void> {
  const names = migrations.map(({ name }) => name)
  if (new Set(names).size !== names.length) throw new Error('two migrations have the same name')
  const sorted = migrations.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  const giveUpAtMs = performance.now() + GIVE_UP_AFTER_MS
  for (let isOver = false; !isOver;) {
    try {
      isOver = await runSome(database, sorted)
    } catch (error) {
      if (!gaveWay(error) || performance.now() > giveUpAtMs) throw error
      await pause(100 + Math.random() * 400)
    }
  }
}

/** lock_not_available and deadlock_detected: somebody who works on the database had what it needed. */
function gaveWay(error: unknown): boolean {
  const state = error instanceof Error ? sqlState(error.cause) : undefined
  return state === '55P03' || state === '40P01'
}

/** Runs the next migration, or all of them on a new database. @returns whether none is left. */
async function runSome(database: Database, sorted: readonly SqlMigration[]): Promise<boolean> {
  return database.transaction(async (tx) => {
    // The limit of a single statement is for requests; a migration takes the time it takes, and others wait for it.
    await tx.query(UNLIMITED)
    await tx.query(`select pg_advisory_xact_lock(${LOCK_ID})`)
    await tx.query(
      `create table if not exists kysely_migration (name varchar(255) primary key, "timestamp" varchar(255) not null)`,
    )
    const left = await notRun(tx, sorted)
    const isNew = left.length === sorted.length
    if (!isNew) await tx.query(`set local lock_timeout = '${LOCK_WAIT_MS}ms'`)
    const next = isNew ? left : left.slice(0, 1)
    for (const migration of next) await run(tx, migration)
    return next.length === left.length
  })
}

/** Throws when the database has seen what is not there, or what comes after one that it has not seen. */
async function notRun(tx: Sql, sorted: readonly SqlMigration[]): Promise<readonly SqlMigration[]> {
  const noted = await tx.query<{ name: string }>(`select name from kysely_migration order by name collate "C"`)
  for (const [place, { name }] of noted.entries()) {
    if (sorted[place]?.name === name) continue
    const isKnown = sorted.some((migration) => migration.name === name)
    throw new Error(
      isKnown
        ? `the migrations cannot be run: ${sorted[place]?.name ?? ''} comes before ${name}, which was run already`
        : `the migrations cannot be run: the database is of a newer release, whose migration ${name} is not known`,
    )
  }
  return sorted.slice(noted.length)
}

async function run(tx: Sql, { name, sql }: SqlMigration): Promise<void> {
  try {
    await tx.query(sql)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'without a reason'
    throw new Error(`the migration ${name} failed: ${reason}`, { cause: error })
  }
  // Releases before this one read what was run in the order of these times.
  await tx.query(
    `insert into kysely_migration (name, "timestamp")
     select $1, greatest(max("timestamp"), to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
     from kysely_migration`,
    [name],
  )
}
