import { type AnswerOf, DECISION_CLAIM_MS, type DecisionKindName, type desk } from '@krapao/contract'
import { refuse } from '../../../platform/errors.ts'
import type { AgentIdentity } from '../../../platform/http/index.ts'
import { byAgent, decisionSubject, writeDeed } from '../../deeds/index.ts'
import type { BackofficeParts } from '../backoffice.parts.ts'
import { claimOf, giveClaimBack, takeClaim } from './decision-claims.store.ts'
import { CLAIMED, refuseMoved, RELEASED } from './decision-deeds.ts'
import { kindOf } from './decision-kinds.ts'
import { rowsOnWire } from './list-decisions.ts'

/** Takes it for five minutes; refuses with HELD while another has it. */
export async function claimDecision(
  parts: BackofficeParts,
  agent: AgentIdentity,
  kind: DecisionKindName,
  id: string,
): Promise<AnswerOf<typeof desk.deskClaimDecision>> {
  const { database, clock } = parts
  const { row, actions, deedsOn: more = [] } = (await kindOf(parts, kind).read(id)) ?? refuse('NO_DATA')
  if (actions.length === 0) await refuseMoved(parts, [decisionSubject(kind, id), ...more])
  const now = clock.now()
  const until = new Date(now.getTime() + DECISION_CLAIM_MS)
  const isTaken = await database.transaction(async (tx) => {
    const claim = await takeClaim(tx, { kind, id, agentId: agent.agentId, until }, now)
    if (claim === null) return false
    await writeDeed(tx, {
      ...byAgent(agent),
      deed: CLAIMED,
      memberId: row.memberId,
      subject: decisionSubject(kind, id),
      at: now,
    })
    return true
  })
  if (!isTaken) {
    const held = await claimOf(database, { kind, id }, now)
    const names = await parts.staff.namesOf(held === null ? [] : [held.agentId])
    refuse('HELD', {
      details: { by: names.get(held?.agentId ?? '') ?? null, until: held?.until.toISOString() ?? null },
    })
  }
  const [wired] = await rowsOnWire(parts, [{ ...row, kind }])
  return { row: wired ?? refuse('NO_DATA') }
}

/** Gives back what one has taken; of what he has not, nothing happens. */
export async function releaseDecision(
  parts: BackofficeParts,
  agent: AgentIdentity,
  kind: DecisionKindName,
  id: string,
): Promise<void> {
  const now = parts.clock.now()
  await parts.database.transaction(async (tx) => {
    if (!(await giveClaimBack(tx, { kind, id }, agent.agentId, now))) return
    await writeDeed(tx, { ...byAgent(agent), deed: RELEASED, subject: decisionSubject(kind, id), at: now })
  })
}
