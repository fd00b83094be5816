import type { ReactNode } from 'react'
import { Suspense } from 'react'
import { Sessions } from '../features/profile/sessions.tsx'
import { SecurityPage } from '../features/security/security-page.tsx'
import { lazyPart } from './lazy-part.ts'

/** Below all that can be done here, and so what comes last. */
const news = lazyPart(['news'], async () => (await import('../features/security/security-news.tsx')).SecurityNews)

/** /user/security: by what the member shows that it is he, where he is logged in, and what of it changed (beyond 4). */
export function MemberSecurity(): ReactNode {
  return (
    <>
      <SecurityPage />
      <Sessions />
      <Suspense fallback={null}>
        <news.Page />
      </Suspense>
    </>
  )
}
