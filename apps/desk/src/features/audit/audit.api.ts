import type { AnswerOf, desk } from '@krapao/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callDesk } from '../../lib/call.ts'

/** A page of what staff did, newest first. */
export function useAudit(page: number): UseQueryResult<AnswerOf<typeof desk.deskAudit>> {
  return useQuery({
    queryKey: ['audit', page],
    queryFn: ({ signal }) => callDesk<typeof desk.deskAudit>('GET', `/api/desk/audit?page=${page}`, { signal }),
    placeholderData: keepPreviousData,
  })
}
