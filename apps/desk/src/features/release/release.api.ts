import type { AnswerOf, desk, ReleaseReplay, ReleaseRules } from '@krapao/contract'
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query'
import { useMutation, useQuery } from '@tanstack/react-query'
import { callDesk, sender } from '../../lib/call.ts'

/** The rules in force, and all that were before. */
export function useRelease(): UseQueryResult<AnswerOf<typeof desk.deskReleaseRules>> {
  return useQuery({
    queryKey: ['release'],
    queryFn: ({ signal }) => callDesk<typeof desk.deskReleaseRules>('GET', '/api/desk/release', { signal }),
  })
}

/** What rules would have done with the last 30 days. */
export function useReplay(): UseMutationResult<ReleaseReplay, Error, ReleaseRules> {
  return useMutation({
    mutationFn: (rules: ReleaseRules) =>
      callDesk<typeof desk.deskReleaseReplay>('POST', '/api/desk/release/replay', { body: rules }),
  })
}

/** Proposes other rules. */
export const proposeRelease = sender<typeof desk.deskReleasePropose>('POST', '/api/desk/release')
