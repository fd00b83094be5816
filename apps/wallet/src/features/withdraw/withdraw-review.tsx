import { formatAmount } from '@krapao/money'
import type { ReactNode } from 'react'
import { useTexts } from '../../lib/texts/texts.ts'
import { Amount } from '../../ui/amount.tsx'
import { down, shield } from '../../ui/drawings.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Mark } from '../../ui/mark.tsx'
import panels from '../../ui/panel.module.css'
import type { PayoutAccountView } from './payout-account.tsx'
import { PayoutAccount } from './payout-account.tsx'
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
  const rest = remainderOf(amountMinor, money.walletMinor, money.gamesMinor)
  return (
    <>
      <p className={styles.big}>
        <Amount amountMinor={amountMinor} bahtLabel={t('currency.baht')} />
      </p>
      <div className={styles.parties}>
        <div className={styles.party}>
          <Mark sizePx={48} />
          <span className={styles.partyWords}>
            <small>{t('common.from')}</small>
            <b>{t('field.mainWallet')}</b>
          </span>
        </div>
        <span className={styles.way}>
          <Icon drawing={down} />
        </span>
        <PayoutAccount account={bankAccount} label={t('withdraw.toAccount')} />
      </div>
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
      <p className={styles.note}>
        <Icon drawing={shield} />
        {t('withdraw.safe')}
      </p>
    </>
  )
}
