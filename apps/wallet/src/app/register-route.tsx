import type { ReactNode } from 'react'
import { RegisterPage } from '../features/register/register-page.tsx'
import { goToLogin } from './navigation.ts'

function leave(): void {
  void goToLogin()
}

/** The wizard, which ends at /login. */
export function RegisterRoute(): ReactNode {
  return <RegisterPage onLogin={leave} />
}
