import type { desk, DeskDataRequest } from '@krapao/contract'
import { useQueryClient } from '@tanstack/react-query'
import { sender } from '../../lib/call.ts'
import { useIntent } from '../../lib/intent.ts'
import { askedAgain, usePages } from '../../lib/use-pages.ts'

export type Shown = 'open' | 'ended'
/** What is done next about one. */
export type Step = 'verify' | 'deliver' | 'refuse'

/** Requests about data: the first due first, or the last ended first. */
export const useRequests = (of: Shown) =>
  usePages<typeof desk.deskDataRequests>(['data-requests', of], '/api/desk/data-requests', { of }, askedAgain)

/** Takes one step about a request, once. */
export function useStep({ requestId }: DeskDataRequest, step: Step, onDone: () => void) {
  const client = useQueryClient()
  const path = `/api/desk/data-requests/${encodeURIComponent(requestId)}/${step}` as const
  const askAnew = (): void => void client.invalidateQueries({ queryKey: ['data-requests'] })
  return useIntent(`${step} ${requestId}`, { send: sender('POST', path, askAnew), onDone })
}
