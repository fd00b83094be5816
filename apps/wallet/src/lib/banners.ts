import type { AnswerOf, calls } from '@krapao/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { callApi } from './api/call-api.ts'
import { useTexts } from './texts/texts.ts'

export type Banners = AnswerOf<typeof calls.inviteBanners>['banners']

const STALE_MS = 5 * 60_000
/** What is only shown before something must not keep from it for long (decisions 2.88). */
const TIMEOUT_MS = 4_000

/** The banners that stand before the modal of invites or of refunds, in the present language (INV-009, REF-013). */
export function useBanners(before: 'invite' | 'refund'): UseQueryResult<Banners> {
  const { language } = useTexts()
  return useQuery({
    queryKey: ['banners', before, language],
    queryFn: async ({ signal }) => {
      const options = { signal, timeoutMs: TIMEOUT_MS }
      return (
        await callApi<typeof calls.inviteBanners | typeof calls.refundBanners>('GET', `/api/${before}/banners`, options)
      ).banners
    },
    staleTime: STALE_MS,
    retry: false,
  })
}
