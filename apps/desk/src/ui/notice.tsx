import type { ReactNode } from 'react'
import styles from './notice.module.css'

export type NoticeTone = 'plain' | 'in' | 'out' | 'wait' | 'gold'

/** A few words that stand out from what is around them, with a sign at their head. `role` is given where they come by themselves. */
export function Notice({
  tone = 'plain',
  sign,
  role = 'status',
  children,
}: {
  tone?: NoticeTone
  sign: ReactNode
  role?: 'status' | 'alert' | 'note'
  children: ReactNode
}): ReactNode {
  return (
    <div className={`${styles.notice} ${styles[tone]}`} role={role}>
      {sign}
      <span>{children}</span>
    </div>
  )
}
