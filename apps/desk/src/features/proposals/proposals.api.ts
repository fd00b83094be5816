import type { AnswerOf, desk, DeskProposal, ProposalOutlook } from '@krapao/contract'
import type { InfiniteData, UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query'
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { callDesk } from '../../lib/call.ts'
import { useIntent } from '../../lib/intent.ts'

export type ProposalState = DeskProposal['state']
export type Verdict = 'confirm' | 'refuse' | 'withdraw'

/** Others decide too, and nobody tells of it. */
const ASK_AGAIN_MS = 10_000

/** The proposals in one state, the newest first, as far as they were asked for. */
export function useProposals(
  state: ProposalState,
): UseInfiniteQueryResult<InfiniteData<AnswerOf<typeof desk.deskProposals>>> {
  return useInfiniteQuery({
    queryKey: ['proposals', state],
    queryFn: ({ signal, pageParam }) => {
      const query = new URLSearchParams({
        state,
        ...(pageParam === null ? {} : { after: pageParam }),
      })
      return callDesk<typeof desk.deskProposals>('GET', `/api/desk/proposals?${query}`, { signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchInterval: ASK_AGAIN_MS,
  })
}

/** One, whichever list it stands in. */
export function useProposal(proposalId: string, isWanted: boolean): UseQueryResult<DeskProposal> {
  return useQuery({
    queryKey: ['proposals', 'one', proposalId],
    queryFn: ({ signal }) => {
      const path = `/api/desk/proposals/${encodeURIComponent(proposalId)}` as const
      return callDesk<typeof desk.deskProposal>('GET', path, { signal })
    },
    enabled: isWanted,
    refetchInterval: ASK_AGAIN_MS,
  })
}

/** How one stands now for who looks at it, asked anew whenever it is opened. */
export function useOutlook(proposalId: string, isWanted: boolean): UseQueryResult<ProposalOutlook> {
  return useQuery({
    queryKey: ['proposals', 'outlook', proposalId],
    queryFn: ({ signal }) => {
      const path = `/api/desk/proposals/${encodeURIComponent(proposalId)}/outlook` as const
      return callDesk<typeof desk.deskProposalOutlook>('GET', path, { signal })
    },
    enabled: isWanted,
    // What was read when it was open before is not what it stands by now.
    gcTime: 0,
    staleTime: 0,
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
