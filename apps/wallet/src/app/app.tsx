import type { ReactNode } from 'react'
import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { paths } from '../lib/paths.ts'
import { goTo, usePath } from '../lib/router.tsx'
import { readLogin, watchToken } from '../lib/session.ts'
import { AppFailed } from './app-failed.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { GuestShell } from './guest-shell.tsx'
import { goToLogin } from './navigation.ts'
import { memberPages } from './member-pages.ts'
import { guestPages, memberArea, notFound } from './pages.tsx'
import { Terminated } from './terminated.tsx'

const splash = <img className="splash" src="/mark.svg" alt="" width="72" height="72" />

/** The whole app: looks at the address and at whether somebody is logged in (section 2, decisions 2.1, 2.2). */
export function App(): ReactNode {
  const path = usePath()
  const login = useSyncExternalStore(watchToken, readLogin)
  return (
    <ErrorBoundary Failed={AppFailed}>
      <Suspense fallback={splash}>
        <Screen path={path} login={login} />
      </Suspense>
    </ErrorBoundary>
  )
}

/** Of another login than before, the member's area is another one: nothing that one member read or began is the next one's. */
function Screen({ path, login }: { path: string; login: number }): ReactNode {
  const isMember = login > 0
  const guestPage = guestPages.find((page) => page.path === path)
  const isOfMembers = path === paths.user || memberPages.some((page) => page.path === path)
  if (path === paths.terminated) return <Terminated />
  if (path === paths.root) return isMember ? <GoHome /> : <GoToLogin />
  if (guestPage !== undefined) return isMember ? <GoHome /> : <GuestShell page={guestPage} />
  if (!isOfMembers) return <notFound.Page />
  if (!isMember) return <GoToLogin />
  return path === paths.user ? <GoHome /> : <memberArea.Page key={login} />
}

/** Members' way from /, /user and the pages of guests. */
function GoHome(): ReactNode {
  useEffect(() => goTo(paths.home, { replace: true }), [])
  return null
}

function GoToLogin(): ReactNode {
  useEffect(() => {
    void goToLogin()
  }, [])
  return splash
}
