import type { AnswerOf, calls, StatementRow } from '@krapao/contract'
import { PAGE_SIZE_MAX } from '@krapao/contract'
import { serverNowMs } from '@krapao/web'
import { callApi } from '../../lib/api/call-api.ts'
import type { HistoryRequest } from './history-filter.rules.ts'

/** The most lines of a file: a hundred calls, which the limits of a member bear. */
export const EXPORT_ROWS_MAX = 10_000

/** By how much the server's clock may be ahead of what is known of it: what was done just now belongs to the file. */
const CLOCK_ERROR_MS = 2_000

/**
 * Fetches a history page by page, newest first. Pages end at the time when it began, so that what comes meanwhile does
 * not push rows from one page to the next; a row that did come twice is taken once.
 *
 * @throws {CallError} when a page cannot be had, or `signal` ends it.
 */
export async function fetchHistory(
  request: HistoryRequest,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (done: number, total: number) => void },
): Promise<StatementRow[]> {
  const rows = new Map<string, StatementRow>()
  const to = request.to ?? new Date(serverNowMs() + CLOCK_ERROR_MS).toISOString()
  for (let page = 1; ; page += 1) {
    const answer: AnswerOf<typeof calls.statementList> = await callApi<typeof calls.statementList>(
      'POST',
      '/api/statement',
      { body: { ...request, to, page, limit: PAGE_SIZE_MAX }, signal },
    )
    for (const row of answer.statements) rows.set(row._id, row)
    const total = Math.min(answer.total, EXPORT_ROWS_MAX)
    onProgress(Math.min(rows.size, total), total)
    if (answer.statements.length < PAGE_SIZE_MAX || page * PAGE_SIZE_MAX >= total) return [...rows.values()]
  }
}
