import { desk } from '@krapao/contract'
import { type AgentIdentity, type Route, done, route } from '../../../platform/http/index.ts'
import type { BackofficeParts } from '../backoffice.parts.ts'
import { claimDecision, releaseDecision } from './claim-decision.ts'
import { askParty, decide } from './decide.ts'
import { listDecisions } from './list-decisions.ts'
import { readDecision, readDecisionMembers } from './read-decision.ts'

/** The queue as one of the staff is shown it. */
function shownTo(parts: BackofficeParts, { roles }: AgentIdentity): BackofficeParts {
  return { ...parts, decisionKinds: parts.decisionKinds.map((kind) => kind.shownTo?.(roles) ?? kind) }
}

export function decisionRoutes(parts: BackofficeParts): Route[] {
  return [
    route(desk.deskDecisions, ({ query, agent }) =>
      listDecisions(shownTo(parts, agent), agent, {
        kind: query.kind ?? null,
        part: query.part ?? null,
        page: Number(query.page),
        after: query.after ?? null,
      }),
    ),
    route(desk.deskDecision, ({ params, agent }) => readDecision(shownTo(parts, agent), agent, params)),
    route(desk.deskDecisionMembers, ({ params, query, agent }) =>
      readDecisionMembers(shownTo(parts, agent), { ...params, after: query.after ?? null }),
    ),
    route(desk.deskClaimDecision, ({ params, agent }) => claimDecision(shownTo(parts, agent), agent, params)),
    route(desk.deskReleaseDecision, ({ params, agent }) => done(releaseDecision(parts, agent, params))),
    route(desk.deskAskParty, ({ params, agent, operationId }) =>
      done(askParty(shownTo(parts, agent), agent, { ...params, operationId })),
    ),
    route(desk.deskDecide, ({ params, agent, body, operationId }) =>
      decide(shownTo(parts, agent), agent, { ...params, body, operationId }),
    ),
  ]
}
