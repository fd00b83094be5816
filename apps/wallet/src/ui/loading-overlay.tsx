import { useModalDialog } from '@krapao/web'
import type { ReactNode } from 'react'
import styles from './loading-overlay.module.css'

/** Lies over everything while something runs that is not to be left: neither Escape nor back takes it away. */
export function LoadingOverlay({ text }: { text: string }): ReactNode {
  const dialog = useModalDialog(() => undefined)
  return (
    <dialog {...dialog} className={styles.overlay} aria-label={text} aria-busy="true">
      <span className={styles.spinner} />
      <p role="status">{text}</p>
    </dialog>
  )
}
