import { alert, check, clock, Icon } from '@krapao/web'
import type { ReactNode } from 'react'
import styles from './sign.module.css'

/** How something ended, or that it has not ended yet. */
export type SignKind = 'done' | 'failed' | 'waiting'

const drawings = { done: check, failed: alert, waiting: clock }

/** How something ended, drawn large at the head of what tells about it. */
export function Sign({ kind }: { kind: SignKind }): ReactNode {
  return (
    <span className={`${styles.sign} ${styles[kind]}`}>
      <Icon drawing={drawings[kind]} />
    </span>
  )
}
