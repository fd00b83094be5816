import type { ReactNode } from 'react'
import purse from './art/empty.svg'
import { Button } from './button.tsx'
import styles from './empty-state.module.css'
import { Phrases } from './phrases.tsx'
import { Picture } from './picture.tsx'

/** The drawing of nothing. */
export function EmptyArt({ widthPx }: { widthPx: number }): ReactNode {
  return <Picture src={purse} widthPx={widthPx} heightPx={(widthPx * 180) / 220} />
}

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
      <EmptyArt widthPx={220} />
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
