import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { ledgerMigrations, type SqlPool } from '@krapao/ledger'
import { readInt8 } from '@krapao/money'
import { Pool, types } from 'pg'
import type { Answer, Request } from './embedded-worker.ts'

/** OID of int8. */
const INT8 = 20

export interface BenchDatabase extends SqlPool {
  script(text: string): Promise<void>
  close(): Promise<void>
}

const noTransactions = () => Promise.reject(new Error('this benchmark needs no transactions of its own'))

/** A pool on a PostgreSQL by its address, in one of its schemas; times of functions are kept when `tracked`. */
export function connect(
  connectionString: string,
  connections: number,
  { schema = 'ledger', tracked = false } = {},
): BenchDatabase {
  const pool = new Pool({
    connectionString,
    max: connections,
    options: `-c search_path=${schema}${tracked ? ' -c track_functions=pl' : ''}`,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === INT8 ? readInt8 : types.getTypeParser(oid, format),
    },
  })
  return {
    query: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      (await pool.query<Row>(text, [...values])).rows,
    script: async (text) => {
      await pool.query(text)
    },
    async transaction(work) {
      const client = await pool.connect()
      let isBroken = true
      try {
        await client.query('BEGIN')
        const result = await work({
          query: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
            (await client.query<Row>(text, [...values])).rows,
        })
        await client.query('COMMIT')
        isBroken = false
        return result
      } finally {
        client.release(isBroken)
      }
    },
    close: () => pool.end(),
  }
}

/** Makes the ledger's tables. */
export async function prepareLedger(database: BenchDatabase): Promise<void> {
  for (const { sql } of ledgerMigrations) await database.script(sql)
}

/** The embedded engine in its thread, on synced files of a scratch folder. */
export async function openEmbedded(): Promise<BenchDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'krapao-bench-'))
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), { workerData: folder })
  const waiting = new Map<number, (answer: Answer) => void>()
  await once(worker, 'message')
  worker.on('message', (answer: Answer) => {
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  })
  let asked = 0
  async function ask(text: string, values: readonly unknown[] | null): Promise<unknown[]> {
    asked += 1
    const request: Request = { id: asked, text, values }
    const answer = await new Promise<Answer>((resolve) => {
      waiting.set(request.id, resolve)
      worker.postMessage(request)
    })
    if ('error' in answer) throw Object.assign(new Error(answer.error), { code: answer.code })
    return answer.rows
  }
  const database: BenchDatabase = {
    query: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      (await ask(text, values)) as Row[],
    script: async (text) => {
      await ask(text, null)
    },
    transaction: noTransactions,
    async close() {
      const ended = once(worker, 'exit')
      worker.postMessage('close')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await prepareLedger(database)
  return database
}
