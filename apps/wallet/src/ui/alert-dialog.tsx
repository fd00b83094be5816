import type { ReactNode } from 'react'
import { useId, useLayoutEffect, useRef } from 'react'
import { Button } from './button.tsx'
import { alert, check } from './drawings-first.tsx'
import { Icon } from './icon.tsx'
import styles from './alert-dialog.module.css'

/** What happened, in a title and a sentence, until the reader has taken note (ERR-093, ERR-094). */
export function AlertDialog({
  kind,
  title,
  text,
  okLabel,
  onClose,
}: {
  kind: 'failed' | 'done'
  title: string
  text: string
  okLabel: string
  onClose: () => void
}): ReactNode {
  const dialogRef = useRef<HTMLDialogElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const dialog = dialogRef.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      ref={dialogRef}
      role="alertdialog"
      className={styles.dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <span className={`${styles.sign} ${styles[kind]}`}>
        <Icon drawing={kind === 'failed' ? alert : check} />
      </span>
      <h2 id={`${id}-title`}>{title}</h2>
      <p id={`${id}-text`}>{text}</p>
      <Button kind="gold" onClick={onClose}>
        {okLabel}
      </Button>
    </dialog>
  )
}
