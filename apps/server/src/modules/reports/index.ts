import { desk } from '@krapao/contract'
import { route } from '../../platform/http/index.ts'
import { byAgent } from '../deeds/index.ts'
import { readFigure } from './behind-figure.ts'
import { exportReport } from './export-report.ts'
import { closeDays, createOpenDays, type DaysParts } from './open-days.ts'
import { readReport } from './read-report.ts'
import type { ReportsParts } from './reports.parts.ts'
import { MINUTE_MS } from '../../platform/durations.ts'

export { reportsMigrations } from './reports.migrations.ts'

/** What an operator earned and spent, day by day (beyond 2.11). */
export function createReports(given: Omit<ReportsParts, 'openDays'>) {
  const own: DaysParts = given
  const parts: ReportsParts = { ...given, openDays: createOpenDays(own) }
  const { reads } = parts
  return {
    deskRoutes: [
      route(desk.deskReportDays, ({ query }) => reads.ofAll((sql) => readReport({ ...parts, database: sql }, query))),
      route(desk.deskReportFigure, ({ params, query }) =>
        reads.ofAll((sql) =>
          readFigure(
            { ...parts, database: sql },
            { ...params, provider: query.provider || null, after: query.after ?? null },
          ),
        ),
      ),
      route(
        desk.deskReportExport,
        ({ agent, body }) =>
          exportReport(parts, {
            ...body,
            figure: body.figure ?? null,
            provider: body.provider || null,
            reason: body.reason.trim(),
            who: byAgent(agent),
          }),
        // It may read a hundred thousand rows.
        { limit: { perMember: { max: 10, windowS: 60 } } },
      ),
    ],
    jobs: [{ name: 'reports-close', everyMs: MINUTE_MS, run: (stopping: AbortSignal) => closeDays(parts, stopping) }],
  }
}
