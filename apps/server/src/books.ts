import { createReconciliation } from './modules/reconciliation/index.ts'
import { createReports } from './modules/reports/index.ts'

/** The operator's books: what each day brought, and that banks and providers say the same. */
export function createBooks(parts: Parameters<typeof createReports>[0] & Parameters<typeof createReconciliation>[0]) {
  const [reports, reconciliation] = [createReports(parts), createReconciliation(parts)]
  return { routes: [], deskRoutes: [...reports.deskRoutes, ...reconciliation.deskRoutes], jobs: reports.jobs }
}
