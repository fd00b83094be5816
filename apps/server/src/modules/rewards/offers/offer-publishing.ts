import { OFFER_SOURCES } from '@krapao/contract'
import * as v from 'valibot'
import { type By, deedById } from '../../deeds/index.ts'
import { type Doing, movedOn, type Offered, type Proposals } from '../../proposals/index.ts'
import type { RewardsParts } from '../rewards.parts.ts'
import { draftOf } from './offers.store.ts'
import { type Named, offerSubject, publishDraft, takes } from './offers.ts'

/** What publishing works with beside the rest: it may take two persons. */
export interface PublishingParts extends Pick<RewardsParts, 'database' | 'clock'> {
  proposals: Pick<Proposals, 'register' | 'offer'>
}

const shape = v.object({
  source: v.picklist(OFFER_SOURCES),
  /** Its code. */
  offer: v.string(),
  revision: v.string(),
  /** What it was expected to cost when it was proposed, for whoever confirms it. */
  costMinor: v.number(),
  reason: v.string(),
})
type Terms = v.InferOutput<typeof shape>

export interface PublishingAsked extends Named {
  revision: string
  reason: string
  by: By
  operationId: string
}

/** Publishing: by one, or, where it may cost more, proposed to an owner. */
export function createPublishing(parts: PublishingParts): (asked: PublishingAsked) => Promise<Offered> {
  const { database, clock, proposals } = parts
  const deed = proposals.register<Terms, undefined>({
    kind: 'offer-publish',
    confirmedBy: ['OWNER'],
    shape,
    run: (tx, { terms: { offer: code, ...terms }, by }: Doing<Terms, undefined>) =>
      publishDraft(tx, { ...terms, code, by, persons: 'two' }, clock.now()),
  })

  return async ({ source, code, revision, reason, by, operationId }) => {
    const done: Offered = { outcome: 'done', proposalId: null }
    if ((await deedById(database, operationId)) !== null) return done
    const draft = await draftOf(database, source, code)
    if (draft === null || draft.revision !== revision) return movedOn(draft?.savedBy ?? null, 'CHANGED')
    const wanted = takes(draft, clock.now())
    if (wanted === null) return movedOn(null, 'NOT_SIMULATED')
    const asked = { source, code, revision, reason: reason.trim() }
    if (wanted === 'two') {
      const terms = {
        source,
        offer: code,
        revision,
        reason: asked.reason,
        costMinor: draft.simulation?.cost.middleMinor ?? 0,
      }
      const subject = offerSubject(draft)
      return proposals.offer(deed, {
        by,
        terms,
        subject,
        amountMinor: terms.costMinor,
        reason: asked.reason,
        operationId,
      })
    }
    await database.transaction((tx) =>
      publishDraft(tx, { ...asked, by: { ...by, operationId }, persons: 'one' }, clock.now()),
    )
    return done
  }
}
