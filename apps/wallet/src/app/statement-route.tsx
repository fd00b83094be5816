import type { ReactNode } from 'react'
import { useHome } from '../features/home/home.api.ts'
import { StatementPage } from '../features/statement/statement-page.tsx'

/** The history, with the games called by the names that home knows. */
export function StatementRoute(): ReactNode {
  const slots = useHome().data?.slots ?? []
  return <StatementPage gameNames={new Map(slots.map((slot) => [slot.code, slot.name]))} />
}
