import type { AnswerOf, calls } from '@krapao/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { callApi } from './api/call-api.ts'
import { type Texts, useTexts } from './texts/texts.ts'

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

/** What the parts of a row of banners are called, and of the sheet that shows them first. */
export function bannerLabels({ t }: Texts) {
  return {
    previous: t('banner.previous'),
    next: t('banner.next'),
    position: (n: number, total: number) => t('banner.position', { n, total }),
    close: t('aria.closeDialog'),
    goOn: t('common.continue'),
  }
}
