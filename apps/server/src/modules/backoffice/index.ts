import { desk } from '@krapao/contract'
import { done, route } from '../../platform/http/index.ts'
import { createSharedLook } from '../../platform/shared-look.ts'
import { acknowledgeAlert, seenAlerts, watchAlerts } from './alerts.ts'
import { auditLogRoutes } from './audit-log.routes.ts'
import type { BackofficeParts } from './backoffice.parts.ts'
import { decisionRoutes } from './decisions.routes.ts'
import { memberRoutes } from './members.routes.ts'
import { mergedKinds } from './merged-kinds.ts'
import { search } from './search.ts'
import { listToday } from './today-list.ts'
import { LOOK_HOLDS_MS, lookAtToday, readAlerts } from './today.ts'

export { backofficeMigrations } from './decisions.migrations.ts'

/** What staff read and decide, composed from all modules. Its calls are bound on the listener of the desk. */
export function createBackoffice(given: Omit<BackofficeParts, 'memory' | 'readToday'>) {
  const parts: BackofficeParts = {
    ...given,
    decisionKinds: mergedKinds(given.decisionKinds),
    readToday: createSharedLook(given.clock, LOOK_HOLDS_MS, (now) => lookAtToday(parts, now), { inTurn: true }),
    memory: { days: new Map() },
  }
  return {
    decisionKinds: parts.decisionKinds,
    jobs: [{ name: 'backoffice-alerts', everyMs: 15_000, run: () => watchAlerts(parts, () => readAlerts(parts)) }],
    deskRoutes: [
      route(desk.deskSearch, ({ query }) => search(parts, query.q)),
      route(desk.deskToday, async ({ agent }) => {
        const look = await parts.readToday()
        return { ...look, alerts: await seenAlerts(parts, look.alerts, agent) }
      }),
      route(desk.deskTodayList, ({ params, query }) => listToday(parts, { ...params, ...query })),
      route(desk.deskAcknowledgeAlert, ({ agent, params }) => done(acknowledgeAlert(parts, agent, params.alertId))),
      ...memberRoutes(parts),
      ...decisionRoutes(parts),
      ...auditLogRoutes(parts),
    ],
  }
}
