import { Icon, profile } from '@krapao/web'
import type { ReactNode } from 'react'
import { paths } from '../lib/paths.ts'
import { Link } from '../lib/router.tsx'
import { useTexts } from '../lib/texts/texts.ts'
import { contact } from '../ui/drawings-first.tsx'
import { conditions, home, statement } from '../ui/drawings.tsx'
import { MenuLink } from './bottom-menu.tsx'
import styles from './bottom-menu.module.css'
import memberStyles from './member-menu.module.css'

/** The members' menu: four entries around a large Home; Conditions opens a sheet (NAV-030 to NAV-035). */
export function MemberMenu({
  currentPath,
  preload,
  onConditions,
}: {
  currentPath: string
  preload: (path: string) => void
  onConditions: () => void
}): ReactNode {
  const { t } = useTexts()
  const isHome = currentPath === paths.home
  const entry = (
    to: typeof paths.profile | typeof paths.statement | typeof paths.memberContact,
    label: string,
    drawing: ReactNode,
  ): ReactNode => <MenuLink entry={{ to, label, drawing, preload: () => preload(to) }} isCurrent={currentPath === to} />
  return (
    <nav className={styles.menu} aria-label={t('aria.bottomMenu')}>
      <div className={styles.inner}>
        <div className={memberStyles.hill} aria-hidden="true">
          <i />
          <svg viewBox="0 0 132 98" preserveAspectRatio="none">
            <path d="M0 26C18 26 24 20 32 13 41 5 52 0 66 0s25 5 34 13c8 7 14 13 32 13v72H0z" />
          </svg>
          <i />
        </div>
        {entry(paths.profile, t('nav.profile'), profile)}
        <button type="button" className={styles.entry} aria-haspopup="dialog" onClick={onConditions}>
          <Icon drawing={conditions} />
          {t('nav.conditions')}
        </button>
        <Link
          to={paths.home}
          className={`${styles.entry} ${memberStyles.home}`}
          onPointerEnter={() => preload(paths.home)}
          aria-current={isHome ? 'page' : undefined}
        >
          <span>
            <Icon drawing={home} />
          </span>
          {t('nav.home')}
        </Link>
        {entry(paths.statement, t('nav.statement'), statement)}
        {entry(paths.memberContact, t('nav.contact'), contact)}
      </div>
    </nav>
  )
}
