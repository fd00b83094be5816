import { CallError, Icon, logOut as logOutDrawing } from '@krapao/web'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Suspense, useEffect, useState } from 'react'
import { openModal } from '../lib/modals.ts'
import { paths } from '../lib/paths.ts'
import { usePath } from '../lib/router.tsx'
import { readToken } from '../lib/session.ts'
import { loadTexts, useTexts } from '../lib/texts/texts.ts'
import { takeEarlyHome, useHome, useHomeInLanguage } from '../lib/wallet.ts'
import { IconButton } from '../ui/button.tsx'
import { Mark } from '../ui/mark.tsx'
import { Toasts } from '../ui/toast.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { fetchAhead } from './fetch-ahead.ts'
import { followMoney } from './follow-money.ts'
import { MemberMenu } from './member-menu.tsx'
import { ModalHost, modalPreloads } from './modal-host.tsx'
import { fetchProtection } from './modals.tsx'
import { logOut } from './navigation.ts'
import { useFocusOnNewPage } from './page-focus.ts'
import { usePageTitle } from './page-title.ts'
import { memberPages } from './member-pages.ts'
import { PageFailed } from './page-failed.tsx'
import styles from './shell.module.css'
import { useSiteInfo } from '../lib/site-info.ts'
import { TopBar } from './top-bar.tsx'
import { UpdateLine } from './update-line.tsx'
import barStyles from './top-bar.module.css'

/** The page is drawn by then: on a slow line the client of the live connection would keep it waiting. */
const CONNECT_AFTER_MS = 1_000
/** How often a page that is looked at says so; the server counts all pages and devices as one. */
const SAY_EVERY_MS = 30_000

/** Reads that never arrived are tried once more; what the server refused is not. */
function makeQueryClient(): QueryClient {
  const isWorthAnother = (count: number, error: unknown): boolean =>
    count < 1 && error instanceof CallError && error.kind === 'offline'
  return new QueryClient({
    defaultOptions: { queries: { retry: isWorthAnother, staleTime: 10_000, networkMode: 'always' } },
  })
}

let early: { readonly token: string | null; readonly client: QueryClient } | undefined

/** Takes what came before the app did, for the same member's area when it is drawn. */
export async function takeEarlyAnswers(): Promise<void> {
  early = { token: readToken(), client: makeQueryClient() }
  await takeEarlyHome(early.client)
}

function takeQueryClient(): QueryClient {
  return early?.token === readToken() ? early.client : makeQueryClient()
}

/** What members' pages stand in: top bar, menu and the server's data, which go with the member who logs out. */
export function MemberArea(): ReactNode {
  const [client] = useState(takeQueryClient)
  const { language } = useTexts()
  useEffect(() => {
    early = undefined
  }, [])
  useEffect(() => {
    let stop: (() => void) | undefined
    const timer = setTimeout(() => {
      stop = followMoney(client)
    }, CONNECT_AFTER_MS)
    return () => {
      clearTimeout(timer)
      stop?.()
    }
  }, [client])
  useEffect(() => {
    // What could not be fetched or said is, at the next turn.
    const say = (): void => void fetchProtection().then((part) => part.sayPresent(logOut), Boolean)
    const timer = setInterval(say, SAY_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  useHomeInLanguage(client, language)
  return (
    <QueryClientProvider client={client}>
      <MemberShell />
    </QueryClientProvider>
  )
}

function MemberShell(): ReactNode {
  const { t } = useTexts()
  const path = usePath()
  const page = memberPages.find((one) => one.path === path)
  const mainRef = useFocusOnNewPage(path)
  usePageTitle(page?.titleId ?? 'home.title')
  useEffect(
    // The other pages are small, and a menu should answer at once.
    () => fetchAhead([...memberPages.map((one) => one.preload), ...modalPreloads(), () => loadTexts(['errors'])]),
    [],
  )
  if (page === undefined) return null
  return (
    <>
      <a className={styles.skip} href="#main">
        {t('aria.skipToContent')}
      </a>
      <TopBar
        titleId={page.titleId}
        heading={path === paths.home ? <Brand /> : undefined}
        isWide={page.isWide === true}
      >
        <IconButton label={t('nav.logout')} onClick={() => void logOut()}>
          <Icon drawing={logOutDrawing} />
        </IconButton>
      </TopBar>
      <main
        id="main"
        ref={mainRef}
        tabIndex={-1}
        className={`${styles.page} ${page.isWide === true ? styles.wide : ''}`}
      >
        <ErrorBoundary key={path} Failed={PageFailed}>
          <Suspense fallback={<div className={styles.waiting} aria-busy="true" aria-label={t('aria.loading')} />}>
            <UpdateLine />
            <page.Page />
          </Suspense>
        </ErrorBoundary>
      </main>
      <MemberMenu
        currentPath={path}
        preload={(to) => void memberPages.find((one) => one.path === to)?.preload()}
        onConditions={() => openModal('conditions')}
      />
      <ModalHost path={path} />
      <Toasts regionLabel={t('aria.notifications')} closeLabel={t('aria.toastClose')} />
    </>
  )
}

/** In place of a title on home: the website's name over the member's. */
function Brand(): ReactNode {
  const { t } = useTexts()
  const site = useSiteInfo()
  const home = useHome()
  const name = home.data?.profile.name
  const isNameless = home.data === undefined && home.errorUpdateCount > 0
  return (
    <div className={barStyles.brand}>
      <Mark sizePx={40} />
      <div>
        <h1>{site?.name ?? t('app.name')}</h1>
        {isNameless ? null : <p>{name === undefined ? null : t('home.hello', { name })}</p>}
      </div>
    </div>
  )
}
