import type { ReactNode } from 'react'
export function RegisterPage(): ReactNode {
  return null
}
