import type { ReactNode } from 'react'
import { createContext, use } from 'react'
import { createPortal } from 'react-dom'

/** The foot of the deposit sheet, once it stands. */
export const FootContext = createContext<HTMLElement | null>(null)

/** What is to be pressed, and what is wrong: in sight at the foot of the sheet, whatever stands above. */
export function Actions({ children }: { children: ReactNode }): ReactNode {
  const foot = use(FootContext)
  return foot === null ? null : createPortal(children, foot)
}
