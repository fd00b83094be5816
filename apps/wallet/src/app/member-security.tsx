import type { ReactNode } from 'react'
import { Sessions } from '../features/profile/sessions.tsx'
import { SecurityPage } from '../features/security/security-page.tsx'

/** /user/security: by what the member shows that it is he, and where he is logged in (beyond 4). */
export function MemberSecurity(): ReactNode {
  return (
    <>
      <SecurityPage />
      <Sessions />
    </>
  )
}
