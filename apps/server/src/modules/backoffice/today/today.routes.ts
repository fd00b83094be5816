import { desk } from '@krapao/contract'
import { done, type Route, route } from '../../../platform/http/index.ts'
import type { BackofficeParts } from '../backoffice.parts.ts'
import { acknowledgeAlert, seenAlerts } from './alerts.ts'
import { listToday } from './today-list.ts'

/** The day, what its figures are made of, and what somebody should look at. */
export function todayRoutes(parts: BackofficeParts): Route[] {
  return [
    route(desk.deskToday, async ({ agent }) => {
      const look = await parts.readToday()
      return { ...look, alerts: await seenAlerts(parts, look.alerts, agent) }
    }),
    route(desk.deskTodayList, ({ params, query }) => listToday(parts, { ...params, ...query })),
    route(desk.deskAcknowledgeAlert, ({ agent, params }) => done(acknowledgeAlert(parts, agent, params.alertId))),
  ]
}
