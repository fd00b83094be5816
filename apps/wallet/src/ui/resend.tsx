import type { ReactNode } from 'react'
import styles from './resend.module.css'

/** Has a code sent once more; until then it says how long that takes. */
export function Resend({
  waiting,
  label,
  isBusy,
  onResend,
}: {
  /** In place of the button while no code can be had; undefined when one can. */
  waiting: string | undefined
  label: string
  isBusy: boolean
  onResend: () => void
}): ReactNode {
  return (
    <p className={`num ${styles.resend}`}>
      {waiting ?? (
        <button type="button" disabled={isBusy} onClick={onResend}>
          {label}
        </button>
      )}
    </p>
  )
}
