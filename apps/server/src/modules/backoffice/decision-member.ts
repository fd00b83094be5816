import type { DecisionEvidence } from '@krapao/contract'
import type { Database } from '../../platform/database/types.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Cashier } from '../cashier/index.ts'
import type { Members } from '../members/index.ts'
import { maskedPhone } from './search.ts'

export type DecisionMember = NonNullable<DecisionEvidence['member']>

export interface DecisionMemberParts {
  database: Database
  clock: Clock
  members: Pick<Members, 'findNamed'>
  cashier: Pick<Cashier, 'factsOfMember'>
}

/** Whom a decision is about, with what of his money in and out it is judged by; null when there is no such member. */
export async function decisionMember(
  { database, clock, members, cashier }: DecisionMemberParts,
  memberId: string,
): Promise<DecisionMember | null> {
  const found = await members.findNamed(database, memberId)
  if (found === null) return null
  return {
    memberId,
    memberNo: String(found.memberNumber),
    name: found.name,
    phone: maskedPhone(found.username),
    facts: await cashier.factsOfMember(memberId, clock.now()),
  }
}
