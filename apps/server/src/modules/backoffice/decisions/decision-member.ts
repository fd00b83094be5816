import type { DecisionEvidence } from '@krapao/contract'
import { maskedPhone } from '../../members/index.ts'
import type { BackofficeParts } from '../backoffice.parts.ts'

/** Whom a decision is about, with what of his money in and out it is judged by; null when there is no such member. */
export async function decisionMember(
  { database, clock, members, cashier }: BackofficeParts,
  memberId: string,
): Promise<DecisionEvidence['member']> {
  const found = await members.card(database, memberId)
  if (found === null) return null
  return {
    memberId,
    memberNo: String(found.memberNumber),
    name: found.name,
    phone: maskedPhone(found.username),
    facts: await cashier.factsOfMember(memberId, clock.now()),
  }
}
