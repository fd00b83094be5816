import { bound } from '../../platform/bound.ts'
import type { Sql } from '../../platform/database/types.ts'
import { readConsents, setConsent } from './consents.ts'
import { inForce } from './exclusion.rules.ts'
import { hadExcluded, readExclusions } from './exclusions.store.ts'
import { bringHomeDue } from './homecoming.ts'
import { protectionCommands } from './protection.commands.ts'
import type { ProtectionParts } from './protection.parts.ts'
import { protectionMigrations as limitMigrations } from './protection.migrations.ts'
import { playTimeMigrations } from './play-time.migrations.ts'
import { playTimeRoutes } from './play-time.routes.ts'
import { protectionDeskRoutes, protectionRoutes } from './protection.routes.ts'
import { readForStaff } from './read-protection.ts'
import { watchLosses } from './watch-losses.ts'
import { lockedInWallet, requireLimits } from './require-limits.ts'

export const protectionMigrations = [...limitMigrations, ...playTimeMigrations]
export { protectionRecords } from './protection.records.ts'

export type Protection = ReturnType<typeof createProtection>

/** What protects a player from himself: limits, breaks, exclusion, and what he brought, took and won. */
export function createProtection(parts: ProtectionParts) {
  const { require, lockedMinor } = bound(parts, { require: requireLimits, lockedMinor: lockedInWallet })
  return {
    routes: [...protectionRoutes(parts), ...playTimeRoutes(parts)],
    commands: protectionCommands(parts),
    deskRoutes: protectionDeskRoutes(parts),
    limits: { require, lockedMinor },
    jobs: [
      { name: 'protection-homecoming', everyMs: 2_000, run: () => bringHomeDue(parts) },
      { name: 'protection-losses', everyMs: 2_000, run: () => watchLosses(parts) },
    ],
    ...bound(parts, { forStaff: readForStaff, setConsent }),
    consents: readConsents,
    hadExcluded,
    /** Whether a break or an exclusion holds now. */
    isExcluded: async (sql: Sql, memberId: string) =>
      inForce(await readExclusions(sql, memberId), parts.clock.now()) !== null,
  }
}
