import { alert, Icon } from '@krapao/web'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import styles from './state.module.css'

/** What stands where there is nothing yet: one line and what to do. */
export function Empty({
  drawing,
  title,
  hint,
  action,
}: {
  drawing: ReactNode
  title: string
  hint?: string
  action?: ReactNode
}): ReactNode {
  return (
    <div className={styles.state}>
      <span className={styles.picture}>
        <Icon drawing={drawing} size={24} />
      </span>
      <p className={styles.title}>{title}</p>
      {hint === undefined ? null : <p className={styles.hint}>{hint}</p>}
      {action}
    </div>
  )
}

/** What stands where something did not come, with the way to ask again. */
export function Failed({
  title,
  text,
  retryLabel,
  onRetry,
}: {
  title?: string
  text: string
  retryLabel: string
  onRetry: () => void
}): ReactNode {
  return (
    <div className={styles.state} role="alert">
      <span className={`${styles.picture} ${styles.bad}`}>
        <Icon drawing={alert} size={24} />
      </span>
      {title === undefined ? null : <p className={styles.title}>{title}</p>}
      <p className={styles.hint}>{text}</p>
      <Button kind="line" onClick={onRetry}>
        {retryLabel}
      </Button>
    </div>
  )
}

/** Rows in the shape of what comes. */
export function Skeleton({ rows, label }: { rows: number; label: string }): ReactNode {
  return (
    <div className={styles.skeleton} role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, index) => (
        <span key={index} />
      ))}
    </div>
  )
}
