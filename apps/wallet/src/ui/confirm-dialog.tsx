import { useModalDialog } from '@krapao/web'
import type { ReactNode } from 'react'
import { useEffect, useId, useRef } from 'react'
import styles from './alert-dialog.module.css'
import type { ButtonKind } from './button.tsx'
import { Button } from './button.tsx'
import { Phrases } from './phrases.tsx'

/** The second tap of a double tap falls on the dialog that the first one opened: it counts for nothing. */
const DOUBLE_TAP_MS = 400

/** A question to be answered before something is done. Escape, the browser's back and its other button are a no. */
export function ConfirmDialog({
  title,
  text,
  confirmLabel,
  cancelLabel,
  kind = 'gold',
  busyLabel,
  isMoney = false,
  onConfirm,
  onClose,
}: {
  title: string
  /** Each line is a paragraph of its own. */
  text?: string
  confirmLabel: string
  cancelLabel: string
  /** `danger` for what takes something away. */
  kind?: Extract<ButtonKind, 'gold' | 'danger'>
  /** While set, what was confirmed is being done. */
  busyLabel?: string | undefined
  /** Money moves: a press that comes at once is not taken for an answer. */
  isMoney?: boolean
  onConfirm: () => void
  onClose: () => void
}): ReactNode {
  const id = useId()
  const dialog = useModalDialog(onClose)
  const isDanger = kind === 'danger'
  const openedAtMs = useRef(0)
  useEffect(() => {
    openedAtMs.current = performance.now()
  }, [])
  const confirm = (): void => {
    if (!isMoney || performance.now() - openedAtMs.current >= DOUBLE_TAP_MS) onConfirm()
  }
  const yes = (
    <Button kind={kind} busyLabel={busyLabel} onClick={confirm}>
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
      <p id={`${id}-text`}>{text === undefined ? null : <Phrases text={text} />}</p>
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
