import { formatAccountNo } from '@krapao/contract'
import { formatAmount, fromWireAmount, sumMinor } from '@krapao/money'
import type { ReactNode } from 'react'
import { useId, useState } from 'react'
import { lossState } from '../../lib/api/api-error.ts'
import type { Balances, Home } from '../../lib/balances.ts'
import { bankName } from '../../lib/bank-name.ts'
import { useBonusAtHand } from '../../lib/held-bonus.ts'
import { openModal } from '../../lib/modals.ts'
import { paths } from '../../lib/paths.ts'
import { goTo } from '../../lib/router.tsx'
import type { Texts } from '../../lib/texts/texts.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import type { Review } from '../../lib/use-review.ts'
import { useReview } from '../../lib/use-review.ts'
import { useBalances, useHome } from '../../lib/wallet.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { SheetContent } from '../../ui/sheet.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { minorOfTyped } from '../../ui/typed-amount.ts'
import type { WithdrawalSending } from './use-withdrawal.ts'
import { useWithdrawal } from './use-withdrawal.ts'
import type { WithdrawMoney } from './withdraw-form.tsx'
import { WithdrawForm, WithdrawFormSkeleton } from './withdraw-form.tsx'
import { WithdrawReview } from './withdraw-review.tsx'
import { WithdrawUnknown } from './withdraw-unknown.tsx'
import type { WithdrawTerms } from './withdraw.api.ts'
import { useWithdrawTerms } from './withdraw.api.ts'
import { amountFault, maskAccountNo, remainderOf } from './withdraw.rules.ts'

/** The withdrawal: where it goes, how much, what remains, and one press that sends it (WDR-002). */
export function WithdrawSheet({ onClose }: { onClose: () => void }): ReactNode {
  const texts = useTexts()
  const home = useHome()
  const balances = useBalances()
  const terms = useWithdrawTerms()
  const sending = useWithdrawal(home.data?.profile._id, onClose)
  const review = useReview<number>()
  const form = useForm(review)
  const isExcluded = home.data?.protection?.isExcluded === true
  // Of who takes part no more a bonus holds back no more than it may take at its end, which the server knows.
  const isHeldBack = useBonusAtHand()?.isInTheWay === true && !isExcluded
  const stepOf = (): SheetContent => {
    if (sending.unsettled !== undefined) return unknownStep(texts, sending, review, onClose)
    if (home.data === undefined || balances === undefined || terms.data === undefined) {
      const missing = home.data === undefined ? home : terms
      return waitingStep(texts, missing.error, () => void missing.refetch())
    }
    if (home.data.bankAccount.bankAccountNo === '') return noBankStep(texts)
    const known = { bankAccount: home.data.bankAccount, money: moneyOf(balances, terms.data, isExcluded) }
    return review.reviewed === undefined
      ? formStep(texts, form, known, { info: terms.data.info, isHeldBack })
      : reviewStep(texts, sending, review, known, review.reviewed)
  }
  return <Sheet closeLabel={texts.t('aria.closeDialog')} onClose={onClose} {...stepOf()} />
}

interface Known {
  readonly bankAccount: Home['bankAccount']
  readonly money: WithdrawMoney
}

/** The operator's least does not bind who takes part no more (beyond 3.4). */
function moneyOf(balances: Balances, terms: WithdrawTerms, isExcluded: boolean): WithdrawMoney {
  const active = balances.games.filter((game) => game.isActive)
  return {
    walletMinor: balances.walletMinor,
    gamesMinor: sumMinor(active.map((game) => game.amountMinor)),
    limits: {
      minMinor: isExcluded ? 1 : fromWireAmount(terms.withdrawMin),
      maxMinor: fromWireAmount(terms.withdrawMax),
    },
  }
}

interface Form {
  readonly id: string
  /** As it was typed; kept whatever becomes of it. */
  readonly text: string
  readonly error: string | undefined
  readonly onType: (text: string) => void
  readonly onReview: (money: WithdrawMoney) => void
}

function useForm(review: Review<number>): Form {
  const { t } = useTexts()
  const id = useId()
  const [text, setText] = useState('')
  const [error, setError] = useState<Form['error']>()
  return {
    id,
    text,
    error,
    onType: (typed) => {
      setText(typed)
      setError(undefined)
    },
    onReview: ({ limits }) => {
      const amountMinor = minorOfTyped(text)
      const fault = amountFault(amountMinor, limits)
      const amount = formatAmount(fault === 'minimum' ? limits.minMinor : limits.maxMinor)
      const said = {
        missing: t('common.amountPlaceholder'),
        negative: t('withdraw.error.number'),
        minimum: t('withdraw.error.minimum', { amount }),
        maximum: t('withdraw.error.maximum', { amount }),
      }
      setError(fault === undefined ? undefined : said[fault])
      if (fault === 'minimum' || fault === 'maximum') {
        openModal('message', { kind: 'failed', title: t('withdraw.amount'), text: said[fault] })
      } else if (fault === undefined && amountMinor !== undefined) review.begin(amountMinor)
    },
  }
}

function waitingStep(texts: Texts, error: unknown, onRetry: () => void): SheetContent {
  const { t } = texts
  if (error === null) return { title: t('withdraw.title'), children: <WithdrawFormSkeleton /> }
  const children = <EmptyState {...lossState(texts, t('withdraw.loadError'), error, onRetry)} />
  return { title: t('withdraw.title'), children }
}

function noBankStep({ t }: Texts): SheetContent {
  const toProfile = (): void => goTo(paths.profile)
  return {
    title: t('withdraw.title'),
    children: <EmptyState text={t('withdraw.noBank')} actionLabel={t('withdraw.toProfile')} onAction={toProfile} />,
  }
}

function formStep(
  { t }: Texts,
  form: Form,
  { bankAccount, money }: Known,
  { info, isHeldBack }: { info: string; isHeldBack: boolean },
): SheetContent {
  return {
    title: t('withdraw.title'),
    children: (
      <WithdrawForm
        formId={form.id}
        text={form.text}
        error={form.error}
        bankAccount={bankAccount}
        money={money}
        info={info}
        isHeldBack={isHeldBack}
        onType={form.onType}
        onReview={() => form.onReview(money)}
      />
    ),
    footer: (
      <Button key="review" kind="gold" type="submit" form={form.id} disabled={isHeldBack}>
        {t('common.continue')}
      </Button>
    ),
  }
}

function reviewStep(
  { t, language }: Texts,
  { isSending, send }: WithdrawalSending,
  review: Review<number>,
  { bankAccount, money }: Known,
  amountMinor: number,
): SheetContent {
  // It has come to where "continue" was: the second half of a double tap there must not undo the first.
  const edit = (): void => {
    if (!review.isTooEarly) review.end()
  }
  const confirm = async (): Promise<void> => {
    if (review.isTooEarly) return
    const to = `${bankName(bankAccount.bank, language)} ${maskAccountNo(formatAccountNo(bankAccount.bankAccountNo))}`
    const { walletMinor } = remainderOf(amountMinor, money.walletMinor, money.gamesMinor)
    const act = {
      title: t('withdraw.act', { to }),
      amountMinor,
      facts: [
        [t('field.accountName'), bankAccount.bankAccountName],
        [t('withdraw.walletAfter'), walletMinor],
      ] as const,
    }
    if (await send(act)) review.end()
  }
  return {
    title: t('withdraw.reviewTitle'),
    children: <WithdrawReview amountMinor={amountMinor} bankAccount={bankAccount} money={money} />,
    footer: (
      <div key="confirm">
        <Button
          kind="gold"
          busyLabel={isSending ? t('withdraw.submitting') : undefined}
          aria-disabled={review.isTooEarly}
          onClick={() => void confirm()}
        >
          {t('withdraw.confirm', { amount: formatAmount(amountMinor) })}
        </Button>
        <Button kind="quiet" disabled={isSending} aria-disabled={review.isTooEarly} onClick={edit}>
          {t('withdraw.edit')}
        </Button>
      </div>
    ),
    back: { label: t('common.back'), isDisabled: isSending, onBack: review.end },
  }
}

function unknownStep(
  { t }: Texts,
  sending: WithdrawalSending,
  review: Review<number>,
  onClose: () => void,
): SheetContent {
  const { unsettled, isSending, lastWords, ask } = sending
  const onAsk = (): void => {
    review.end()
    void ask()
  }
  const toHistory = (): void => {
    onClose()
    goTo(paths.statement)
  }
  return {
    title: t('result.unknownTitle'),
    children: <WithdrawUnknown sent={unsettled} lastWords={isSending ? undefined : lastWords} />,
    footer: (
      <div key="unknown">
        <Button kind="gold" busyLabel={isSending ? t('common.checking') : undefined} onClick={onAsk}>
          {t('withdraw.unknown.ask')}
        </Button>
        <Button kind="quiet" onClick={toHistory}>
          {t('withdraw.unknown.history')}
        </Button>
      </div>
    ),
  }
}
