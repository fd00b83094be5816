import type { AnswerOf, desk, DeskBox } from '@krapao/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callDesk } from '../../lib/call.ts'

export type InboxAnswer = AnswerOf<typeof desk.deskInbox>

/** Hints bring what changes; this is for those that never came. */
const REFETCH_MS = 60_000

/** A page of a box, and how many rooms each box has. */
export function useInbox(box: DeskBox, page: number, find: string): UseQueryResult<InboxAnswer> {
  return useQuery({ ...inboxQuery(box, page, find), placeholderData: keepPreviousData })
}

function inboxQuery(box: DeskBox, page: number, find: string) {
  return {
    queryKey: ['inbox', box, page, find],
    queryFn: ({ signal }: { signal: AbortSignal }) => fetchInbox(box, page, find, signal),
    refetchInterval: REFETCH_MS,
  }
}

/** How many customers wait for an answer, as the first page of their box tells; none for who reads no chats. */
export function useWaiting(canRead: boolean): number {
  const { data } = useQuery({ ...inboxQuery('waiting', 1, ''), enabled: canRead })
  return data?.counts.waiting ?? 0
}

/** Asks for a page of a box. */
export function fetchInbox(box: DeskBox, page: number, find: string, signal?: AbortSignal): Promise<InboxAnswer> {
  const query = new URLSearchParams({ box, page: String(page), ...(find === '' ? {} : { find }) })
  return callDesk<typeof desk.deskInbox>('GET', `/api/desk/inbox?${query.toString()}`, signal ? { signal } : {})
}
