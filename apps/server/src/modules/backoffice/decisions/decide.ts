import type { AnswerOf, BodyOf, DecisionAction, DecisionEnd, desk } from '@krapao/contract'
import { AppError, refuse } from '../../../platform/errors.ts'
import type { AgentIdentity } from '../../../platform/http/index.ts'
import { actorNames, type By, byAgent, type DecisionOutcome, type DecisionRow, deedById } from '../../deeds/index.ts'
import type { BackofficeParts } from '../backoffice.parts.ts'
import { type DecisionGiven, readFields, requireAction } from './decision-actions.ts'
import { forgetClaims } from './decision-claims.store.ts'
import { refuseMoved } from './decision-deeds.ts'
import { type DecisionNamed, type DecisionRead, requireReading } from './decision-kinds.ts'
import { forgetLooks } from './decision-looks.store.ts'

/** What the same operation did before, whose answer nobody heard; null when it did nothing. */
async function doneBefore({ database }: BackofficeParts, operationId: string): Promise<DecisionOutcome | null> {
  const before = await deedById(database, operationId)
  if (before === null) return null
  return before.deed === 'proposal-made' ? { outcome: 'proposed', proposalId: operationId } : { outcome: 'done' }
}

/** Does one of the actions that the reading lists, against what was seen; what it did already it answers again. */
export async function decide(
  parts: BackofficeParts,
  agent: AgentIdentity,
  { kind, id, body, operationId }: DecisionNamed & { body: BodyOf<typeof desk.deskDecide>; operationId: string },
): Promise<AnswerOf<typeof desk.deskDecide>> {
  const { one, reading, subjects } = await requireReading(parts, { kind, id })
  const { row, actions } = reading
  if (actions.length === 0 || row.version !== body.version) {
    const before = await doneBefore(parts, operationId)
    if (before !== null) return answerOf(before)
    await refuseMoved(parts, subjects)
  }
  const action = requireAction(actions, body.action, agent.roles)
  const by = { ...byAgent(agent), operationId }
  return answerOf(await carryOut(parts, { one, subjects }, { id, action, row, given: body, by }))
}

/** Does an action against what was read, whose claim and looks are then forgotten; refuses with MOVED_ON, by whom and what. */
export async function carryOut(
  parts: BackofficeParts,
  { one, subjects }: Pick<DecisionRead, 'one' | 'subjects'>,
  asked: { id: string; action: DecisionAction; row: Pick<DecisionRow, 'version'>; given: DecisionGiven; by: By },
): Promise<DecisionOutcome> {
  const { id, action, row, given, by } = asked
  const deed = { id, action: action.action, version: row.version, fields: readFields(action, given), by }
  const outcome = await one.act(deed).catch((error: unknown) => movedAsSaid(parts, error))
  if (outcome.outcome === 'moved') return refuseMoved(parts, subjects, outcome)
  const [decided, now] = [{ kind: one.kind, id }, parts.clock.now()]
  await forgetClaims(parts.database, decided, now)
  await forgetLooks(parts.database, decided, now)
  return outcome
}

/** Refused in its transaction because it is decided: by whom is told by his name, or by its deeds where nobody was told. */
async function movedAsSaid(parts: BackofficeParts, error: unknown): Promise<DecisionOutcome> {
  if (!(error instanceof AppError) || error.code !== 'MOVED_ON') throw error
  const { by, what } = error.details ?? {}
  if (typeof by !== 'string')
    return { outcome: 'moved', ...(typeof what === 'string' ? { what: what as DecisionEnd } : {}) }
  const { nameOf } = await actorNames(parts.staff, [by])
  refuse('MOVED_ON', { details: { ...error.details, by: nameOf(by) } })
}

function answerOf(outcome: DecisionOutcome): AnswerOf<typeof desk.deskDecide> {
  if (outcome.outcome === 'proposed') return outcome
  const { said } = outcome.outcome === 'done' ? outcome : {}
  return { outcome: 'done', proposalId: null, ...(said === undefined ? {} : { said }) }
}

/** As long as a party may take to answer. */
const ASK_AGAIN_S = 25

/** Has the party asked now how it stands; the same operation asks once. Refuses with REQUEST_LIMIT while it may be asked already. */
export async function askParty(
  parts: BackofficeParts,
  agent: AgentIdentity,
  { kind, id, operationId }: DecisionNamed & { operationId: string },
): Promise<void> {
  if ((await deedById(parts.database, operationId)) !== null) return
  const { one, subjects } = await requireReading(parts, { kind, id })
  const asked = (await one.ask?.(id, { ...byAgent(agent), operationId })) ?? 'moved'
  if (asked === 'too-soon') refuse('REQUEST_LIMIT', { retryAfterS: ASK_AGAIN_S })
  if (asked === 'moved') await refuseMoved(parts, subjects)
}
