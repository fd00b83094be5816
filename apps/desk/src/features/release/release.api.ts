import type { desk, ReleaseReplay, ReleaseRules } from '@krapao/contract'
import type { UseMutationResult } from '@tanstack/react-query'
import { useMutation } from '@tanstack/react-query'
import { callDesk, sender } from '../../lib/call.ts'
import { useRead } from '../../lib/use-read.ts'

/** The rules in force, and all that were before. */
export const useRelease = () => useRead<typeof desk.deskReleaseRules>(['release'], '/api/desk/release')

/** What rules would have done with the last 30 days. */
export function useReplay(): UseMutationResult<ReleaseReplay, Error, ReleaseRules> {
  return useMutation({
    mutationFn: (rules: ReleaseRules) =>
      callDesk<typeof desk.deskReleaseReplay>('POST', '/api/desk/release/replay', { body: rules }),
  })
}

/** Proposes other rules. */
export const proposeRelease = sender<typeof desk.deskReleasePropose>('POST', '/api/desk/release')
