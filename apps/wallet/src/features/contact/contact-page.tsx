import type { ReactNode } from 'react'
export function ContactPage(): ReactNode {
  return null
}
