import { useModalDialog } from '@krapao/web'
import type { ReactNode } from 'react'
import { useId } from 'react'
import { Button } from './button.tsx'
import { Phrases } from './phrases.tsx'
import type { SignKind } from './sign.tsx'
import { Sign } from './sign.tsx'
import styles from './alert-dialog.module.css'

/** What happened, in a title and a sentence, until the reader has taken note (ERR-093, ERR-094). */
export function AlertDialog({
  kind,
  title,
  amount,
  isGain = false,
  text,
  money,
  reference,
  okLabel,
  more,
  onClose,
}: {
  /** `waiting`: it is neither done nor failed yet. */
  kind: SignKind
  title: string
  /** The money that it is about. */
  amount?: ReactNode
  /** It came in. */
  isGain?: boolean
  text: string
  /** Where the money is now. */
  money?: string | undefined
  /** What support finds it by, in words. */
  reference?: string | undefined
  okLabel: string
  /** What else there is to see or to do of it; `isMain` when it is what one would do next. */
  more?: { readonly label: string; readonly isMain?: boolean; readonly onPress: () => void } | undefined
  onClose: () => void
}): ReactNode {
  const id = useId()
  const dialog = useModalDialog(onClose)
  const isMoreMain = more?.isMain === true
  const others =
    more === undefined ? null : (
      <Button kind={isMoreMain ? 'gold' : 'quiet'} onClick={more.onPress}>
        {more.label}
      </Button>
    )
  return (
    <dialog
      {...dialog}
      role="alertdialog"
      className={styles.dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
    >
      <Sign kind={kind} />
      <h2 id={`${id}-title`}>{title}</h2>
      {amount === undefined ? null : <p className={`${styles.amount} ${isGain ? styles.gained : ''}`}>{amount}</p>}
      <div id={`${id}-text`}>
        <p>
          <Phrases text={text} />
        </p>
        {money === undefined ? null : (
          <p className={styles.money}>
            <Phrases text={money} />
          </p>
        )}
      </div>
      <div className={styles.choices}>
        {isMoreMain ? others : null}
        <Button kind={isMoreMain ? 'quiet' : 'gold'} onClick={onClose}>
          {okLabel}
        </Button>
        {isMoreMain ? null : others}
      </div>
      {reference === undefined ? null : <p className={styles.reference}>{reference}</p>}
    </dialog>
  )
}
