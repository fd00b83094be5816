import { desk } from '@krapao/contract'
import { type Route, route } from '../../platform/http/index.ts'
import {
  claimDecision,
  decide,
  type DecisionsParts,
  listDecisions,
  readDecision,
  readDecisionMembers,
  releaseDecision,
} from './decisions.ts'

const done = { code: 'OK' } as const

export function decisionRoutes(parts: DecisionsParts): Route[] {
  return [
    route(desk.deskDecisions, ({ query }) =>
      listDecisions(parts, { kind: query.kind ?? null, page: Number(query.page), after: query.after ?? null }),
    ),
    route(desk.deskDecision, ({ params }) => readDecision(parts, params.kind, params.id)),
    route(desk.deskDecisionMembers, ({ params, query }) =>
      readDecisionMembers(parts, { ...params, after: query.after ?? null }),
    ),
    route(desk.deskClaimDecision, ({ params, agent }) => claimDecision(parts, agent, params.kind, params.id)),
    route(desk.deskReleaseDecision, async ({ params, agent }) => {
      await releaseDecision(parts, agent, params.kind, params.id)
      return done
    }),
    route(desk.deskDecide, ({ params, agent, body, operationId }) =>
      decide(parts, agent, { ...params, body, operationId }),
    ),
  ]
}
