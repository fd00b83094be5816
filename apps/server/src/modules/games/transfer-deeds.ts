import * as v from 'valibot'
import type { Sql } from '../../platform/database/types.ts'
import { newId } from '../../platform/ids.ts'
import { type By, writeDeed } from '../deeds/index.ts'
import type { GameSetting } from '../operator/index.ts'
import { type Doing, movedOn, type Offered, type TwoPersonDeed } from '../proposals/index.ts'
import type { GamesParts } from './games.parts.ts'
import { type LegRow, findLeg } from './games.store.ts'
import { apply, callNext, isSameMove, type Told } from './legs.ts'
import type { GameProvider, MoveStatus } from './providers/provider.ts'
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
  provider: GameProvider
  games: readonly GameSetting[]
}

/** What is left to do once the end of a leg is committed, by its proposal. */
interface Rest {
  said: MoveStatus['status']
  /** The second leg that opened as the first was settled. */
  next: LegRow | null
  /** Its call, once it is made. */
  called: Promise<void>
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
function within(parts: GamesParts, tx: Sql, { provider, games }: Asked): GamesParts {
  return {
    ...parts,
    database: tx as GamesParts['database'],
    ledger: { ...parts.ledger, submit: (submission) => parts.ledger.post(tx, submission) },
    operator: { ...parts.operator, games: () => Promise.resolve([...games]) },
    providers: () => provider,
  }
}

async function ask(parts: GamesParts, { legId, as }: Terms): Promise<Asked> {
  const leg = await findLeg(parts.database, legId)
  const provider = await parts.providers(leg?.code ?? '')
  const games = await parts.operator.games()
  const asked = { leg, provider, games, isEnded: false }
  if (leg?.state !== 'review') return { ...asked, answer: { status: 'unknown', credits: null } }
  const answer = await provider.moveStatus(leg.id, leg.username)
  if (!contradicts(leg, answer, as)) return { ...asked, answer }
  const nextLeg = nextLegOf(parts)
  const { isClosed, next } = await apply(parts, leg.id, tell(leg, answer, as), nextLeg)
  await callNext(parts, next, nextLeg)
  return { ...asked, answer, isEnded: isClosed }
}

async function run(
  parts: GamesParts,
  rests: Map<string, Rest>,
  tx: Sql,
  { proposalId, terms, by, evidence }: Doing<Terms, Asked>,
): Promise<void> {
  const { leg, answer } = evidence
  if (leg === null) movedOn(null, 'NO_DATA')
  const present = await findLeg(tx, leg.id)
  if (evidence.isEnded || answer.status === 'under-way') return toldOtherwise(leg, answer)
  if (present?.state !== 'review' || contradicts(leg, answer, terms.as)) movedOn(null, present?.state ?? 'NO_DATA')
  const own = within(parts, tx, evidence)
  const { isClosed, next } = await apply(own, leg.id, tell(leg, answer, terms.as), nextLegOf(own))
  const after = await findLeg(tx, leg.id)
  if (!isClosed || after === null) movedOn(null, after?.state ?? 'NO_DATA')
  rests.set(proposalId, { said: answer.status, next, called: Promise.resolve() })
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

/** The provider has the last word: MOVED_ON says whose it is and what it says. */
function toldOtherwise({ code }: LegRow, { status }: MoveStatus): never {
  return movedOn('system', status.toUpperCase().replace('-', '_'), { party: code })
}

/** The deed by which two persons end a leg, and what is called once it is done. */
export interface TransferEnd {
  deed: TwoPersonDeed<Terms, Asked>
  /** Proposes it, or does it where one person is enough; `said` is what its provider answered when it is done. */
  propose(asked: Terms & { by: By }): Promise<Offered & { said?: MoveStatus['status'] }>
}

export function createTransferEnd(parts: GamesParts): TransferEnd {
  const rests = new Map<string, Rest>()
  /** Of what is proposed here and now, the rest is waited for. */
  const awaited = new Set<string>()
  const deed: TwoPersonDeed<Terms, Asked> = {
    kind: KIND,
    confirmedBy: ['PAYMENTS'],
    shape,
    prepare: (terms) => ask(parts, terms),
    run: (tx, doing) => run(parts, rests, tx, doing),
    after({ proposalId }) {
      const rest = rests.get(proposalId)
      if (rest === undefined) return
      if (!awaited.has(proposalId)) rests.delete(proposalId)
      rest.called = callNext(parts, rest.next, nextLegOf(parts)).catch((error: unknown) => {
        // What is not heard of it is asked about, as of every leg.
        parts.logger.error({ err: error, leg: rest.next?.id }, 'the second leg of a transfer could not be called')
      })
    },
  }
  return {
    deed,
    async propose({ by, ...terms }) {
      const operationId = by.operationId ?? newId(parts.clock.now())
      const leg = await findLeg(parts.database, terms.legId)
      if (leg?.state !== 'review') movedOn(null, leg?.state ?? 'NO_DATA')
      awaited.add(operationId)
      try {
        const offered = await parts.proposals.offer(deed, {
          by,
          terms,
          memberId: leg.memberId,
          amountMinor: leg.amountMinor,
          subject: `transfer:${terms.legId}`,
          reason: terms.evidence,
          operationId,
        })
        const rest = offered.outcome === 'done' ? rests.get(operationId) : undefined
        await rest?.called
        return rest === undefined ? offered : { ...offered, said: rest.said }
      } finally {
        awaited.delete(operationId)
        rests.delete(operationId)
      }
    },
  }
}
