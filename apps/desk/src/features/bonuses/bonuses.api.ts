import type { AnswerOf, desk, OfferSource } from '@krapao/contract'
import { callDesk, sender } from '../../lib/call.ts'
import { useRead } from '../../lib/use-read.ts'

export type OfferRead = AnswerOf<typeof desk.deskBonus>

/** Which bonus or promotion. */
export interface Named {
  readonly source: OfferSource
  readonly code: string
}

const pathOf = ({ source, code }: Named) => `/api/desk/bonuses/${source}/${encodeURIComponent(code)}` as const

/** All bonuses and promotions. */
export const useOffers = () => useRead<typeof desk.deskBonuses>(['bonuses'], '/api/desk/bonuses')

/** One of them, with its draft and all its versions. */
export const useOffer = (named: Named) =>
  useRead<typeof desk.deskBonus>(['bonuses', named.source, named.code], pathOf(named))

export const saveDraft = sender<typeof desk.deskSaveBonus>('POST', '/api/desk/bonuses/drafts')

export function simulateDraft(named: Named, revision: string): Promise<AnswerOf<typeof desk.deskSimulateBonus>> {
  return callDesk<typeof desk.deskSimulateBonus>('POST', `${pathOf(named)}/simulate`, { body: { revision } })
}

export const publishDraft = (named: Named) => sender<typeof desk.deskPublishBonus>('POST', `${pathOf(named)}/publish`)

export const stopOffer = (named: Named) => sender<typeof desk.deskStopBonus>('POST', `${pathOf(named)}/stop`)
