import { desk } from '@krapao/contract'
import { bound } from '../../platform/bound.ts'
import { route } from '../../platform/http/index.ts'
import { createSharedLook } from '../../platform/shared-look.ts'
import { decisionMember, type DecisionMemberParts } from './decision-member.ts'
import { decisionRoutes } from './decisions.routes.ts'
import type { DecisionsParts } from './decisions.ts'
import { mergedKinds } from './merged-kinds.ts'
import type { MemberParts } from './member.ts'
import { memberRoutes } from './members.routes.ts'
import { type BackofficeParts, search } from './search.ts'
import { acknowledgeAlert, type AlertParts, seenAlerts, watchAlerts } from './alerts.ts'
import { listToday, LOOK_HOLDS_MS, lookAtToday, readAlerts, type TodayParts } from './today.ts'

export { backofficeMigrations } from './decisions.migrations.ts'

type Parts = BackofficeParts &
  DecisionMemberParts &
  Omit<DecisionsParts, 'decisionMember'> &
  MemberParts &
  Omit<TodayParts, 'memory' | 'readToday'> &
  AlertParts

/** What staff read and decide, composed from all modules. Its calls are bound on the listener of the desk. */
export function createBackoffice(given: Parts) {
  const parts: Parts = { ...given, decisionKinds: mergedKinds(given.decisionKinds) }
  const read = { ...parts, memory: { days: new Map() } }
  const readToday = createSharedLook(parts.clock, LOOK_HOLDS_MS, (now) => lookAtToday(read, now))
  const today: TodayParts = { ...read, readToday }
  return {
    // None of the wallet's.
    routes: [],
    decisionKinds: parts.decisionKinds,
    jobs: [{ name: 'backoffice-alerts', everyMs: 15_000, run: () => watchAlerts(parts, () => readAlerts(parts)) }],
    deskRoutes: [
      route(desk.deskSearch, ({ query }) => search(parts, query.q)),
      route(desk.deskToday, async ({ agent }) => {
        const look = await readToday()
        return { ...look, alerts: await seenAlerts(parts, look.alerts, agent) }
      }),
      route(desk.deskTodayList, ({ params, query }) => listToday(today, { ...params, ...query })),
      route(desk.deskAcknowledgeAlert, ({ agent, params }) => acknowledgeAlert(parts, agent, params.alertId)),
      ...memberRoutes(parts),
      ...decisionRoutes({ ...parts, ...bound(parts, { decisionMember }) }),
    ],
  }
}
