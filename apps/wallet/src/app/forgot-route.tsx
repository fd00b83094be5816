import type { ReactNode } from 'react'
import { ForgotPage } from '../features/forgot/forgot-page.tsx'
import { goToLogin } from './navigation.ts'

function leave(): void {
  void goToLogin()
}

/** A new password for who forgot the old one; ends at /login. */
export function ForgotRoute(): ReactNode {
  return <ForgotPage onDone={leave} onLeave={leave} />
}
