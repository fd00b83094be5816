import type { Toast } from '@krapao/web'
import { alert, check, close, dismissToast, Icon, useToasts, useTopDialog } from '@krapao/web'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import styles from './toast.module.css'

export type { ToastKind } from '@krapao/web'
export { dropToasts, showToast } from '@krapao/web'

/** Where toasts appear; one a page. What lies under an open dialog is out of reach, so they appear on the top one. */
export function Toasts({ regionLabel, closeLabel }: { regionLabel: string; closeLabel: string }): ReactNode {
  const shown = useToasts()
  const dialog = useTopDialog()
  const section = (
    <section
      className={`${styles.toasts} ${dialog === null ? '' : styles.onDialog}`}
      aria-label={regionLabel}
      aria-live="polite"
    >
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} closeLabel={closeLabel} />
      ))}
    </section>
  )
  return dialog === null ? section : createPortal(section, dialog.querySelector('[data-toasts]') ?? dialog)
}

function ToastCard({ toast, closeLabel }: { toast: Toast; closeLabel: string }): ReactNode {
  if (toast.kind === 'spoken') return <p className="vh">{toast.text}</p>
  const isFailed = toast.kind === 'failed'
  return (
    <div className={`${styles.toast} ${isFailed ? styles.failed : ''}`} role={isFailed ? 'alert' : 'status'}>
      <Icon drawing={isFailed ? alert : check} className={styles.sign ?? ''} />
      <p>{toast.text}</p>
      <button type="button" aria-label={closeLabel} onClick={() => dismissToast(toast.id)}>
        <Icon drawing={close} />
      </button>
    </div>
  )
}
