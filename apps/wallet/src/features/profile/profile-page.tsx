import type { ReactNode } from 'react'
export function ProfilePage(): ReactNode {
  return null
}
