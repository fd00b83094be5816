import { MINUTE_MS } from '@krapao/web'
import type { AnswerOf, desk, DeskReply } from '@krapao/contract'
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callDesk } from '../../lib/call.ts'

/** The replies that are kept ready. */
export function useReplies(): UseQueryResult<readonly DeskReply[]> {
  return useQuery({
    queryKey: ['replies'],
    queryFn: async ({ signal }) =>
      (await callDesk<typeof desk.deskReplies>('GET', '/api/desk/replies', { signal })).replies,
    staleTime: MINUTE_MS,
  })
}

export type ReplyFields = Pick<DeskReply, 'title' | 'th' | 'lo' | 'en'>

/** Keeps a new reply, or, with an id, a changed one. */
export function useSaveReply(): UseMutationResult<DeskReply, Error, { id: string | null; fields: ReplyFields }> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, fields }) => {
      const answer: AnswerOf<typeof desk.deskAddReply> =
        id === null
          ? await callDesk<typeof desk.deskAddReply>('POST', '/api/desk/replies', { body: fields })
          : await callDesk<typeof desk.deskChangeReply>('PUT', `/api/desk/replies/${id}`, { body: fields })
      return answer.reply
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['replies'] }),
  })
}

/** Removes a reply. */
export function useRemoveReply(): UseMutationResult<unknown, Error, string> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => callDesk<typeof desk.deskRemoveReply>('DELETE', `/api/desk/replies/${id}`),
    onSettled: () => client.invalidateQueries({ queryKey: ['replies'] }),
  })
}
