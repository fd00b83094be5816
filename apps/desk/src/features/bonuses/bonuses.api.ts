import type { AnswerOf, desk, OfferSource } from '@krapao/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { callDesk, sender } from '../../lib/call.ts'

export type OfferRead = AnswerOf<typeof desk.deskBonus>

/** Which bonus or promotion. */
export interface Named {
  readonly source: OfferSource
  readonly code: string
}

const pathOf = ({ source, code }: Named) => `/api/desk/bonuses/${source}/${encodeURIComponent(code)}` as const

/** All bonuses and promotions. */
export function useOffers(): UseQueryResult<AnswerOf<typeof desk.deskBonuses>> {
  return useQuery({
    queryKey: ['bonuses'],
    queryFn: ({ signal }) => callDesk<typeof desk.deskBonuses>('GET', '/api/desk/bonuses', { signal }),
  })
}

/** One of them, with its draft and all its versions. */
export function useOffer(named: Named): UseQueryResult<OfferRead> {
  return useQuery({
    queryKey: ['bonuses', named.source, named.code],
    queryFn: ({ signal }) => callDesk<typeof desk.deskBonus>('GET', pathOf(named), { signal }),
  })
}

export const saveDraft = sender<typeof desk.deskSaveBonus>('POST', '/api/desk/bonuses/drafts')

export function simulateDraft(named: Named, revision: string): Promise<AnswerOf<typeof desk.deskSimulateBonus>> {
  return callDesk<typeof desk.deskSimulateBonus>('POST', `${pathOf(named)}/simulate`, { body: { revision } })
}

export const publishDraft = (named: Named) => sender<typeof desk.deskPublishBonus>('POST', `${pathOf(named)}/publish`)

export const stopOffer = (named: Named) => sender<typeof desk.deskStopBonus>('POST', `${pathOf(named)}/stop`)
