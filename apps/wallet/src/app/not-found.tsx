import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { paths } from '../lib/paths.ts'
import { Link } from '../lib/router.tsx'
import { useTexts } from '../lib/texts/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { Mark } from '../ui/mark.tsx'
import styles from './whole-screen.module.css'

/** Any other address (NAV-014), with a way home. */
export function NotFound(): ReactNode {
  const { t } = useTexts()
  useEffect(() => {
    document.title = t('notFound.text')
  }, [t])
  return (
    <main className={styles.screen}>
      <Mark sizePx={72} />
      <h1 lang="en">{t('notFound.text')}</h1>
      <p>{t('notFound.hint')}</p>
      <Link to={paths.root} className={buttonClass('tonal')}>
        {t('common.goHome')}
      </Link>
    </main>
  )
}
