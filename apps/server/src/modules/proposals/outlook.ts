import type { ProposalFact, ProposalOutlook } from '@krapao/contract'
import { toWireAmount } from '@krapao/money'
import * as v from 'valibot'
import { refuse } from '../../platform/errors.ts'
import type { Actor } from '../deeds/index.ts'
import type { ProposalsParts } from './proposals.parts.ts'
import { proposalById } from './proposals.store.ts'
import type { Foreseen, ProposalFacts } from './proposals.types.ts'

/**
 * How a proposal stands for whoever looks at it now: what it is judged by, then and now, and what it would book. Nothing of
 * both where it is not open or its deed foresees nothing. Refuses with NO_DATA what there is not.
 */
export async function outlook(parts: ProposalsParts, id: string, confirmer: Actor): Promise<ProposalOutlook> {
  const row = (await proposalById(parts.database, id)) ?? refuse('NO_DATA')
  const asOf = parts.clock.now().toISOString()
  const deed = parts.deeds.get(row.kind)
  if (row.state !== 'OPEN' || deed?.foresee === undefined) return { asOf, member: null, checks: [], books: [] }
  const { memberId, seen } = row
  const terms = v.parse(deed.shape, row.terms)
  const foreseen = await deed.foresee(parts.database, { proposalId: id, terms, memberId, confirmer })
  return {
    asOf,
    member: foreseen.member,
    checks: checksOf(foreseen, seen),
    books: foreseen.books.map(({ account, postedMinor, changeMinor }) => ({
      account,
      before: toWireAmount(postedMinor),
      change: toWireAmount(changeMinor),
      after: toWireAmount(postedMinor + changeMinor),
    })),
  }
}

function checksOf({ facts, against }: Foreseen, seen: ProposalFacts | null): ProposalOutlook['checks'] {
  return (Object.keys(facts) as ProposalFact[]).map((what) => {
    const [proposed, now] = [seen?.[what] ?? null, facts[what] ?? null]
    const hasMoved = proposed !== null && proposed !== now
    return { what, proposed, now, stands: against.includes(what) ? 'against' : hasMoved ? 'moved' : 'holds' }
  })
}
