import type { ReactNode } from 'react'
import type { TextId } from '../lib/texts/text-values.ts'
import { useTexts } from '../lib/texts/texts.ts'
import { LanguageMenu } from './language-menu.tsx'
import styles from './top-bar.module.css'

/** The bar above a page: its title, or what stands in its place, the language menu, and more controls (NAV-026). */
export function TopBar({
  titleId,
  heading,
  isWide = false,
  children,
}: {
  titleId: TextId
  heading?: ReactNode
  /** Over a page of two columns. */
  isWide?: boolean
  children?: ReactNode
}): ReactNode {
  const { find, t } = useTexts()
  return (
    <header className={`${styles.bar} ${isWide ? styles.wide : ''}`} aria-label={t('aria.topBar')}>
      {heading ?? <h1>{find(titleId)}</h1>}
      <LanguageMenu />
      {children}
    </header>
  )
}
