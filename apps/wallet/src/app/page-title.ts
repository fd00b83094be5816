import { useEffect } from 'react'
import type { TextId } from '../lib/texts/text-values.ts'
import { useTexts } from '../lib/texts/texts.ts'
import { useSiteInfo } from '../lib/site-info.ts'

/** Names the page in the browser's tab: its title and the website's name (decisions 2.11, 2.114). */
export function usePageTitle(titleId: TextId): void {
  const { find, t } = useTexts()
  const site = useSiteInfo()?.name ?? t('app.name')
  const page = find(titleId) ?? ''
  useEffect(() => {
    document.title = t('app.pageTitle', { page, site })
  }, [t, page, site])
}
