import { createSharedLook } from '../../platform/shared-look.ts'
import type { BackofficeParts } from './backoffice.parts.ts'
import { mergedKinds } from './decisions/decision-kinds.ts'
import { decisionCommands } from './decisions/decision.commands.ts'
import { decisionRoutes } from './decisions/decisions.routes.ts'
import { auditLogRoutes } from './log/audit-log.routes.ts'
import { memberRoutes } from './member/member.routes.ts'
import { watchAlerts } from './today/alerts.ts'
import { todayRoutes } from './today/today.routes.ts'
import { LOOK_HOLDS_MS, lookAtToday } from './today/today.ts'

export { backofficeMigrations } from './backoffice.migrations.ts'

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
    commands: decisionCommands(parts),
    jobs: [{ name: 'backoffice-alerts', everyMs: 15_000, run: () => watchAlerts(parts) }],
    deskRoutes: [...todayRoutes(parts), ...memberRoutes(parts), ...decisionRoutes(parts), ...auditLogRoutes(parts)],
  }
}
