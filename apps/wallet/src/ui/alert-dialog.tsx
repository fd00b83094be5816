import type { ReactNode } from 'react'
import { useId } from 'react'
import { Button } from './button.tsx'
import { alert, check } from './drawings-first.tsx'
import { clock } from './drawings.tsx'
import { Icon } from './icon.tsx'
import { useModalDialog } from './modal-dialog.ts'
import styles from './alert-dialog.module.css'

const signs = { failed: alert, done: check, waiting: clock }

/** What happened, in a title and a sentence, until the reader has taken note (ERR-093, ERR-094). */
export function AlertDialog({
  kind,
  title,
  text,
  okLabel,
  onClose,
}: {
  /** `waiting`: it is neither done nor failed yet. */
  kind: 'failed' | 'done' | 'waiting'
  title: string
  text: string
  okLabel: string
  onClose: () => void
}): ReactNode {
  const id = useId()
  const dialog = useModalDialog(onClose)
  return (
    <dialog
      {...dialog}
      role="alertdialog"
      className={styles.dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
    >
      <span className={`${styles.sign} ${styles[kind]}`}>
        <Icon drawing={signs[kind]} />
      </span>
      <h2 id={`${id}-title`}>{title}</h2>
      <p id={`${id}-text`}>{text}</p>
      <Button kind="gold" onClick={onClose}>
        {okLabel}
      </Button>
    </dialog>
  )
}
