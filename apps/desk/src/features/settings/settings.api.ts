import type { AnswerOf, desk } from '@krapao/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { callDesk, sender } from '../../lib/call.ts'

/** Every setting. */
export function useSettings(): UseQueryResult<AnswerOf<typeof desk.deskSettings>> {
  return useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => callDesk<typeof desk.deskSettings>('GET', '/api/desk/settings', { signal }),
  })
}

/** One setting with its changes. */
export function useSetting(name: string): UseQueryResult<AnswerOf<typeof desk.deskSetting>> {
  return useQuery({
    queryKey: ['settings', name],
    queryFn: ({ signal }) => callDesk<typeof desk.deskSetting>('GET', `/api/desk/settings/${name}`, { signal }),
  })
}

/** Changes one, or proposes it. */
export const sendSetting = (name: string) => sender<typeof desk.deskSetSetting>('PUT', `/api/desk/settings/${name}`)
