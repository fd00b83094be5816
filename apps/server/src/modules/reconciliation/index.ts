import type { ReconParts } from './recon.parts.ts'
import { reconRoutes } from './recon.routes.ts'

export { reconciliationMigrations } from './reconciliation.migrations.ts'
export { reconciliationRecords } from './reconciliation.records.ts'

/** What banks and providers say of a day, held against our books, until it is closed (beyond 2.12). */
export function createReconciliation(parts: ReconParts) {
  return { deskRoutes: reconRoutes(parts) }
}
