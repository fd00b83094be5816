import type { AnswerOf, calls } from '@krapao/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callApi } from '../../lib/api/call-api.ts'

/** Section 9: ten rows a page. */
export const PAGE_SIZE = 10

/** One page of the member's history, newest first; the page before stays in sight until it came. */
export function useStatement(page: number): UseQueryResult<AnswerOf<typeof calls.statementList>> {
  return useQuery({
    queryKey: ['statement', page],
    queryFn: ({ signal }) =>
      callApi<typeof calls.statementList>('POST', '/api/statement', { body: { page, limit: PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
  })
}
