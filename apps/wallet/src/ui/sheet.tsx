import type { ReactNode } from 'react'
import { useId } from 'react'
import { IconButton } from './button.tsx'
import { close } from './drawings-first.tsx'
import { Icon } from './icon.tsx'
import { useModalDialog } from './modal-dialog.ts'
import styles from './sheet.module.css'

/**
 * A sheet that rises from the bottom on a phone and stands in the middle on a desktop. It is there while it is drawn;
 * Escape, the browser's back, a press beside it and its cross ask for `onClose`.
 */
export function Sheet({
  title,
  closeLabel,
  onClose,
  footer,
  children,
}: {
  title: string
  closeLabel: string
  onClose: () => void
  /** What stays in sight below: the action. */
  footer?: ReactNode
  children: ReactNode
}): ReactNode {
  const titleId = useId()
  const dialog = useModalDialog(onClose)
  return (
    // The press is a shortcut for a pointer; the keyboard has Escape, which a dialog hears by itself.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      {...dialog}
      className={styles.sheet}
      aria-labelledby={titleId}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <div className={styles.inner}>
        <div className={styles.head}>
          <h2 id={titleId}>{title}</h2>
          <IconButton label={closeLabel} onClick={onClose}>
            <Icon drawing={close} />
          </IconButton>
        </div>
        <div className={styles.body}>{children}</div>
        {footer === undefined ? null : <div className={styles.footer}>{footer}</div>}
      </div>
    </dialog>
  )
}
