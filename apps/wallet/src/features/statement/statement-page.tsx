import type { ReactNode } from 'react'
export function StatementPage(): ReactNode {
  return null
}
