import type { Ledger } from '@krapao/ledger'
import type { Database } from './platform/database/index.ts'
import type { Job } from './platform/jobs.ts'
import type { Signals } from './platform/signals.ts'

const TAKEN_AT_ONCE = 200

/** The job that hands news of the ledger's outbox on as signals: `wallet` news have the member as key. */
export function createNewsJob(terms: { database: Database; ledger: Ledger; signals: Signals }): Job {
  const { database, ledger, signals } = terms
  return {
    name: 'news',
    everyMs: 500,
    async run() {
      const taken = await database.transaction((tx) => ledger.takeNews(tx, ['wallet'], TAKEN_AT_ONCE))
      for (const { key, payload } of taken) signals.publish(key, readReason(payload))
      return taken.length
    },
  }
}

function readReason(payload: unknown): string {
  if (typeof payload !== 'object' || payload === null || !('reason' in payload)) return ''
  return typeof payload.reason === 'string' ? payload.reason : ''
}
