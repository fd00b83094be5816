import { desk } from '@krapao/contract'
import { bound } from '../../platform/bound.ts'
import { route } from '../../platform/http/index.ts'
import { decisionMember, type DecisionMemberParts } from './decision-member.ts'
import { decisionRoutes } from './decisions.routes.ts'
import type { DecisionsParts } from './decisions.ts'
import { mergedKinds } from './merged-kinds.ts'
import type { MemberParts } from './member.ts'
import { memberRoutes } from './members.routes.ts'
import { type BackofficeParts, search } from './search.ts'
import { createTodayMemory, listToday, readToday, type TodayParts } from './today.ts'

export { backofficeMigrations } from './decisions.migrations.ts'

type Parts = BackofficeParts &
  DecisionMemberParts &
  Omit<DecisionsParts, 'decisionMember'> &
  MemberParts &
  Omit<TodayParts, 'memory'>

/** What staff read and decide, composed from all modules. Its calls are bound on the listener of the desk. */
export function createBackoffice(given: Parts) {
  const parts: Parts = { ...given, decisionKinds: mergedKinds(given.decisionKinds) }
  const today: TodayParts = { ...parts, memory: createTodayMemory() }
  return {
    // None of the wallet's.
    routes: [],
    deskRoutes: [
      route(desk.deskSearch, ({ query }) => search(parts, query.q)),
      route(desk.deskToday, () => readToday(today)),
      route(desk.deskTodayList, ({ params, query }) => listToday(today, { ...params, ...query })),
      ...memberRoutes(parts),
      ...decisionRoutes({ ...parts, ...bound(parts, { decisionMember }) }),
    ],
  }
}
