import type { ReactNode } from 'react'
import { Amount } from './amount.tsx'
import { Button } from './button.tsx'
import { Phrases } from './phrases.tsx'
import styles from './pocket.module.css'

/** Money that waits outside the wallet, in the purse's leather: how much, a word about it, and the way to take it. */
export function Pocket({
  label,
  amountMinor,
  bahtLabel,
  hint,
  actionLabel,
  isDisabled = false,
  isGold = true,
  onAction,
}: {
  label: string
  amountMinor: number
  bahtLabel: string
  hint?: string | undefined
  /** Without one there is nothing to take. */
  actionLabel?: string | undefined
  isDisabled?: boolean
  /** Gold where it is the one thing to do here. */
  isGold?: boolean
  onAction: () => void
}): ReactNode {
  return (
    <div className={styles.pocket}>
      <p className={styles.amount}>
        <span>{label}</span>
        <Amount amountMinor={amountMinor} bahtLabel={bahtLabel} />
      </p>
      {actionLabel === undefined ? null : (
        <div className={styles.action}>
          <Button kind={isGold ? 'gold' : 'tonal'} disabled={isDisabled} onClick={onAction}>
            {actionLabel}
          </Button>
        </div>
      )}
      {hint === undefined ? null : (
        <p className={styles.hint}>
          <Phrases text={hint} />
        </p>
      )}
    </div>
  )
}
