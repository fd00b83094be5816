import type { AnswerOf, calls } from '@krapao/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { callApi } from './api/call-api.ts'
import { type Texts, useTexts } from './texts/texts.ts'

export type Banners = AnswerOf<typeof calls.inviteBanners>['banners']

const STALE_MS = 5 * 60_000
/** What is only shown before something must not keep from it for long (decisions 2.88); it is shown the next time. */
const PATIENCE_MS = 4_000

/**
 * The banners that stand before the modal of invites or of refunds, in the present language (INV-009, REF-013); none where
 * they cannot be had, or not soon. Undefined while they may come yet.
 */
export function useBanners(before: 'invite' | 'refund'): Banners | undefined {
  const { language } = useTexts()
  const [isLate, setIsLate] = useState(false)
  const { data, isError } = useQuery({
    queryKey: ['said', 'banners', before, language],
    queryFn: async ({ signal }) =>
      (
        await callApi<typeof calls.inviteBanners | typeof calls.refundBanners>('GET', `/api/${before}/banners`, {
          signal,
        })
      ).banners,
    staleTime: STALE_MS,
    retry: false,
  })
  const isAwaited = data === undefined && !isError
  useEffect(() => {
    if (!isAwaited) return undefined
    const timer = setTimeout(() => setIsLate(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [isAwaited])
  return isError || isLate ? [] : data
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
