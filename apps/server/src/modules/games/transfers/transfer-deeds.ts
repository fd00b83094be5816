import type { DecisionEnd } from '@krapao/contract'
import * as v from 'valibot'
import type { Sql } from '../../../platform/database/types.ts'
import { type By, writeDeed } from '../../deeds/index.ts'
import type { GameSetting } from '../../operator/index.ts'
import { type Doing, movedOn, type Offered, type TwoPersonDeed } from '../../proposals/index.ts'
import type { GamesParts } from '../games.parts.ts'
import { type LegRow, findLeg } from '../games.store.ts'
import { applyLegAnswer, callNext, isSameMove, type LegParts, type Told } from '../legs/legs.ts'
import type { GameProvider, MoveStatus } from '../providers/provider.ts'
import { nextLegOf } from './transfer.ts'

// A leg in review that a person declares done or void, which takes two (beyond 2.5): its provider is asked once more as the
// second one confirms, and its definite word wins over both (beyond 7.9).

const KIND = 'transfer-end'

const shape = v.object({
  legId: v.string(),
  as: v.picklist(['done', 'refused']),
  /** What the person saw. */
  evidence: v.string(),
})
type Terms = v.InferOutput<typeof shape>

/** What its provider said as it was asked once more, and what may not be asked in a transaction. */
interface Asked {
  leg: LegRow | null
  answer: MoveStatus
  /** Whether the leg came to its end by what the provider said just now, against what persons say. */
  isEnded: boolean
  /** The second leg that opened as this one was settled in the deed; it is called once that is committed. */
  next: LegRow | null
  provider: GameProvider
  games: readonly GameSetting[]
}

/** Whether what a provider says of a leg is the contrary of what persons say; then it is booked as it says. */
function contradicts(leg: LegRow, answer: MoveStatus, as: Terms['as']): boolean {
  if (answer.status === 'done') return as === 'refused' && isSameMove(leg, answer)
  return as === 'done' && (answer.status === 'refused' || answer.status === 'not-found')
}

/** Where the provider says nothing, or tells of another move, the persons' word stands; without a word it is asked about on. */
function tell(leg: LegRow, answer: MoveStatus, as: Terms['as']): Told {
  const asked = true
  if (answer.status === 'unknown') return { status: as, credits: null, asked, isAssumed: true }
  if (answer.status === 'not-found') return { status: 'refused', credits: null, asked, isAssumed: true }
  if (answer.status === 'done' && !isSameMove(leg, answer)) return { status: as, credits: null, asked }
  return { ...answer, asked }
}

/** The same parts within a transaction: what they read and book is its, and nobody outside is asked. */
function within(parts: GamesParts, tx: Sql, { provider, games }: Asked): LegParts {
  return {
    ...parts,
    database: tx,
    ledger: { ...parts.ledger, submit: (submission) => parts.ledger.post(tx, submission) },
    operator: { ...parts.operator, games: () => Promise.resolve([...games]) },
    providers: () => provider,
  }
}

async function ask(parts: GamesParts, { legId, as }: Terms): Promise<Asked> {
  const leg = await findLeg(parts.database, legId)
  const provider = await parts.providers(leg?.code ?? '')
  const games = await parts.operator.games()
  const asked = { leg, provider, games, isEnded: false, next: null }
  if (leg?.state !== 'review') return { ...asked, answer: { status: 'unknown', credits: null } }
  const answer = await provider.moveStatus(leg.id, leg.username)
  if (!contradicts(leg, answer, as)) return { ...asked, answer }
  const nextLeg = nextLegOf(parts)
  const { isClosed, next } = await applyLegAnswer(parts, leg.id, tell(leg, answer, as), nextLeg)
  await callNext(parts, next, nextLeg)
  return { ...asked, answer, isEnded: isClosed }
}

async function run(parts: GamesParts, tx: Sql, { terms, by, evidence }: Doing<Terms, Asked>): Promise<void> {
  const { leg, answer } = evidence
  if (leg === null) movedOn(null, 'NO_DATA')
  const present = await findLeg(tx, leg.id)
  if (evidence.isEnded || answer.status === 'under-way') return toldOtherwise(leg, answer)
  if (present?.state !== 'review' || contradicts(leg, answer, terms.as)) movedOn(null, present?.state ?? 'NO_DATA')
  const own = within(parts, tx, evidence)
  const { isClosed, next } = await applyLegAnswer(own, leg.id, tell(leg, answer, terms.as), nextLegOf(own))
  const after = await findLeg(tx, leg.id)
  if (!isClosed || after === null) movedOn(null, after?.state ?? 'NO_DATA')
  evidence.next = next
  await writeDeed(tx, {
    ...by,
    deed: terms.as === 'done' ? 'transfer-done' : 'transfer-void',
    memberId: leg.memberId,
    subject: `transfer:${leg.id}`,
    before: { state: leg.state },
    after: { state: after.state, amountMinor: leg.amountMinor, game: leg.code, said: answer.status },
    reason: terms.evidence,
    at: parts.clock.now(),
  })
}

const SAID: Record<MoveStatus['status'], DecisionEnd> = {
  done: 'DONE',
  refused: 'REFUSED',
  'not-found': 'NOT_FOUND',
  'under-way': 'UNDER_WAY',
  unknown: 'SILENT',
}

/** The provider has the last word: MOVED_ON says whose it is and what it says. */
function toldOtherwise({ code }: LegRow, { status }: MoveStatus): never {
  return movedOn('system', SAID[status], { party: code })
}

/** The deed by which two persons end a leg, and what is called once it is done. */
export interface TransferEnd {
  deed: TwoPersonDeed<Terms, Asked>
  /** Proposes it, or does it where one person is enough; `said` is what its provider answered when it is done. */
  propose(asked: Terms & { by: By }): Promise<Offered & { said?: MoveStatus['status'] }>
}

/** What came of ending a leg at once: what its provider said, and the call of a second leg. */
interface Done {
  said: MoveStatus['status']
  called: Promise<void>
}

/** Calls the second leg of a transfer, if one opened; what is not heard of it is asked about, as of every leg. */
async function callSecond(parts: GamesParts, { next }: Asked): Promise<void> {
  try {
    await callNext(parts, next, nextLegOf(parts))
  } catch (error) {
    parts.logger.error({ err: error, leg: next?.id }, 'the second leg of a transfer could not be called')
  }
}

export function createTransferEnd(parts: GamesParts): TransferEnd {
  const deed: TwoPersonDeed<Terms, Asked> = {
    kind: KIND,
    confirmedBy: ['PAYMENTS'],
    shape,
    prepare: (terms) => ask(parts, terms),
    run: (tx, doing) => run(parts, tx, doing),
    after: ({ evidence }) => void callSecond(parts, evidence),
  }
  return {
    deed,
    async propose({ by, ...terms }) {
      const leg = await findLeg(parts.database, terms.legId)
      if (leg?.state !== 'review') movedOn(null, leg?.state ?? 'NO_DATA')
      // Where it is done at once, whoever ends it waits for the second leg and hears what the provider said.
      let done = null as Done | null
      const after = ({ evidence }: Doing<Terms, Asked>): void => {
        done = { said: evidence.answer.status, called: callSecond(parts, evidence) }
      }
      const offered = await parts.proposals.offer(
        { ...deed, after },
        {
          by,
          terms,
          memberId: leg.memberId,
          amountMinor: leg.amountMinor,
          subject: `transfer:${terms.legId}`,
          reason: terms.evidence,
        },
      )
      await done?.called
      return done === null ? offered : { ...offered, said: done.said }
    },
  }
}
