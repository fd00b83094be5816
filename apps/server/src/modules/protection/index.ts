import type { ProtectionParts } from './protection.parts.ts'
import { protectionRoutes } from './protection.routes.ts'

export { protectionMigrations } from './protection.migrations.ts'

/** What protects a player from himself: limits, breaks, exclusion, and what he brought, took and won. */
export function createProtection(parts: ProtectionParts) {
  return { routes: protectionRoutes(parts) }
}
