import type { AnswerOf, desk } from '@krapao/contract'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useInfiniteQuery } from '@tanstack/react-query'
import { callDesk } from '../../lib/call.ts'

/** What staff did, newest first, as far as it was asked for. */
export function useAudit(): UseInfiniteQueryResult<InfiniteData<AnswerOf<typeof desk.deskAudit>>> {
  return useInfiniteQuery({
    queryKey: ['audit'],
    queryFn: ({ signal, pageParam }) => {
      const query = new URLSearchParams(pageParam === null ? {} : { after: pageParam })
      return callDesk<typeof desk.deskAudit>('GET', `/api/desk/audit?${query}`, { signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
}
