import { Icon, lock, right } from '@krapao/web'
import type { ReactNode } from 'react'
import { openModal } from '../../lib/modals.ts'
import { paths } from '../../lib/paths.ts'
import { Link } from '../../lib/router.tsx'
import { useTexts } from '../../lib/texts/texts.ts'
import { shield } from '../../ui/drawings.tsx'
import panels from '../../ui/panel.module.css'
import styles from './profile-page.module.css'
import { Sessions } from './sessions.tsx'

/** The password behind its lock (PRF-011), and where the member is logged in. */
export function Security(): ReactNode {
  const { t } = useTexts()
  return (
    <>
      <h2 className={panels.heading}>{t('profile.security')}</h2>
      <button
        type="button"
        className={`${panels.panel} ${styles.row}`}
        aria-haspopup="dialog"
        onClick={() => openModal('change-password')}
      >
        <Icon drawing={lock} />
        <span>{t('password.title')}</span>
        <Icon drawing={right} />
      </button>
      <Link to={paths.security} className={`${panels.panel} ${styles.row} ${styles.next}`}>
        <Icon drawing={shield} />
        <span>{t('profile.factors')}</span>
        <Icon drawing={right} />
      </Link>
      <Sessions />
      <Link to={paths.protection} className={`${panels.panel} ${styles.row} ${styles.protection}`}>
        <Icon drawing={shield} />
        <span>
          {t('protection.title')}
          <small>{t('protection.link')}</small>
        </span>
        <Icon drawing={right} />
      </Link>
    </>
  )
}
