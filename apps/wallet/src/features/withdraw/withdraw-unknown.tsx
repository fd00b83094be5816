import { referenceOf } from '@krapao/contract'
import type { ReactNode } from 'react'
import { referenceText } from '../../lib/money-call.ts'
import type { SentMoney } from '../../lib/sent-money.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { BigAmount } from '../../ui/amount.tsx'
import { Phrases } from '../../ui/phrases.tsx'
import { Sign } from '../../ui/sign.tsx'
import styles from './withdraw-sheet.module.css'

/** A withdrawal that was sent and got no answer: it is asked about, nothing is guessed. */
export function WithdrawUnknown({
  sent,
  lastWords,
}: {
  sent: SentMoney | undefined
  lastWords: string | undefined
}): ReactNode {
  const texts = useTexts()
  const { t } = texts
  return (
    <div className={styles.unknown}>
      <Sign kind="waiting" />
      <BigAmount amountMinor={sent?.amountMinor ?? 0} bahtLabel={t('currency.baht')} />
      <p role="alert">
        <Phrases text={t('withdraw.unknown.text')} />
      </p>
      {lastWords === undefined ? null : (
        <p className={styles.inVain} role="alert">
          {lastWords}
        </p>
      )}
      {sent === undefined ? null : <p className={styles.reference}>{referenceText(texts, referenceOf(sent.key))}</p>}
    </div>
  )
}
