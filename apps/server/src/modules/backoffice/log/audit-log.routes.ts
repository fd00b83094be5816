import { desk, DESK_PAGE_SIZE } from '@krapao/contract'
import { beginOf, dayAfter, requireDays } from '../../../platform/bangkok-day.ts'
import { type Context, type Route, route } from '../../../platform/http/index.ts'
import { byAgent } from '../../deeds/index.ts'
import type { BackofficeParts } from '../backoffice.parts.ts'
import { auditPage, type DeedsWanted } from './audit-log.ts'
import { exportDeeds } from './export-deeds.ts'

type Wanted = Pick<Context<typeof desk.deskAudit>['query'], 'actor' | 'deed' | 'of' | 'memberId' | 'from' | 'to'>

function wantedOf(wanted: Wanted): DeedsWanted {
  const { actor, deed, of = null, memberId } = wanted
  return { ...timesOf(wanted), actor: actor || null, deed: deed || null, of, memberId: memberId || null }
}

/** From the beginning of a day to the end of one, where they are named; refuses with NO_DATA (422) what is no day. */
function timesOf(query: { from?: string | null | undefined; to?: string | null | undefined }) {
  const { from, to } = query
  requireDays({ from: from || undefined, to: to || undefined })
  return { from: from ? beginOf(from) : null, until: to ? beginOf(dayAfter(to)) : null }
}

/** What was done, as staff read it and take it along. */
export function auditLogRoutes(parts: BackofficeParts): Route[] {
  return [
    route(desk.deskAudit, ({ agent, query }) =>
      auditPage(parts, agent, {
        ...wantedOf(query),
        roomId: query.roomId || null,
        after: query.after ?? null,
        offset: (Number(query.page) - 1) * DESK_PAGE_SIZE,
        limit: DESK_PAGE_SIZE,
      }),
    ),
    route(desk.deskAuditExport, ({ agent, body }) => {
      const { reason, from = null, to = null } = body
      return exportDeeds(parts, byAgent(agent), { ...wantedOf(body), days: { from, to }, reason })
    }),
  ]
}
