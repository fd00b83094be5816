import type { Ledger } from '@krapao/ledger'
import type { Database, Sql } from './platform/database/types.ts'
import type { Job } from './platform/jobs.ts'
import type { Signals } from './platform/signals.ts'

const TOPICS = ['wallet'] as const
const TAKEN_AT_ONCE = 200
/** Finds what no commit of this process announced: news of a process that was killed, or of the operator's commands. */
const POLL_MS = 250
/** How long after a commit its news are taken, together with those of the commits that come meanwhile. */
const GATHER_MS = 10

/** The name that the job of `createNewsJob` is woken by. */
export const NEWS_JOB = 'news'

/**
 * The job that hands news of the ledger's outbox on as signals: `wallet` news have the member as key. They are handed on
 * before their rows are gone for good, so that each is at least once, whenever the process ends.
 */
export function createNewsJob(terms: {
  database: Database
  ledger: Pick<Ledger, 'hasNews' | 'takeNews'>
  signals: Pick<Signals, 'publish'>
}): Job {
  const { database, ledger, signals } = terms
  return {
    name: NEWS_JOB,
    everyMs: POLL_MS,
    run: async () => {
      // Most looks find none, and need no transaction.
      if (!(await ledger.hasNews(database, TOPICS))) return 0
      return database.transaction(async (tx) => {
        const taken = await ledger.takeNews(tx, TOPICS, TAKEN_AT_ONCE)
        for (const { key, payload } of taken) {
          signals.publish({ kind: 'wallet', memberId: key, reason: readReason(payload) })
        }
        // What came while these were taken has announced itself; only a full hand says that more lay there.
        return taken.length < TAKEN_AT_ONCE ? 0 : taken.length
      })
    },
  }
}

function readReason(payload: unknown): string {
  if (typeof payload !== 'object' || payload === null || !('reason' in payload)) return ''
  return typeof payload.reason === 'string' ? payload.reason : ''
}

/** Calls `wake` a moment after it was called, once for all calls of that moment. */
export function wakeTogether(wake: () => void): () => void {
  let planned: NodeJS.Timeout | undefined
  return () => {
    planned ??= setTimeout(() => {
      planned = undefined
      wake()
    }, GATHER_MS).unref()
  }
}

/**
 * The same database and ledger, which call `onNews` right after a commit that brought news, by either door of the
 * ledger: whoever reads the outbox need not wait for his next look.
 */
export function announceNews(terms: { database: Database; ledger: Ledger; onNews: () => void }): {
  database: Database
  ledger: Ledger
} {
  const { database, ledger, onNews } = terms
  const withNews = new WeakSet<object>()
  return {
    database: {
      ...database,
      query: <Row extends object>(text: string, values?: readonly unknown[]) => database.query<Row>(text, values),
      async transaction<Result>(work: (tx: Sql) => Promise<Result>): Promise<Result> {
        let hasNews = false
        const result = await database.transaction(async (tx) => {
          const answer = await work(tx)
          hasNews = withNews.has(tx)
          return answer
        })
        if (hasNews) onNews()
        return result
      },
    },
    ledger: {
      ...ledger,
      async post(tx, submission) {
        const outcome = await ledger.post(tx, submission)
        if (outcome.ok && hasSome(submission.news)) withNews.add(tx)
        return outcome
      },
      async submit(submission) {
        const outcome = await ledger.submit(submission)
        if (outcome.ok && hasSome(submission.news)) onNews()
        return outcome
      },
    },
  }
}

function hasSome(news: readonly object[] | undefined): boolean {
  return news !== undefined && news.length > 0
}
