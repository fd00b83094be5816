import { type AnswerOf, type calls, PAGE_SIZE, type Receipt, type StatementRow } from '@krapao/contract'
import { serverNowMs } from '@krapao/web'
import type { UseQueryResult } from '@tanstack/react-query'
import { keepPreviousData, notifyManager, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { callApi } from '../../lib/api/call-api.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { latestRow } from '../../lib/statement-rows.ts'
import { statementKey, useHome } from '../../lib/wallet.ts'
import type { HistoryRequest } from './history-filter.rules.ts'
import { lookAgainMs } from './statement.rules.ts'

type StatementPageAnswer = AnswerOf<typeof calls.statementList>

/**
 * One page of the member's history, narrowed as asked, newest first; the page before stays in sight until it came. Looked at again while a
 * row is under way, so that it settles before the reader's eyes.
 */
export function useStatement(page: number, request: HistoryRequest = {}): UseQueryResult<StatementPageAnswer> {
  return useQuery({
    queryKey: [...statementKey, page, request],
    queryFn: ({ signal }) =>
      callApi<typeof calls.statementList>('POST', '/api/statement', {
        body: { ...request, page, limit: PAGE_SIZE },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => lookAgainMs(state.data?.statements ?? [], serverNowMs()) ?? false,
  })
}

/**
 * A row as it was last told, on whatever page of the history. The first page, where what is new stands, is looked at
 * while the row is under way.
 */
export function useLatestRow(row: StatementRow): StatementRow {
  const client = useQueryClient()
  useStatement(1)
  const cache = client.getQueryCache()
  const latest = useSyncExternalStore(
    // A question that is asked anew is news while it is drawn, when nothing may be drawn anew.
    (listener) => cache.subscribe(notifyManager.batchCalls(listener)),
    () => latestRow(client, row._id),
  )
  return latest ?? row
}

/** What games are called, by slot code, as far as home has told. */
export function useGameNames(): ReadonlyMap<string, string> {
  return new Map(useHome().data?.slots.map((slot) => [slot.code, slot.name]))
}

/** What the receipt of a deposit or a withdrawal says beyond its row, as it stands with this status. */
export function useReceipt({ _id, statementType, status }: StatementRow): UseQueryResult<Receipt> {
  const { language } = useTexts()
  return useQuery({
    queryKey: [...statementKey, 'receipt', _id, status, language],
    queryFn: ({ signal }) => callApi<typeof calls.statementReceipt>('GET', `/api/statement/receipt/${_id}`, { signal }),
    enabled: statementType === 'deposit' || statementType === 'withdraw',
    retry: false,
    placeholderData: keepPreviousData,
  })
}
