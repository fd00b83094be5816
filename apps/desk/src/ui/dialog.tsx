import { close } from '@krapao/web'
import type { ReactNode } from 'react'
import { useEffect, useId, useLayoutEffect, useRef } from 'react'
import { Button, IconButton } from './button.tsx'
import styles from './dialog.module.css'

interface DialogProps {
  title: string
  closeLabel: string
  onClose: () => void
  children: ReactNode
}

/** Opens a dialog over everything for as long as it is drawn; Escape and a press beside it ask for `onClose`. */
function useModal(onClose: () => void): React.ComponentProps<'dialog'> {
  const ref = useRef<HTMLDialogElement>(null)
  const closeRef = useRef(onClose)
  useEffect(() => {
    closeRef.current = onClose
  })
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return {
    ref,
    onCancel: (event) => {
      // Also heard from what is inside: a file chooser that is cancelled says so too.
      if (event.target !== event.currentTarget) return
      event.preventDefault()
      closeRef.current()
    },
    onClick: (event) => {
      if (event.target === event.currentTarget) closeRef.current()
    },
  }
}

/** A dialog with a title and a way to close it. */
export function Dialog({ title, closeLabel, onClose, children }: DialogProps): ReactNode {
  const id = useId()
  return (
    <dialog {...useModal(onClose)} className={styles.dialog} aria-labelledby={id}>
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
