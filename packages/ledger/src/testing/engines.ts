import { PGlite } from '@electric-sql/pglite'
import type { Transaction } from '@electric-sql/pglite'
import { readInt8 } from '@krapao/money'
import { ledgerMigrations } from '../migrations.ts'
import type { Sql } from '../types.ts'
import { openPostgresPool, type PostgresPool } from './postgres-pool.ts'

/** OID of int8. */
const INT8 = 20

/** How many connections the tests use on PostgreSQL. */
const CONNECTIONS_MAX = 16

/** A database with the ledger's migrations and a business table `parcel`, for tests. */
export type TestDatabase = PostgresPool

/** An engine the tests run on. */
export interface TestEngine {
  name: string
  /** Whether transactions run beside each other; the embedded engine has one session. */
  concurrent: boolean
  /** A database without anything in it. */
  openBare(): Promise<TestDatabase>
}

const businessTables = `
CREATE TABLE parcel (
  id text PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  label text NOT NULL CHECK (label <> 'forbidden'),
  weight bigint,
  sent_at timestamptz,
  details jsonb,
  UNIQUE (label)
);`

/** Opens a database with the ledger's tables and the business table. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const database = await testEngine.openBare()
  for (const { sql } of ledgerMigrations) await database.script(sql)
  await database.script(businessTables)
  return database
}

/** What a database is copied from that is made in this process: making one takes several times as long. */
let empty: Promise<Blob> | undefined

async function makeEmpty(): Promise<Blob> {
  const lite = await PGlite.create()
  const dump = await lite.dumpDataDir('none')
  await lite.close()
  return dump
}

/** The embedded engine in memory. */
async function openEmbedded(): Promise<TestDatabase> {
  empty ??= makeEmpty()
  const lite = await PGlite.create({ parsers: { [INT8]: readInt8 }, loadDataDir: await empty })
  const on = (target: PGlite | Transaction): Sql => ({
    query: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      (await target.query<Row>(text, [...values])).rows,
  })
  return {
    ...on(lite),
    transaction: (work) => lite.transaction((tx) => work(on(tx))),
    script: async (text) => {
      await lite.exec(text)
    },
    close: () => lite.close(),
  }
}

let schemaCount = 0

async function openPostgres(connectionString: string): Promise<TestDatabase> {
  schemaCount += 1
  const schema = `ledger_test_${process.pid}_${schemaCount}`
  const pool = openPostgresPool({ connectionString, schema, connections: CONNECTIONS_MAX })
  const database: TestDatabase = {
    ...pool,
    async close() {
      await pool.script(`DROP SCHEMA ${schema} CASCADE`)
      await pool.close()
    },
  }
  await database.script(`CREATE SCHEMA ${schema}`)
  return database
}

const databaseUrl = process.env['TEST_DATABASE_URL']

/** PostgreSQL where TEST_DATABASE_URL names one, and the embedded engine otherwise. */
export const testEngine: TestEngine =
  databaseUrl === undefined
    ? { name: 'PGlite', concurrent: false, openBare: openEmbedded }
    : { name: 'PostgreSQL', concurrent: true, openBare: () => openPostgres(databaseUrl) }
