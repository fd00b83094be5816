import type { AnswerOf, desk, DeskStaffRow } from '@krapao/contract'
import type { UseMutationResult } from '@tanstack/react-query'
import { useMutation, useQuery } from '@tanstack/react-query'
import { callDesk } from '../../lib/call.ts'
import { usePages } from '../../lib/use-pages.ts'

/** What each row must be of; what is empty or absent narrows nothing. */
export type AuditFilter = Readonly<Partial<Record<'actor' | 'deed' | 'of' | 'memberId' | 'from' | 'to', string>>>

const queryOf = (filter: AuditFilter): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''))

/** What staff did, newest first. */
export const useAudit = (filter: AuditFilter) =>
  usePages<typeof desk.deskAudit>(['audit', queryOf(filter)], '/api/desk/audit', filter, { keepsShown: true })

/** Takes along what fits the filters, as a file. */
export function useAuditExport(
  filter: AuditFilter,
): UseMutationResult<AnswerOf<typeof desk.deskAuditExport>, Error, string> {
  return useMutation({
    mutationFn: (reason: string) =>
      callDesk<typeof desk.deskAuditExport>('POST', '/api/desk/audit/export', { body: { ...queryOf(filter), reason } }),
    gcTime: 0,
  })
}

/** Of whom deeds can be read: everybody of the staff. */
export function useActors(isAsked: boolean): readonly DeskStaffRow[] {
  const { data } = useQuery({
    queryKey: ['staff'],
    queryFn: async ({ signal }) => (await callDesk<typeof desk.deskStaff>('GET', '/api/desk/staff', { signal })).staff,
    enabled: isAsked,
  })
  return data ?? []
}

type Found = AnswerOf<typeof desk.deskSearch>['rows'][number]

/** The one member whom some words find; null when they find none or several. */
export function useFindMember(): UseMutationResult<Found | null, Error, string> {
  return useMutation({
    mutationFn: async (q: string) => {
      const path = `/api/desk/search?${new URLSearchParams({ q })}` as const
      const { rows } = await callDesk<typeof desk.deskSearch>('GET', path)
      return rows.length === 1 ? (rows[0] ?? null) : null
    },
  })
}
