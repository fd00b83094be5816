import { formatAmount } from '@krapao/money'
import type { ReactNode } from 'react'
import { useTexts } from '../../lib/texts/texts.ts'
import { BigAmount } from '../../ui/amount.tsx'
import { shield } from '../../ui/drawings.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Note } from '../../ui/note.tsx'
import panels from '../../ui/panel.module.css'
import { Parties } from '../../ui/parties.tsx'
import type { PayoutAccountView } from './payout-account.ts'
import { usePayoutParty } from './payout-account.ts'
import type { WithdrawMoney } from './withdraw-form.tsx'
import { Pair } from './withdraw-form.tsx'
import { remainderOf } from './withdraw.rules.ts'
import styles from './withdraw-sheet.module.css'

/** The second step: from where to where, what games give, and what remains; nothing was sent yet. */
export function WithdrawReview({
  amountMinor,
  bankAccount,
  money,
}: {
  amountMinor: number
  bankAccount: PayoutAccountView
  money: WithdrawMoney
}): ReactNode {
  const { t } = useTexts()
  const payout = usePayoutParty(bankAccount)
  const rest = remainderOf(amountMinor, money.walletMinor, money.gamesMinor)
  return (
    <>
      <BigAmount amountMinor={amountMinor} bahtLabel={t('currency.baht')} />
      <Parties
        parties={[{ picture: <Mark sizePx={48} />, label: t('common.from'), name: t('field.mainWallet') }, payout]}
      />
      <dl className={`${panels.pairs} ${styles.pairs}`}>
        {rest.fromGamesMinor > 0 ? <Pair name={t('withdraw.fromGames')} amountMinor={rest.fromGamesMinor} /> : null}
        <Pair name={t('withdraw.walletAfter')} amountMinor={rest.walletMinor} />
        {rest.fromGamesMinor > 0 ? <Pair name={t('withdraw.gamesAfter')} amountMinor={rest.gamesMinor} /> : null}
      </dl>
      {rest.isBeyondKnown ? (
        <p className={styles.hint}>
          {t('withdraw.beyond', { amount: formatAmount(money.walletMinor + money.gamesMinor) })}
        </p>
      ) : null}
      <Note drawing={shield}>{t('withdraw.safe')}</Note>
    </>
  )
}
