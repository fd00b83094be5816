import type { AnswerOf, calls } from '@krapao/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../lib/api/call-api.ts'
import { useTexts } from '../../lib/texts/texts.ts'

export type Bonus = AnswerOf<typeof calls.bonusList>['bonuses'][number]

/** The bonuses that the operator offers, in the present language. */
export function useBonuses(): UseQueryResult<readonly Bonus[]> {
  const { language } = useTexts()
  return useQuery({
    queryKey: ['bonuses', language],
    queryFn: async ({ signal }) => (await callApi<typeof calls.bonusList>('GET', '/api/bonus', { signal })).bonuses,
  })
}
