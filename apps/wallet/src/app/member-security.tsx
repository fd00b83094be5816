import type { ReactNode } from 'react'
import { Suspense } from 'react'
import { SecurityPage } from '../features/security/security-page.tsx'
import { lazyPart } from './lazy-part.ts'

// Below all that can be done here, and so what comes last.
const sessions = lazyPart(['profile'], async () => (await import('../features/profile/sessions.tsx')).Sessions)
const news = lazyPart(['news'], async () => (await import('../features/security/security-news.tsx')).SecurityNews)

/** /user/security: by what the member shows that it is he, where he is logged in, and what of it changed (beyond 4). */
export function MemberSecurity(): ReactNode {
  return (
    <>
      <SecurityPage />
      <Suspense fallback={null}>
        <sessions.Page />
        <news.Page />
      </Suspense>
    </>
  )
}
