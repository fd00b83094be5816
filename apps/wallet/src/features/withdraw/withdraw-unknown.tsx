import type { ReactNode } from 'react'
import { useTexts } from '../../lib/texts/texts.ts'
import { BigAmount } from '../../ui/amount.tsx'
import { Phrases } from '../../ui/phrases.tsx'
import { Sign } from '../../ui/sign.tsx'
import styles from './withdraw-sheet.module.css'

/** A withdrawal that was sent and got no answer: it is asked about, nothing is guessed. */
export function WithdrawUnknown({
  amountMinor,
  lastWords,
}: {
  amountMinor: number
  lastWords: string | undefined
}): ReactNode {
  const { t } = useTexts()
  return (
    <div className={styles.unknown}>
      <Sign kind="waiting" />
      <BigAmount amountMinor={amountMinor} bahtLabel={t('currency.baht')} />
      <p role="alert">
        <Phrases text={t('withdraw.unknown.text')} />
      </p>
      {lastWords === undefined ? null : (
        <p className={styles.inVain} role="alert">
          {lastWords}
        </p>
      )}
    </div>
  )
}
