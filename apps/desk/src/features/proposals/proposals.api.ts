import type { AnswerOf, desk, DeskProposal } from '@krapao/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { callDesk } from '../../lib/call.ts'
import { useIntent } from '../../lib/intent.ts'

export type ProposalState = DeskProposal['state']
export type Verdict = 'confirm' | 'refuse' | 'withdraw'

/** Others decide too, and nobody tells of it. */
const ASK_AGAIN_MS = 10_000

/** A page of the proposals in one state, or in any. */
export function useProposals(
  state: ProposalState | null,
  page: number,
): UseQueryResult<AnswerOf<typeof desk.deskProposals>> {
  return useQuery({
    queryKey: ['proposals', state, page],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ page: String(page), ...(state === null ? {} : { state }) })
      return callDesk<typeof desk.deskProposals>('GET', `/api/desk/proposals?${query}`, { signal })
    },
    placeholderData: keepPreviousData,
    refetchInterval: ASK_AGAIN_MS,
  })
}

/** Confirms, refuses or takes back one, once. */
export function useVerdict(proposalId: string, verdict: Verdict, onDone: (state: ProposalState) => void) {
  const client = useQueryClient()
  const refetch = (): Promise<void> => client.invalidateQueries({ queryKey: ['proposals'] })
  return useIntent(`${verdict} ${proposalId}`, {
    send: async (body, idempotencyKey) => {
      const path = `/api/desk/proposals/${encodeURIComponent(proposalId)}/${verdict}` as const
      try {
        return await callDesk<typeof desk.deskConfirmProposal>('POST', path, { body, idempotencyKey })
      } finally {
        void refetch()
      }
    },
    onDone: ({ state }) => onDone(state),
  })
}
