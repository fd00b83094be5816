import { formatAmount, mulDiv } from '@krapao/money'
import type { ReactNode } from 'react'
import type { Texts } from '../../lib/texts/texts.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { Amount } from '../../ui/amount.tsx'
import { Button } from '../../ui/button.tsx'
import { shield } from '../../ui/drawings.tsx'
import { Note } from '../../ui/note.tsx'
import panels from '../../ui/panel.module.css'
import type { SheetContent } from '../../ui/sheet.tsx'
import { OrderShown } from './order-parties.tsx'
import styles from './transfer-sheet.module.css'
import type { Order, Side } from './transfer.rules.ts'

const FACTOR_ONE = 10_000

/** The second step: what moves from where to where, and what both sides have then. Nothing was sent yet. */
export function transferReview(
  t: Texts['t'],
  { order, isSending, isTooEarly, onConfirm, onBack }: ReviewTerms,
): SheetContent {
  return {
    title: t('transfer.reviewTitle'),
    back: { label: t('common.back'), isDisabled: isSending, onBack },
    footer: (
      <>
        <Button
          kind="gold"
          busyLabel={isSending ? t('transfer.submitting') : undefined}
          aria-disabled={isTooEarly}
          onClick={isTooEarly ? undefined : onConfirm}
        >
          {t('transfer.confirmAmount', { amount: formatAmount(order.amountMinor) })}
        </Button>
        <Button kind="quiet" disabled={isSending} aria-disabled={isTooEarly} onClick={isTooEarly ? undefined : onBack}>
          {t('transfer.edit')}
        </Button>
      </>
    ),
    children: (
      <OrderShown order={order}>
        <Consequences order={order} />
      </OrderShown>
    ),
  }
}

interface ReviewTerms {
  readonly order: Order
  readonly isSending: boolean
  /** Whether a press may be the second half of a double tap on what stood there before. */
  readonly isTooEarly: boolean
  readonly onConfirm: () => void
  readonly onBack: () => void
}

/** What it costs, and what both sides have then. */
function Consequences({ order }: { order: Order }): ReactNode {
  const { t } = useTexts()
  const { from, to, amountMinor } = order
  const baht = t('currency.baht')
  const credits = (side: Side): string =>
    formatAmount(mulDiv(amountMinor, side.factorTenThousandths, FACTOR_ONE, 'floor'))
  return (
    <>
      <dl className={`${panels.pairs} ${styles.pairs}`}>
        {from.factorTenThousandths === FACTOR_ONE ? null : <Pair name={t('transfer.creditsOut')}>{credits(from)}</Pair>}
        {to.factorTenThousandths === FACTOR_ONE ? null : <Pair name={t('transfer.creditsIn')}>{credits(to)}</Pair>}
        <Pair name={t('term.fee')}>{t('common.none')}</Pair>
        {/* As they were reviewed: what is sent keeps them, also when the balances have changed already. */}
        {from.isStale ? null : (
          <Pair name={t('transfer.left', { name: from.name })}>
            <Amount amountMinor={from.amountMinor - amountMinor} bahtLabel={baht} />
          </Pair>
        )}
        {to.isStale ? null : (
          <Pair name={t('transfer.after', { name: to.name })}>
            <Amount amountMinor={to.amountMinor + amountMinor} bahtLabel={baht} />
          </Pair>
        )}
      </dl>
      <Note drawing={shield}>{t('transfer.safe')}</Note>
    </>
  )
}

function Pair({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">{children}</dd>
    </div>
  )
}
