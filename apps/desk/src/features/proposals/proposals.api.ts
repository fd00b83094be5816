import type { desk, DeskProposal } from '@krapao/contract'
import { useQueryClient } from '@tanstack/react-query'
import { sender } from '../../lib/call.ts'
import { useIntent } from '../../lib/intent.ts'
import { ASK_AGAIN_MS, askedAgain, usePages } from '../../lib/use-pages.ts'
import { useRead } from '../../lib/use-read.ts'

export type ProposalState = DeskProposal['state']
export type Verdict = 'confirm' | 'refuse' | 'withdraw'

const pathOf = (proposalId: string, rest?: Verdict | 'outlook'): `/api/desk/${string}` =>
  `/api/desk/proposals/${encodeURIComponent(proposalId)}${rest === undefined ? '' : `/${rest}`}`

/** The proposals in one state, the newest first. */
export const useProposals = (state: ProposalState) =>
  usePages<typeof desk.deskProposals>(['proposals', state], '/api/desk/proposals', { state }, askedAgain)

/** One, whichever list it stands in. */
export const useProposal = (proposalId: string, isWanted: boolean) =>
  useRead<typeof desk.deskProposal>(['proposals', 'one', proposalId], pathOf(proposalId), {
    enabled: isWanted,
    refetchInterval: ASK_AGAIN_MS,
  })

/** How one stands now for who looks at it, asked anew whenever it is opened. */
export const useOutlook = (proposalId: string, isWanted: boolean) =>
  useRead<typeof desk.deskProposalOutlook>(['proposals', 'outlook', proposalId], pathOf(proposalId, 'outlook'), {
    enabled: isWanted,
    // What was read when it was open before is not what it stands by now.
    gcTime: 0,
    staleTime: 0,
    refetchInterval: ASK_AGAIN_MS,
  })

/** Confirms, refuses or takes back one, once. */
export function useVerdict(proposalId: string, verdict: Verdict, onDone: (state: ProposalState) => void) {
  const client = useQueryClient()
  const askAnew = (): void => void client.invalidateQueries({ queryKey: ['proposals'] })
  return useIntent(`${verdict} ${proposalId}`, {
    send: sender<typeof desk.deskConfirmProposal>('POST', pathOf(proposalId, verdict), askAnew),
    onDone: ({ state }) => onDone(state),
  })
}
