import type { ReactNode } from 'react'
import purse from './art/empty.svg'
import { Button } from './button.tsx'
import styles from './empty-state.module.css'
import { Phrases } from './phrases.tsx'

/** Nothing to show, or nothing that could be fetched: a drawing, a sentence, and at most one action. */
export function EmptyState({
  text,
  detail,
  actionLabel,
  actionKind = 'tonal',
  onAction,
}: {
  text: string
  detail?: string | undefined
  actionLabel?: string
  /** Gold where it is the one thing to do here. */
  actionKind?: 'tonal' | 'gold'
  onAction?: () => void
}): ReactNode {
  return (
    <div className={styles.empty}>
      <img src={purse} alt="" width="220" height="180" />
      <h2>
        <Phrases text={text} />
      </h2>
      {detail === undefined ? null : (
        <p>
          <Phrases text={detail} />
        </p>
      )}
      {actionLabel === undefined ? null : (
        <Button kind={actionKind} onClick={onAction}>
          {actionLabel}
        </Button>
      )}
    </div>
  )
}
