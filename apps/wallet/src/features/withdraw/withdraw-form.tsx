import { formatAmount, formatLimit } from '@krapao/money'
import type { FormEvent, ReactNode } from 'react'
import { paths } from '../../lib/paths.ts'
import { Link } from '../../lib/router.tsx'
import { useTexts } from '../../lib/texts/texts.ts'
import { Amount } from '../../ui/amount.tsx'
import { AmountField } from '../../ui/amount-field.tsx'
import { gift, shield } from '../../ui/drawings.tsx'
import { Note } from '../../ui/note.tsx'
import panels from '../../ui/panel.module.css'
import { Parties } from '../../ui/parties.tsx'
import { Prose } from '../../ui/prose.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SmallButton } from '../../ui/small-button.tsx'
import { typedOfMinor } from '../../ui/typed-amount.ts'
import type { PayoutAccountView } from './payout-account.ts'
import { usePayoutParty } from './payout-account.ts'
import type { WithdrawLimits } from './withdraw.rules.ts'
import { mostMinor } from './withdraw.rules.ts'
import styles from './withdraw-sheet.module.css'

/** What there is to withdraw, in minor units, and how much at once. */
export interface WithdrawMoney {
  readonly walletMinor: number
  /** All active game accounts together. */
  readonly gamesMinor: number
  readonly limits: WithdrawLimits
}

/** The first step: where the money goes and how much it is. */
export function WithdrawForm({
  text,
  error,
  bankAccount,
  money,
  info,
  isHeldBack,
  onType,
  formId,
  onReview,
}: {
  text: string
  /** What is wrong with it, in words. */
  error: string | undefined
  bankAccount: PayoutAccountView
  money: WithdrawMoney
  /** The operator's words, as HTML. */
  info: string
  /** A withdrawal would be refused while a bonus runs: there is nothing that could be asked for. */
  isHeldBack: boolean
  onType: (text: string) => void
  /** The button that sends the form stands below it. */
  formId: string
  onReview: () => void
}): ReactNode {
  const { t } = useTexts()
  const { walletMinor, gamesMinor, limits } = money
  const payout = usePayoutParty(bankAccount)
  const most = isHeldBack ? 0 : mostMinor(walletMinor, gamesMinor, limits)
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    onReview()
  }
  return (
    <>
      {isHeldBack ? (
        <div className={styles.heldBack}>
          <BonusNote />
        </div>
      ) : null}
      <Parties parties={[payout]} />
      <form id={formId} noValidate onSubmit={onSubmit}>
        <AmountField
          label={t('withdraw.amount')}
          hint={t('withdraw.range', { min: formatLimit(limits.minMinor), max: formatLimit(limits.maxMinor) })}
          error={error}
          placeholder={t('common.amountPlaceholder')}
          text={text}
          isDisabled={isHeldBack}
          onChange={onType}
        />
        <div className={styles.available}>
          <p>{t('withdraw.available', { amount: formatAmount(isHeldBack ? 0 : walletMinor + gamesMinor) })}</p>
          <SmallButton
            aria-label={t('withdraw.maxLabel', { amount: formatAmount(most) })}
            disabled={most <= 0}
            onClick={() => onType(typedOfMinor(most))}
          >
            {t('withdraw.max')}
          </SmallButton>
        </div>
      </form>
      <dl className={`${panels.pairs} ${styles.pairs}`}>
        <Pair name={t('field.mainWallet')} amountMinor={walletMinor} />
        <Pair name={t('home.inGames')} amountMinor={gamesMinor} />
      </dl>
      <p className={styles.hint}>{t('withdraw.gather')}</p>
      {info === '' ? null : (
        <Note drawing={shield}>
          <Prose html={info} />
        </Note>
      )}
    </>
  )
}

/** Why nothing can be withdrawn while a bonus runs; the way out of that is on its page (rulings 4.1). */
function BonusNote(): ReactNode {
  const { t } = useTexts()
  return (
    <Note tone="wait" drawing={gift}>
      <p>{t('withdraw.bonusActive')}</p>
      <Link to={paths.bonus}>{t('withdraw.bonusLink')}</Link>
    </Note>
  )
}

/** A name and its amount, in a list of pairs. */
export function Pair({ name, amountMinor }: { name: string; amountMinor: number }): ReactNode {
  const { t } = useTexts()
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Amount amountMinor={amountMinor} bahtLabel={t('currency.baht')} />
      </dd>
    </div>
  )
}

/** The first step before its account and its limits came, of the same size. */
export function WithdrawFormSkeleton(): ReactNode {
  const { t } = useTexts()
  return (
    <div className={styles.waiting} aria-busy="true" aria-label={t('aria.loading')} role="status">
      <Skeleton widthPx={480} heightPx={123} />
      <Skeleton widthPx={160} heightPx={20} />
      <Skeleton widthPx={480} heightPx={72} />
      <Skeleton widthPx={220} heightPx={20} />
      <Skeleton widthPx={480} heightPx={90} />
    </div>
  )
}
