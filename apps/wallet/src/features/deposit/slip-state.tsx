import type { Slip } from '@krapao/contract'
import { fromWireAmount } from '@krapao/money'
import { alert, Icon } from '@krapao/web'
import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { openModal } from '../../lib/modals.ts'
import { isInReview, slipAdvice, slipReason, slipStatusOf, useSlips } from '../../lib/slips.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { slip as slipDrawing } from '../../ui/drawings.tsx'
import { Phrases } from '../../ui/phrases.tsx'
import { Actions } from './actions.tsx'
import parts from './deposit-parts.module.css'

/** A slip that the server has: it is being checked, or it was refused, and why. Its money closes the sheet. */
export function SlipState({
  slip,
  onPaid,
  onAnother,
}: {
  slip: Slip
  onPaid: (amountMinor: number) => void
  onAnother: () => void
}): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const { data } = useSlips(1)
  const latest = data?.slips.find(({ reference }) => reference === slip.reference) ?? slip
  const status = slipStatusOf(latest)
  const isTold = useRef(false)
  useEffect(() => {
    if (status !== 'SUCCESS' || latest.amount === null || isTold.current) return
    isTold.current = true
    onPaid(fromWireAmount(latest.amount))
  }, [status, latest.amount, onPaid])
  const seeSlips = (
    <Button kind="quiet" onClick={() => openModal('slips')}>
      {t('slip.upload.viewStatus')}
    </Button>
  )
  if (status === 'FAILED') {
    return (
      <>
        <div className={`${parts.state} ${parts.failed}`} role="alert">
          <span>
            <Icon drawing={alert} />
          </span>
          <h3>
            <Phrases text={t('slip.failedWith', { reason: slipReason(texts, latest.note) })} />
          </h3>
          <p>
            <Phrases text={slipAdvice(texts, latest.note)} />
          </p>
        </div>
        <Actions>
          <Button kind="gold" onClick={onAnother}>
            {t('slip.upload.another')}
          </Button>
          {seeSlips}
        </Actions>
      </>
    )
  }
  return (
    <>
      <div className={parts.state} role="status">
        <span className={parts.turning}>
          <Icon drawing={slipDrawing} />
        </span>
        <h3>{isInReview(latest) ? t('slip.review') : t('slip.checking')}</h3>
        <p>
          <Phrases text={isInReview(latest) ? t('slip.reviewText') : t('slip.checkingText')} />
        </p>
      </div>
      <Actions>{seeSlips}</Actions>
    </>
  )
}
