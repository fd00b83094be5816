import { alert, check, close, dismissToast, Icon, useToasts } from '@krapao/web'
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import styles from './toast.module.css'

export { showToast } from '@krapao/web'

/** Where messages appear; one a page. */
export function Toasts({ regionLabel, closeLabel }: { regionLabel: string; closeLabel: string }): ReactNode {
  const shown = useToasts()
  return (
    <section className={styles.toasts} aria-label={regionLabel} aria-live="polite">
      {shown.map(({ id, kind, text }) => (
        <div
          key={id}
          className={`${styles.toast} ${kind === 'failed' ? styles.failed : ''}`}
          role={kind === 'failed' ? 'alert' : 'status'}
        >
          <Icon drawing={kind === 'failed' ? alert : check} size={20} />
          <p>{text}</p>
          <IconButton label={closeLabel} drawing={close} onClick={() => dismissToast(id)} />
        </div>
      ))}
    </section>
  )
}
