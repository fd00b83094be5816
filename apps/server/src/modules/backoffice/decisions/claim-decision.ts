import { type AnswerOf, DECISION_CLAIM_MS, type desk } from '@krapao/contract'
import { refuse } from '../../../platform/errors.ts'
import type { AgentIdentity } from '../../../platform/http/index.ts'
import { byAgent, decisionSubject, writeDeed } from '../../deeds/index.ts'
import type { BackofficeParts } from '../backoffice.parts.ts'
import { claimOf, giveClaimBack, takeClaim } from './decision-claims.store.ts'
import { CLAIMED, refuseMoved, RELEASED } from './decision-deeds.ts'
import { type DecisionNamed, requireReading } from './decision-kinds.ts'
import { rowsOnWire } from './list-decisions.ts'

/** Takes it for five minutes; refuses with HELD while another has it. */
export async function claimDecision(
  parts: BackofficeParts,
  agent: AgentIdentity,
  named: DecisionNamed,
): Promise<AnswerOf<typeof desk.deskClaimDecision>> {
  const { database, clock } = parts
  const { reading, subjects } = await requireReading(parts, named)
  const { row, actions } = reading
  if (actions.length === 0) await refuseMoved(parts, subjects)
  const now = clock.now()
  const until = new Date(now.getTime() + DECISION_CLAIM_MS)
  const isTaken = await database.transaction(async (tx) => {
    const claim = await takeClaim(tx, { ...named, agentId: agent.agentId, until }, now)
    if (claim === null) return false
    const subject = decisionSubject(named.kind, named.id)
    await writeDeed(tx, { ...byAgent(agent), deed: CLAIMED, memberId: row.memberId, subject, at: now })
    return true
  })
  if (!isTaken) {
    const held = await claimOf(database, named, now)
    const names = await parts.staff.namesOf(held === null ? [] : [held.agentId])
    const by = names.get(held?.agentId ?? '') ?? null
    refuse('HELD', { details: { by, until: held?.until.toISOString() ?? null } })
  }
  const [wired] = await rowsOnWire(parts, [{ ...row, kind: named.kind }])
  return { row: wired ?? refuse('NO_DATA') }
}

/** Gives back what one has taken; of what he has not, nothing happens. */
export async function releaseDecision(
  parts: BackofficeParts,
  agent: AgentIdentity,
  { kind, id }: DecisionNamed,
): Promise<void> {
  const now = parts.clock.now()
  await parts.database.transaction(async (tx) => {
    if (!(await giveClaimBack(tx, { kind, id }, agent.agentId, now))) return
    await writeDeed(tx, { ...byAgent(agent), deed: RELEASED, subject: decisionSubject(kind, id), at: now })
  })
}
