import type { ReactNode } from 'react'
import { useState } from 'react'
import { errorText } from '../../lib/api/api-error.ts'
import { useBanners } from '../../lib/banners.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { Banners } from '../../ui/banners.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useRefund } from './refund.api.ts'
import { RefundMoney } from './refund-money.tsx'
import styles from './refund-sheet.module.css'
import { Refunds } from './refunds.tsx'

/** Refunds: first the operator's banners, where he has some, then what is due and what was received (REF-002, HOM-018). */
export function RefundSheet({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTexts()
  const banners = useBanners('refund')
  const [isPast, setIsPast] = useState(false)
  const shown = isPast || banners.isError ? [] : (banners.data ?? [])
  const isWaiting = !isPast && banners.isPending
  const footer =
    shown.length === 0 ? undefined : (
      <Button kind="gold" onClick={() => setIsPast(true)}>
        {t('common.continue')}
      </Button>
    )
  return (
    <Sheet
      title={t('refund.title')}
      closeLabel={t('aria.closeDialog')}
      step={isPast ? 'refund' : 'banners'}
      footer={footer}
      onClose={onClose}
    >
      {isWaiting ? <RefundSkeleton /> : null}
      {shown.length === 0 ? null : (
        <Banners
          title={t('refund.title')}
          banners={shown}
          labels={{
            previous: t('banner.previous'),
            next: t('banner.next'),
            position: (n, total) => t('banner.position', { n, total }),
          }}
        />
      )}
      {isWaiting || shown.length > 0 ? null : <Refund onClose={onClose} />}
    </Sheet>
  )
}

function Refund({ onClose }: { onClose: () => void }): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const { data, error, refetch } = useRefund()
  if (data === undefined && error !== null) {
    return (
      <EmptyState
        text={t('refund.loadError')}
        detail={errorText(texts, error)}
        actionLabel={t('common.retry')}
        onAction={() => void refetch()}
      />
    )
  }
  if (data === undefined) return <RefundSkeleton />
  return (
    <>
      <p className={styles.intro}>{t('refund.intro')}</p>
      <RefundMoney refund={data} onClose={onClose} />
      <Refunds />
    </>
  )
}

/** The sheet before it came, in its shape. */
function RefundSkeleton(): ReactNode {
  const { t } = useTexts()
  return (
    <div className={styles.waiting} aria-busy="true" aria-label={t('aria.loading')}>
      <Skeleton widthPx={280} heightPx={22} />
      <Skeleton widthPx={480} heightPx={120} />
      <Skeleton widthPx={480} heightPx={132} />
      <Skeleton widthPx={180} heightPx={24} />
      <Skeleton widthPx={480} heightPx={88} />
    </div>
  )
}
