import type { ReactNode } from 'react'
import { lossState } from '../../lib/api/api-error.ts'
import { bannerLabels, useBanners } from '../../lib/banners.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { BannerSheet } from '../../ui/banner-sheet.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useRefund } from './refund.api.ts'
import { RefundMoney } from './refund-money.tsx'
import styles from './refund-sheet.module.css'
import { Refunds } from './refunds.tsx'

/** Refunds: first the operator's banners, where he has some, then what is due and what was received (REF-002, HOM-018). */
export function RefundSheet({ onClose }: { onClose: () => void }): ReactNode {
  const texts = useTexts()
  const banners = useBanners('refund')
  return (
    <BannerSheet
      title={texts.t('refund.title')}
      labels={bannerLabels(texts)}
      banners={banners}
      waiting={<RefundSkeleton />}
      onClose={onClose}
    >
      <Refund onClose={onClose} />
    </BannerSheet>
  )
}

function Refund({ onClose }: { onClose: () => void }): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const { data, error, refetch } = useRefund()
  if (data === undefined && error !== null) {
    return <EmptyState {...lossState(texts, t('refund.loadError'), error, refetch)} />
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
      <Skeleton widthPx={480} heightPx={96} />
      <Skeleton widthPx={180} heightPx={24} />
      <Skeleton widthPx={480} heightPx={88} />
    </div>
  )
}
