import type { Clock } from '../clock.ts'
import { openEmbedded } from './embedded.ts'
import { openPostgres } from './postgres.ts'
import type { Database } from './types.ts'

export { isUniqueViolation, PoolInTransactionError, sqlState } from './database.ts'
export { EngineLostError } from './embedded-engine.ts'
export { DataFolderBusyError } from './folder-lock.ts'
export { migrate } from './migrate.ts'
export { DatabaseTimeoutError } from './pool-of-one.ts'
export type { Database, Sql, SqlMigration } from './types.ts'

/** The part of the logger that the database needs. */
export interface DatabaseLogger {
  info(object: object, message: string): void
  warn(object: object, message: string): void
  error(object: object, message: string): void
}

export interface DatabaseSettings {
  /** The folder of the embedded database; its lock and files are made when absent. */
  dataFolder?: string
  /** A PostgreSQL server, 15 or newer; when given there is no embedded database. */
  databaseUrl?: string
  clock: Clock
  logger: DatabaseLogger
}

/**
 * Opens the database: PostgreSQL by `databaseUrl`, otherwise the embedded one in `dataFolder`.
 * @throws {DataFolderBusyError} when another process has the folder; an Error in words for a server too old or not there.
 */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  const { dataFolder, databaseUrl, logger } = settings
  if (databaseUrl !== undefined) {
    return openPostgres({
      databaseUrl,
      onIdleError: (err) => logger.warn({ err }, 'an idle database connection broke'),
    })
  }
  if (dataFolder === undefined) throw new Error('neither a data folder nor a database server is given')
  const { database } = await openEmbedded({
    dataFolder,
    template: null,
    onLost: (err) => logger.error({ err }, 'the embedded database stopped and is started again'),
  })
  return database
}
