import type { Clock } from '../clock.ts'
import { openEmbedded } from './embedded.ts'
import { createMaintenance } from './maintenance.ts'
import { openPostgres } from './postgres.ts'
import type { Database, DatabaseLogger } from './types.ts'

export { isDatabaseAway } from './away.ts'
export { isUniqueViolation, PoolInTransactionError, sqlState, UNLIMITED } from './database.ts'
export { EngineLostError } from './embedded-engine.ts'
export { DataFolderBusyError } from './folder-lock.ts'
export { migrate } from './migrate.ts'
export { canWrite } from './primary.ts'
export type { Database, Sql, SqlMigration } from './types.ts'

export interface DatabaseSettings {
  /** The folder of the embedded database; its lock and files are made when absent. */
  dataFolder?: string
  /** The file of a template that a new embedded database starts from; without it one is made from nothing. */
  template?: string | null
  /** A PostgreSQL server, 15 or newer, or several of which one takes writes; when given there is no embedded database. */
  databaseUrl?: string
  /** How long a server that is away, or takes no writes, is waited for; none unless told. */
  waitMs?: number
  clock: Clock
  logger: DatabaseLogger
}

/**
 * Opens the database: PostgreSQL by `databaseUrl`, otherwise the embedded one in `dataFolder`.
 * @throws {DataFolderBusyError} when another process has the folder; an Error in words for a server too old or not there.
 */
export async function openDatabase({
  dataFolder,
  template = null,
  databaseUrl,
  clock,
  logger,
  waitMs = 0,
}: DatabaseSettings): Promise<Database> {
  if (databaseUrl !== undefined) return openPostgres({ databaseUrl, logger, waitMs })
  if (dataFolder === undefined) throw new Error('neither a data folder nor a database server is given')
  const { database, pool } = await openEmbedded({ dataFolder, template, logger })
  const maintenance = createMaintenance({ database, waitingCount: () => pool.waitingCount, clock, logger })
  maintenance.start()
  return {
    ...database,
    close: () => {
      maintenance.stop()
      return database.close()
    },
  }
}
