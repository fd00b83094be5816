import type { AnswerOf, desk, ReportFigure } from '@krapao/contract'
import { callDesk } from '../../lib/call.ts'
import { usePages } from '../../lib/use-pages.ts'
import { useRead } from '../../lib/use-read.ts'

export type Report = AnswerOf<typeof desk.deskReportDays>
export type ReportRow = Report['rows'][number]
export type ReportBy = 'day' | 'provider'

export interface Span {
  readonly from: string
  readonly to: string
}

/** A day that is not over is looked at anew so often. */
const ASK_AGAIN_MS = 30_000

export const useReport = ({ from, to }: Span, by: ReportBy) =>
  useRead<typeof desk.deskReportDays>(
    ['reports', from, to, by],
    `/api/desk/reports/days?${new URLSearchParams({ from, to, by })}`,
    { refetchInterval: ASK_AGAIN_MS },
  )

export interface FigureOfDay {
  readonly day: string
  readonly figure: ReportFigure
}

/** What is behind a figure, of one provider or of all, the newest first. */
export const useBehind = ({ day, figure }: FigureOfDay, provider: string | null) =>
  usePages<typeof desk.deskReportFigure>(
    ['reports', 'behind', day, figure, provider],
    `/api/desk/reports/days/${day}/${figure}`,
    { provider },
  )

/** Takes a report along as a file, or what is behind one figure of it. */
export function exportReport(
  body: Span & { by: ReportBy; figure: ReportFigure | null; reason: string },
): Promise<AnswerOf<typeof desk.deskReportExport>> {
  return callDesk<typeof desk.deskReportExport>('POST', '/api/desk/reports/export', { body })
}
