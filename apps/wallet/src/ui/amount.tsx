import { splitAmount } from '@krapao/money'
import type { ReactNode } from 'react'
import styles from './amount.module.css'

/**
 * An amount of baht: the baht part heavy, the satang part lighter, never wrapped (GEN-007, GEN-008). `sign` shows which
 * way money went; `bahtLabel` is the word that is read aloud after it.
 */
export function Amount({
  amountMinor,
  bahtLabel,
  sign = '',
}: {
  amountMinor: number
  bahtLabel: string
  sign?: '' | '+' | '−'
}): ReactNode {
  const { sign: minus, whole, fraction } = splitAmount(amountMinor)
  return (
    <span className={styles.amount}>
      {sign === '' ? minus : sign}
      <span aria-hidden="true">฿</span>
      {whole}
      <small>.{fraction}</small>
      <span className="vh"> {bahtLabel}</span>
    </span>
  )
}

/** The amount that a step is about, large and in the middle. */
export function BigAmount({ amountMinor, bahtLabel }: { amountMinor: number; bahtLabel: string }): ReactNode {
  return (
    <p className={styles.big}>
      <Amount amountMinor={amountMinor} bahtLabel={bahtLabel} />
    </p>
  )
}
