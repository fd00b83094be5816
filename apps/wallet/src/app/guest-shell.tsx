import type { ReactNode } from 'react'
import { Suspense, useEffect } from 'react'
import { paths } from '../lib/paths.ts'
import { dropToken } from '../lib/session.ts'
import { useTexts } from '../lib/texts/texts.ts'
import { contact, howto, logIn, register } from '../ui/drawings-first.tsx'
import { Toasts } from '../ui/toast.tsx'
import type { MenuEntry } from './bottom-menu.tsx'
import { BottomMenu } from './bottom-menu.tsx'
import { goToLogin } from './navigation.ts'
import { usePageTitle } from './page-title.ts'
import type { AppPage } from './lazy-part.ts'
import styles from './shell.module.css'
import { useSiteInfo } from '../lib/site-info.ts'
import { useFocusOnNewPage } from './page-focus.ts'
import { TopBar } from './top-bar.tsx'

/** What guests' pages stand in: the menu below, and the credit line with the website's address (NAV-021 to NAV-025). */
export function GuestShell({ page }: { page: AppPage }): ReactNode {
  const { t } = useTexts()
  const site = useSiteInfo()
  const mainRef = useFocusOnNewPage(page.path)
  usePageTitle(page.titleId)
  useEffect(() => {
    // What is left here is a token that no guard has seen (NAV-005).
    dropToken()
  }, [])
  const entries: MenuEntry[] = [
    { to: paths.login, label: t('nav.home'), drawing: logIn, onGo: () => void goToLogin() },
    { to: paths.register, label: t('nav.register'), drawing: register },
    { to: paths.howto, label: t('nav.howto'), drawing: howto },
    { to: paths.contact, label: t('nav.contact'), drawing: contact },
  ]
  const isLogin = page.path === paths.login
  return (
    <>
      <a className={styles.skip} href="#main">
        {t('aria.skipToContent')}
      </a>
      {isLogin ? null : <TopBar titleId={page.titleId} />}
      {/* Another page is another element: without the bar it begins higher, which is no shift of the old one. */}
      <main key={page.path} id="main" ref={mainRef} tabIndex={-1} className={isLogin ? styles.bare : styles.page}>
        <Suspense fallback={<div className={styles.waiting} aria-busy="true" aria-label={t('aria.loading')} />}>
          <page.Page />
        </Suspense>
        <p className={styles.credit}>{site === undefined ? null : t('app.credit', { website: site.website })}</p>
      </main>
      <BottomMenu label={t('aria.bottomMenu')} entries={entries} currentPath={page.path} />
      <div className={styles.low}>
        <Toasts regionLabel={t('aria.notifications')} closeLabel={t('aria.toastClose')} />
      </div>
    </>
  )
}
