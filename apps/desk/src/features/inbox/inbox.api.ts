import { MINUTE_MS } from '@krapao/web'
import type { AnswerOf, desk, DeskBox } from '@krapao/contract'
import { useQuery } from '@tanstack/react-query'
import { callDesk } from '../../lib/call.ts'
import { usePages } from '../../lib/use-pages.ts'

export type InboxAnswer = AnswerOf<typeof desk.deskInbox>
export type InboxQuery = ReturnType<typeof useInbox>

/** Hints bring what changes; this is for those that never came. */
const REFETCH_MS = MINUTE_MS

/** The rooms of a box, and how many rooms each box has. */
export const useInbox = (box: DeskBox, find: string) =>
  usePages<typeof desk.deskInbox>(
    ['inbox', box, find],
    '/api/desk/inbox',
    { box, find },
    { keepsShown: true, refetchInterval: REFETCH_MS },
  )

/** Who waits for an answer, the longest first, as far as the first page tells. */
export const waitingQuery = {
  queryKey: ['inbox', 'waiting first'],
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<InboxAnswer> =>
    callDesk<typeof desk.deskInbox>('GET', '/api/desk/inbox?box=waiting', { signal }),
}

/** How many customers wait for an answer; none for who reads no chats. */
export function useWaiting(canRead: boolean): number {
  const { data } = useQuery({ ...waitingQuery, refetchInterval: REFETCH_MS, enabled: canRead })
  return data?.counts.waiting ?? 0
}
