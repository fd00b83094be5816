import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { Transaction } from '@electric-sql/pglite'
import { ledgerMigrations } from '@krapao/ledger'
import type { Sql, SqlPool } from '@krapao/ledger'
import { readInt8 } from '@krapao/money'
import { Pool, types } from 'pg'

/** OID of int8. */
const INT8 = 20

export interface BenchDatabase extends SqlPool {
  script(text: string): Promise<void>
  close(): Promise<void>
}

/** A PostgreSQL by its address, with the ledger in the schema `ledger`. */
export async function openPostgres(connectionString: string, connections: number): Promise<BenchDatabase> {
  const pool = new Pool({
    connectionString,
    max: connections,
    options: '-c search_path=ledger',
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === INT8 ? readInt8 : types.getTypeParser(oid, format),
    },
  })
  const query = async <Row extends object>(text: string, values: readonly unknown[] = []) =>
    (await pool.query<Row>(text, [...values])).rows
  const script = async (text: string) => {
    await pool.query(text)
  }
  await script('CREATE SCHEMA ledger')
  for (const { sql } of ledgerMigrations) await script(sql)
  return {
    query,
    script,
    transaction: () => Promise.reject(new Error('the benchmark needs no transactions of its own')),
    close: () => pool.end(),
  }
}

/** The embedded engine in this process, on files of a scratch folder. It asks the disk for nothing (fsync is off). */
export async function openEmbedded(): Promise<BenchDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'krapao-bench-'))
  const lite = await PGlite.create({ dataDir: folder, parsers: { [INT8]: readInt8 } })
  const on = (target: PGlite | Transaction): Sql => ({
    query: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      (await target.query<Row>(text, [...values])).rows,
  })
  const script = async (text: string) => {
    await lite.exec(text)
  }
  for (const { sql } of ledgerMigrations) await script(sql)
  return {
    ...on(lite),
    script,
    transaction: (work) => lite.transaction((tx) => work(on(tx))),
    async close() {
      await lite.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
