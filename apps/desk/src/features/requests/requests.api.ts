import type { AnswerOf, desk, DeskDataRequest } from '@krapao/contract'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { callDesk } from '../../lib/call.ts'
import { useIntent } from '../../lib/intent.ts'

export type Shown = 'open' | 'ended'
/** What is done next about one. */
export type Step = 'verify' | 'deliver' | 'refuse'

/** Others answer too, and a copy is made without a word to the desk. */
const ASK_AGAIN_MS = 10_000

/** Requests about data, as far as they were asked for: the first due first, or the last ended first. */
export function useRequests(of: Shown): UseInfiniteQueryResult<InfiniteData<AnswerOf<typeof desk.deskDataRequests>>> {
  return useInfiniteQuery({
    queryKey: ['data-requests', of],
    queryFn: ({ signal, pageParam }) => {
      const query = new URLSearchParams({ of, ...(pageParam === null ? {} : { after: pageParam }) })
      return callDesk<typeof desk.deskDataRequests>('GET', `/api/desk/data-requests?${query}`, { signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchInterval: ASK_AGAIN_MS,
  })
}

/** Takes one step about a request, once. */
export function useStep({ requestId }: DeskDataRequest, step: Step, onDone: () => void) {
  const client = useQueryClient()
  return useIntent(`${step} ${requestId}`, {
    send: async (body, idempotencyKey) => {
      const path = `/api/desk/data-requests/${encodeURIComponent(requestId)}/${step}` as const
      try {
        // The body is of the step that the path names.
        return await callDesk<typeof desk.deskVerifyDataRequest>('POST', path, { body: body as never, idempotencyKey })
      } finally {
        void client.invalidateQueries({ queryKey: ['data-requests'] })
      }
    },
    onDone,
  })
}
