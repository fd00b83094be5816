import { CompiledQuery } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Database, SqlMigration } from './types.ts'

/**
 * Brings the database to the newest form: runs, in the order of their names, those migrations that it has not seen,
 * each in the same transaction, under a lock that lets one process at a time do so.
 * Throws with the name of the migration that failed; nothing of this run is kept then.
 */
export async function migrate(database: Database, migrations: readonly SqlMigration[]): Promise<void> {
  const names = new Set(migrations.map((migration) => migration.name))
  if (names.size !== migrations.length) throw new Error('two migrations have the same name')
  const sorted = migrations.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  const migrator = new Migrator({
    db: database.tables<Record<string, never>>(),
    provider: {
      getMigrations: () =>
        Promise.resolve(
          Object.fromEntries(
            sorted.map(({ name, sql }) => [
              name,
              {
                up: async (tx) => {
                  // The limit of a single statement is for requests; a migration takes the time it takes.
                  await tx.executeQuery(CompiledQuery.raw('set local statement_timeout = 0'))
                  await tx.executeQuery(CompiledQuery.raw(sql))
                },
              },
            ]),
          ),
        ),
    },
  })
  const { error, results } = await migrator.migrateToLatest()
  if (error === undefined) return
  const failed = results?.find((result) => result.status === 'Error')
  const where = failed === undefined ? 'the migrations cannot be run' : `the migration ${failed.migrationName} failed`
  throw new Error(`${where}: ${error instanceof Error ? error.message : 'without a reason'}`, { cause: error })
}
