import type { AnswerOf, desk, DeskBox } from '@krapao/contract'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { callDesk } from '../../lib/call.ts'

export type InboxAnswer = AnswerOf<typeof desk.deskInbox>
export type InboxQuery = UseInfiniteQueryResult<InfiniteData<InboxAnswer>>

/** Hints bring what changes; this is for those that never came. */
const REFETCH_MS = 60_000

/** The rooms of a box as far as they were asked for, and how many rooms each box has. */
export function useInbox(box: DeskBox, find: string): InboxQuery {
  return useInfiniteQuery({
    queryKey: ['inbox', box, find],
    queryFn: ({ signal, pageParam }) => fetchInbox(box, find, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: REFETCH_MS,
    placeholderData: keepPreviousData,
  })
}

/** Who waits for an answer, the longest first, as far as the first page tells. */
export const waitingQuery = {
  queryKey: ['inbox', 'waiting first'],
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<InboxAnswer> => fetchInbox('waiting', '', null, signal),
}

/** How many customers wait for an answer; none for who reads no chats. */
export function useWaiting(canRead: boolean): number {
  const { data } = useQuery({ ...waitingQuery, refetchInterval: REFETCH_MS, enabled: canRead })
  return data?.counts.waiting ?? 0
}

function fetchInbox(box: DeskBox, find: string, after: string | null, signal: AbortSignal): Promise<InboxAnswer> {
  const query = new URLSearchParams({ box, ...(after === null ? {} : { after }), ...(find === '' ? {} : { find }) })
  return callDesk<typeof desk.deskInbox>('GET', `/api/desk/inbox?${query.toString()}`, { signal })
}
