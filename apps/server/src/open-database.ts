import { existsSync } from 'node:fs'
import type { Config } from './config.ts'
import { newDatabaseFile } from './new-database.ts'
import type { Clock } from './platform/clock.ts'
import { type Database, type DatabaseSettings, migrate, openDatabase } from './platform/database/index.ts'
import { openStandbys } from './platform/database/standbys.ts'
import type { Logger } from './platform/logger.ts'
import { createReads, type Reads, readsOf } from './platform/reads.ts'
import { appMigrations } from './schema.ts'

/** Opens the database that the settings name, as it stands; throws as `openDatabase`. */
export function openDatabaseOf(
  { databaseUrl, dataFolder }: Pick<Config, 'databaseUrl' | 'dataFolder'>,
  terms: Pick<DatabaseSettings, 'clock' | 'logger' | 'waitMs'>,
): Promise<Database> {
  if (databaseUrl !== null) return openDatabase({ databaseUrl, ...terms })
  return openDatabase({ dataFolder, template: existsSync(newDatabaseFile) ? newDatabaseFile : null, ...terms })
}

export { readsOf } from './platform/reads.ts'

/** Where pages are read: at the standbys that the settings name, or at the database itself. */
export function openReads({
  config,
  database,
  ...rest
}: Pick<Parameters<typeof createReads>[0], 'database' | 'redis' | 'signals' | 'logger'> & {
  config: Pick<Config, 'readAddresses'>
}): Reads {
  const { readAddresses } = config
  if (database.engine === 'embedded' || readAddresses.length === 0) return readsOf(database)
  return createReads({ database, standbys: openStandbys(readAddresses, rest), ...rest })
}

/** The database of the settings, or the one that is being opened, brought up to date; closed again when that fails. */
export async function openMigratedDatabase(terms: {
  config: Config
  clock: Clock
  logger: Logger
  opening?: Promise<Database>
}): Promise<Database> {
  const { config, clock, logger, opening } = terms
  const database = await (opening ?? openDatabaseOf(config, { clock, logger }))
  try {
    await migrate(database, appMigrations)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
