import type { calls } from '@krapao/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../lib/api/call-api.ts'
import { useTexts } from '../../lib/texts/texts.ts'

const STALE_MS = 5 * 60_000

/** The operator's conditions in the present language, each a piece of HTML. */
export function useConditions(): UseQueryResult<readonly string[]> {
  const { language } = useTexts()
  return useQuery({
    queryKey: ['said', 'conditions', language],
    queryFn: async ({ signal }) =>
      (await callApi<typeof calls.lookupConditions>('GET', '/api/lookup/conditions', { signal })).conditions,
    staleTime: STALE_MS,
  })
}

/** The operator's terms of use in the present language, each a piece of HTML. */
export function useAgreements(): UseQueryResult<readonly string[]> {
  const { language } = useTexts()
  return useQuery({
    queryKey: ['said', 'agreements', language],
    queryFn: async ({ signal }) =>
      (await callApi<typeof calls.lookupAgreements>('GET', '/api/lookup/agreements', { signal })).agreements,
    staleTime: STALE_MS,
  })
}
