import { formatAmount, mulDiv } from '@krapao/money'
import type { ReactNode } from 'react'
import { useTexts } from '../../lib/texts/texts.ts'
import { Amount, BigAmount } from '../../ui/amount.tsx'
import { Button } from '../../ui/button.tsx'
import { shield } from '../../ui/drawings.tsx'
import { Note } from '../../ui/note.tsx'
import panels from '../../ui/panel.module.css'
import { Sheet } from '../../ui/sheet.tsx'
import { OrderParties } from './order-parties.tsx'
import styles from './transfer-sheet.module.css'
import type { Order, Side } from './transfer.rules.ts'

const FACTOR_ONE = 10_000

/** The second step: what moves from where to where, and what both sides have then. Nothing was sent yet. */
export function TransferReview({
  order,
  isSending,
  onConfirm,
  onBack,
  onClose,
}: {
  order: Order
  isSending: boolean
  onConfirm: () => void
  onBack: () => void
  onClose: () => void
}): ReactNode {
  const { t } = useTexts()
  const { from, to, amountMinor } = order
  const baht = t('currency.baht')
  const credits = (side: Side): string =>
    formatAmount(mulDiv(amountMinor, side.factorTenThousandths, FACTOR_ONE, 'floor'))
  return (
    <Sheet
      title={t('transfer.reviewTitle')}
      closeLabel={t('aria.closeDialog')}
      onClose={onClose}
      back={isSending ? undefined : { label: t('common.back'), onBack }}
      footer={
        <>
          <Button kind="gold" busyLabel={isSending ? t('transfer.submitting') : undefined} onClick={onConfirm}>
            {t('transfer.confirmAmount', { amount: formatAmount(amountMinor) })}
          </Button>
          <Button kind="quiet" disabled={isSending} onClick={onBack}>
            {t('transfer.edit')}
          </Button>
        </>
      }
    >
      <BigAmount amountMinor={amountMinor} bahtLabel={baht} />
      <OrderParties order={order} />
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
    </Sheet>
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
