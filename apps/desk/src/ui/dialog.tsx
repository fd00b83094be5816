import { close, useModalDialog } from '@krapao/web'
import type { ReactNode } from 'react'
import { useId } from 'react'
import { Button, IconButton } from './button.tsx'
import styles from './dialog.module.css'

interface DialogProps {
  title: string
  /** The id of the words that say what it is for. */
  describedBy?: string
  closeLabel: string
  onClose: () => void
  /** For what takes a form of several parts. */
  isWide?: boolean
  /** For what is judged by tables. */
  isBroad?: boolean
  children: ReactNode
}

/** A press beside a dialog closes it too. */
function useModal(onClose: () => void): React.ComponentProps<'dialog'> {
  return {
    ...useModalDialog(onClose),
    onClick: (event) => {
      if (event.target === event.currentTarget) onClose()
    },
  }
}

/** A dialog with a title and a way to close it. */
export function Dialog({
  title,
  describedBy,
  closeLabel,
  onClose,
  isWide = false,
  isBroad = false,
  children,
}: DialogProps): ReactNode {
  const id = useId()
  const size = isBroad ? styles.broad : isWide ? styles.wide : ''
  return (
    <dialog
      {...useModal(onClose)}
      className={`${styles.dialog} ${size}`}
      aria-labelledby={id}
      aria-describedby={describedBy}
    >
      <div className={styles.inside}>
        <header className={styles.head}>
          <h2 id={id}>{title}</h2>
          <IconButton label={closeLabel} drawing={close} onClick={onClose} />
        </header>
        {children}
      </div>
    </dialog>
  )
}

/** What can be done in a dialog: in reach at its bottom, however long it is. Its parent is a column of all that stands in the dialog. */
export function DialogActs({ children }: { children: ReactNode }): ReactNode {
  return <div className={styles.acts}>{children}</div>
}

/** A question before something is done. Where it takes something away, the way back has the focus. */
export function ConfirmDialog({
  title,
  text,
  confirmLabel,
  cancelLabel,
  isDanger = false,
  onConfirm,
  onClose,
}: {
  title: string
  text: string
  confirmLabel: string
  cancelLabel: string
  isDanger?: boolean
  onConfirm: () => void
  onClose: () => void
}): ReactNode {
  const id = useId()
  return (
    <dialog
      {...useModal(onClose)}
      role="alertdialog"
      className={`${styles.dialog} ${styles.confirm}`}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
    >
      <div className={styles.inside}>
        <h2 id={`${id}-title`}>{title}</h2>
        <p id={`${id}-text`} className={styles.text}>
          {text}
        </p>
        <div className={styles.choices}>
          <Button kind="quiet" onClick={onClose}>
            {cancelLabel}
          </Button>
          <Button kind={isDanger ? 'danger' : 'gold'} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </div>
      </div>
    </dialog>
  )
}
