import { desk } from '@krapao/contract'
import { bound } from '../../platform/bound.ts'
import { route } from '../../platform/http/index.ts'
import { decisionMember, type DecisionMemberParts } from './decision-member.ts'
import { decisionRoutes } from './decisions.routes.ts'
import type { DecisionsParts } from './decisions.ts'
import { type BackofficeParts, search } from './search.ts'

export { backofficeMigrations } from './decisions.migrations.ts'

type Parts = BackofficeParts & DecisionMemberParts & Omit<DecisionsParts, 'decisionMember'>

/** What staff read and decide, composed from all modules. Its calls are bound on the listener of the desk. */
export function createBackoffice(parts: Parts) {
  return {
    // None of the wallet's.
    routes: [],
    deskRoutes: [
      route(desk.deskSearch, ({ query }) => search(parts, query.q)),
      ...decisionRoutes({ ...parts, ...bound(parts, { decisionMember }) }),
    ],
  }
}
