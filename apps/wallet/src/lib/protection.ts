import type { AnswerOf, calls } from '@krapao/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { callApi } from './api/call-api.ts'
import { useTexts } from './texts/texts.ts'
import { protectionKey } from './wallet.ts'

export type Protection = AnswerOf<typeof calls.protection>

/** Limits, break or exclusion, and the net position of the member; nobody is asked of who is known to have set nothing. */
export function useProtection(isAsked = true): UseQueryResult<Protection> {
  const { language } = useTexts()
  return useQuery({
    queryKey: [...protectionKey, language],
    queryFn: ({ signal }) => callApi<typeof calls.protection>('GET', '/api/protection', { signal }),
    enabled: isAsked,
  })
}
