import type { Config } from './config.ts'
import { type Database, type DatabaseSettings, openDatabase } from './platform/database/index.ts'

/** Opens the database that the settings name, as it stands; throws as `openDatabase`. */
export function openDatabaseOf(
  { databaseUrl, dataFolder }: Pick<Config, 'databaseUrl' | 'dataFolder'>,
  terms: Pick<DatabaseSettings, 'clock' | 'logger'>,
): Promise<Database> {
  return openDatabase({ ...(databaseUrl === null ? { dataFolder } : { databaseUrl }), ...terms })
}
