import { ledgerMigrations } from '@krapao/ledger'
import { openPostgresPool, type PostgresPool } from '@krapao/ledger/postgres-pool'
import { openDatabase } from '@krapao/server/database'
import { scratchFolder } from './programs.ts'

export type BenchDatabase = PostgresPool

/** A pool on a PostgreSQL by its address, in one of its schemas, with settings as its command line takes them. */
export function connect(
  connectionString: string,
  connections: number,
  { schema = 'ledger', settings = '' } = {},
): BenchDatabase {
  return openPostgresPool({ connectionString, schema, connections, settings })
}

/** Makes a schema with the ledger's tables. */
export async function openSchema(address: string, connections: number, schema = 'ledger'): Promise<BenchDatabase> {
  const database = connect(address, connections, { schema })
  await database.script(`CREATE SCHEMA ${schema}`)
  await prepareLedger(database)
  return database
}

async function prepareLedger(database: BenchDatabase): Promise<void> {
  for (const { sql } of ledgerMigrations) await database.script(sql)
}

const warn = (_fields: object, message: string): void => void process.stderr.write(`${message}\n`)

/** The embedded database as a server runs it, in a thread of its own, on synced files of a scratch folder. */
export async function openEmbedded(): Promise<BenchDatabase> {
  const { folder, remove } = scratchFolder()
  const clock = { now: () => new Date() }
  const opened = await openDatabase({ dataFolder: folder, clock, logger: { info: () => {}, warn, error: warn } })
  const database: BenchDatabase = {
    ...opened,
    script: async (text) => {
      await opened.query(text)
    },
    async close() {
      await opened.close()
      remove()
    },
  }
  await prepareLedger(database)
  return database
}
