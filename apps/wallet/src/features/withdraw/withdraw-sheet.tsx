import { formatAmount, sumMinor } from '@krapao/money'
import type { ReactNode } from 'react'
import { useId, useRef, useState } from 'react'
import { errorText } from '../../lib/api/api-error.ts'
import type { Balances, Home } from '../../lib/balances.ts'
import { openModal } from '../../lib/modals.ts'
import { paths } from '../../lib/paths.ts'
import { goTo } from '../../lib/router.tsx'
import { useTexts } from '../../lib/texts/texts.ts'
import { useBalances, useHome } from '../../lib/wallet.ts'
import { minorOf } from '../../lib/wire-amount.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
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
import { amountFault } from './withdraw.rules.ts'

/** A second tap on "continue" falls on "confirm", which has come to its place: it counts for nothing. */
const DOUBLE_TAP_MS = 400

/** The parts of a step, drawn on the one sheet that all steps share. */
interface Step {
  readonly title: string
  readonly body: ReactNode
  readonly footer?: ReactNode
  readonly back?: { readonly label: string; readonly onBack: () => void }
}

/** The withdrawal: where it goes, how much, what remains, and one press that sends it (WDR-002). */
export function WithdrawSheet({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTexts()
  const home = useHome()
  const balances = useBalances()
  const terms = useWithdrawTerms()
  const sending = useWithdrawal(home.data?.profile._id, onClose)
  const [typed, setTyped] = useState('')
  const [fieldError, setFieldError] = useState<'missing' | 'negative'>()
  const [reviewedMinor, setReviewedMinor] = useState<number>()
  const reviewedAtMs = useRef(0)
  const formId = useId()

  function stepOf(): Step {
    if (sending.unsettled !== undefined) return unknownStep(sending.unsettled.amountMinor)
    if (home.data === undefined || balances === undefined || terms.data === undefined) return waitingStep()
    if (home.data.bankAccount.bankAccountNo === '') return noBankStep()
    const money = moneyOf(balances, terms.data)
    return reviewedMinor === undefined
      ? formStep(home.data, money, terms.data.info)
      : reviewStep(home.data, money, reviewedMinor)
  }

  function waitingStep(): Step {
    const error = home.data === undefined ? home.error : terms.error
    const retry = (): void => {
      if (home.data === undefined) void home.refetch()
      if (terms.data === undefined) void terms.refetch()
    }
    return {
      title: t('withdraw.title'),
      body: error === null ? <WithdrawFormSkeleton /> : <NotLoaded error={error} onRetry={retry} />,
    }
  }

  function noBankStep(): Step {
    const toProfile = (): void => goTo(paths.profile)
    return {
      title: t('withdraw.title'),
      body: <EmptyState text={t('withdraw.noBank')} actionLabel={t('withdraw.toProfile')} onAction={toProfile} />,
    }
  }

  function review({ limits }: WithdrawMoney): void {
    const amountMinor = minorOfTyped(typed)
    const fault = amountFault(amountMinor, limits)
    setFieldError(fault === 'missing' || fault === 'negative' ? fault : undefined)
    if (fault === 'minimum' || fault === 'maximum') {
      const amount = formatAmount(fault === 'minimum' ? limits.minMinor : limits.maxMinor)
      const text = t(`withdraw.error.${fault}`, { amount })
      openModal('message', { kind: 'failed', title: t('dialog.errorTitle'), text })
    } else if (fault === undefined) {
      reviewedAtMs.current = performance.now()
      setReviewedMinor(amountMinor)
    }
  }

  async function confirm(amountMinor: number): Promise<void> {
    if (performance.now() - reviewedAtMs.current < DOUBLE_TAP_MS) return
    if (await sending.send(amountMinor)) setReviewedMinor(undefined)
  }

  function formStep({ bankAccount }: Home, money: WithdrawMoney, info: string): Step {
    const onType = (text: string): void => {
      setTyped(text)
      setFieldError(undefined)
    }
    const rest = { error: fieldError, bankAccount, money, info, formId, onType }
    return {
      title: t('withdraw.title'),
      body: <WithdrawForm text={typed} {...rest} onReview={() => review(money)} />,
      footer: (
        <Button key="review" kind="gold" type="submit" form={formId}>
          {t('common.continue')}
        </Button>
      ),
    }
  }

  function reviewStep({ bankAccount }: Home, money: WithdrawMoney, amountMinor: number): Step {
    const onBack = (): void => setReviewedMinor(undefined)
    return {
      title: t('withdraw.reviewTitle'),
      body: <WithdrawReview amountMinor={amountMinor} bankAccount={bankAccount} money={money} />,
      footer: (
        <div key="confirm">
          <Button
            kind="gold"
            busyLabel={sending.isSending ? t('withdraw.submitting') : undefined}
            onClick={() => void confirm(amountMinor)}
          >
            {t('withdraw.confirm')}
          </Button>
          <Button kind="quiet" disabled={sending.isSending} onClick={onBack}>
            {t('withdraw.edit')}
          </Button>
        </div>
      ),
      ...(sending.isSending ? {} : { back: { label: t('common.back'), onBack } }),
    }
  }

  function unknownStep(amountMinor: number): Step {
    const ask = (): void => {
      setReviewedMinor(undefined)
      void sending.ask()
    }
    return {
      title: t('result.unknownTitle'),
      body: <WithdrawUnknown amountMinor={amountMinor} hasAskedInVain={sending.hasAskedInVain && !sending.isSending} />,
      footer: <UnknownActions sending={sending} onAsk={ask} onClose={onClose} />,
    }
  }

  const { title, body, footer, back } = stepOf()
  return (
    <Sheet title={title} closeLabel={t('aria.closeDialog')} onClose={onClose} back={back} footer={footer}>
      {body}
    </Sheet>
  )
}

function moneyOf(balances: Balances, terms: WithdrawTerms): WithdrawMoney {
  const active = balances.games.filter((game) => game.isActive)
  return {
    walletMinor: balances.walletMinor,
    gamesMinor: sumMinor(active.map((game) => game.amountMinor)),
    limits: { minMinor: minorOf(terms.withdrawMin), maxMinor: minorOf(terms.withdrawMax) },
  }
}

function NotLoaded({ error, onRetry }: { error: unknown; onRetry: () => void }): ReactNode {
  const texts = useTexts()
  const { t } = texts
  return (
    <EmptyState
      text={t('withdraw.loadError')}
      detail={errorText(texts, error)}
      actionLabel={t('common.retry')}
      onAction={onRetry}
    />
  )
}

function UnknownActions({
  sending,
  onAsk,
  onClose,
}: {
  sending: WithdrawalSending
  onAsk: () => void
  onClose: () => void
}): ReactNode {
  const { t } = useTexts()
  const toHistory = (): void => {
    onClose()
    goTo(paths.statement)
  }
  return (
    <>
      <Button kind="gold" busyLabel={sending.isSending ? t('common.checking') : undefined} onClick={onAsk}>
        {t('withdraw.unknown.ask')}
      </Button>
      <Button kind="quiet" onClick={toHistory}>
        {t('withdraw.unknown.history')}
      </Button>
    </>
  )
}
