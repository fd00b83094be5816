import type { AnswerOf, desk, ReportFigure } from '@krapao/contract'
import type { InfiniteData, UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { callDesk } from '../../lib/call.ts'

export type Report = AnswerOf<typeof desk.deskReportDays>
export type ReportRow = Report['rows'][number]
export type ReportBy = 'day' | 'provider'

export interface Span {
  readonly from: string
  readonly to: string
}

/** A day that is not over is looked at anew so often. */
const ASK_AGAIN_MS = 30_000

export function useReport({ from, to }: Span, by: ReportBy): UseQueryResult<Report> {
  return useQuery({
    queryKey: ['reports', from, to, by],
    queryFn: ({ signal }) =>
      callDesk<typeof desk.deskReportDays>('GET', `/api/desk/reports/days?${new URLSearchParams({ from, to, by })}`, {
        signal,
      }),
    refetchInterval: ASK_AGAIN_MS,
  })
}

export interface FigureOfDay {
  readonly day: string
  readonly figure: ReportFigure
}

type Page = AnswerOf<typeof desk.deskReportFigure>

/** What is behind a figure, the newest first, as far as it was asked for. */
export function useBehind(
  { day, figure }: FigureOfDay,
  /** Of one provider alone; null: all. */
  provider: string | null,
): UseInfiniteQueryResult<InfiniteData<Page>> {
  return useInfiniteQuery({
    queryKey: ['reports', 'behind', day, figure, provider],
    queryFn: ({ signal, pageParam }) => {
      const query = new URLSearchParams({
        ...(provider === null ? {} : { provider }),
        ...(pageParam === null ? {} : { after: pageParam }),
      })
      const path = `/api/desk/reports/days/${day}/${figure}${query.size === 0 ? '' : `?${query}`}` as const
      return callDesk<typeof desk.deskReportFigure>('GET', path, { signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
}

/** Takes a report along as a file, or what is behind one figure of it. */
export function exportReport(
  body: Span & { by: ReportBy; figure: ReportFigure | null; reason: string },
): Promise<AnswerOf<typeof desk.deskReportExport>> {
  return callDesk<typeof desk.deskReportExport>('POST', '/api/desk/reports/export', { body })
}
