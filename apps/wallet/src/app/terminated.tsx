import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { useTexts } from '../lib/texts/texts.ts'

/** The service has ended: a blank screen with a title, and nothing else (NAV-012, NAV-013). */
export function Terminated(): ReactNode {
  const { t } = useTexts()
  useEffect(() => {
    document.title = t('terminated.title')
  }, [t])
  return null
}
