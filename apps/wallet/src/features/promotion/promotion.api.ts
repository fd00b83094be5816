import type { Promotion, UserBonus, calls } from '@krapao/contract'
import { CallError } from '@krapao/web'
import type { UseQueryResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../lib/api/call-api.ts'
import { useTexts } from '../../lib/texts/texts.ts'

/** The promotion of a code, in the present language; null when there is none (PRO-014, decisions 2.84). */
export function usePromotion(code: string): UseQueryResult<Promotion | null> {
  const { language } = useTexts()
  return useQuery({
    queryKey: ['promotion', code, language],
    queryFn: async ({ signal }) => {
      try {
        const path = `/api/promotion/find/${encodeURIComponent(code)}` as const
        return (await callApi<typeof calls.promotionFind>('GET', path, { signal })).promotion ?? null
      } catch (error) {
        if (error instanceof CallError && error.code === 'NO_PROMOTION') return null
        throw error
      }
    },
    // Every search is a search: seats go.
    staleTime: 0,
    gcTime: 0,
  })
}

/** Arms a promotion (PRO-015). */
export async function activatePromotion(code: string, idempotencyKey: string): Promise<UserBonus> {
  const path = `/api/promotion/activate/${encodeURIComponent(code)}` as const
  return (await callApi<typeof calls.promotionActivate>('GET', path, { idempotencyKey })).userBonus
}
