import type { ReactNode } from 'react'
import { useId } from 'react'
import styles from './alert-dialog.module.css'
import type { ButtonKind } from './button.tsx'
import { Button } from './button.tsx'
import { useModalDialog } from './modal-dialog.ts'

/** A question to be answered before something is done. Escape, the browser's back and its other button are a no. */
export function ConfirmDialog({
  title,
  text,
  confirmLabel,
  cancelLabel,
  kind = 'gold',
  busyLabel,
  onConfirm,
  onClose,
}: {
  title: string
  text?: string
  confirmLabel: string
  cancelLabel: string
  /** `danger` for what takes something away. */
  kind?: Extract<ButtonKind, 'gold' | 'danger'>
  /** While set, what was confirmed is being done. */
  busyLabel?: string | undefined
  onConfirm: () => void
  onClose: () => void
}): ReactNode {
  const id = useId()
  const dialog = useModalDialog(onClose)
  const isDanger = kind === 'danger'
  const yes = (
    <Button kind={kind} busyLabel={busyLabel} onClick={onConfirm}>
      {confirmLabel}
    </Button>
  )
  // What is first has the focus: where something is taken away, that is the way back.
  const no = (
    <Button kind={isDanger ? 'tonal' : 'quiet'} onClick={onClose}>
      {cancelLabel}
    </Button>
  )
  return (
    <dialog
      {...dialog}
      role="alertdialog"
      className={styles.dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={text === undefined ? undefined : `${id}-text`}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <p id={`${id}-text`}>{text}</p>
      <div className={styles.choices}>
        {isDanger ? (
          <>
            {no}
            {yes}
          </>
        ) : (
          <>
            {yes}
            {no}
          </>
        )}
      </div>
    </dialog>
  )
}
