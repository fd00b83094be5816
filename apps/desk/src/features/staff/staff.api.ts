import type { AnswerOf, desk, DeskStaffRow, Role } from '@krapao/contract'
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callDesk } from '../../lib/call.ts'

/** Everybody of the staff. */
export function useStaff(): UseQueryResult<AnswerOf<typeof desk.deskStaff>['staff']> {
  return useQuery({
    queryKey: ['staff'],
    queryFn: async ({ signal }) => (await callDesk<typeof desk.deskStaff>('GET', '/api/desk/staff', { signal })).staff,
  })
}

/** Gives one of the staff other roles, or with null locks him out. The list is asked for anew whatever came of it. */
export function useStaffChange(agentId: string): UseMutationResult<DeskStaffRow, Error, readonly Role[] | null> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (roles: readonly Role[] | null) => {
      const path = `/api/desk/staff/${agentId}` as const
      const { agent } =
        roles === null
          ? await callDesk<typeof desk.deskDisable>('POST', `${path}/disable`)
          : await callDesk<typeof desk.deskSetRoles>('PUT', `${path}/roles`, { body: { roles: [...roles] } })
      return agent
    },
    onSettled: () => Promise.all([['staff'], ['me']].map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
}

/** Ends one session of one of the staff, or with null all of them but the one here. */
export function useEndSessions(agentId: string): UseMutationResult<unknown, Error, string | null> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (sessionId: string | null) =>
      callDesk<typeof desk.deskEndStaffSessions>('POST', `/api/desk/staff/${agentId}/end-sessions`, {
        body: { sessionId },
      }),
    onSettled: () => client.invalidateQueries({ queryKey: ['staff'] }),
  })
}
