import type { AnswerOf, calls } from '@krapao/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../lib/api/call-api.ts'

/** The member's profile and bank account. */
export function useProfile(): UseQueryResult<AnswerOf<typeof calls.accountProfile>> {
  return useQuery({
    queryKey: ['profile'],
    queryFn: ({ signal }) => callApi<typeof calls.accountProfile>('GET', '/api/account/profile', { signal }),
  })
}
