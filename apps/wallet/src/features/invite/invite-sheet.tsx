import { fromWireAmount } from '@krapao/money'
import { CallError } from '@krapao/web'
import type { ReactNode } from 'react'
import { lossState } from '../../lib/api/api-error.ts'
import { bannerLabels, useBanners } from '../../lib/banners.ts'
import { openModal } from '../../lib/modals.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { BannerSheet } from '../../ui/banner-sheet.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pocket } from '../../ui/pocket.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { InviteBonus } from './invite.api.ts'
import { useInviteBonus } from './invite.api.ts'
import { InviteLink } from './invite-link.tsx'
import styles from './invite-sheet.module.css'
import { Invites } from './invites.tsx'

/** Invites: first the operator's banners, where he has some, then the link and what it brought (INV-002, HOM-017). */
export function InviteSheet({ onClose }: { onClose: () => void }): ReactNode {
  const texts = useTexts()
  const banners = useBanners('invite')
  return (
    <BannerSheet
      title={texts.t('invite.title')}
      labels={bannerLabels(texts)}
      banners={banners}
      waiting={<InviteSkeleton />}
      onClose={onClose}
    >
      <Invite />
    </BannerSheet>
  )
}

function Invite(): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const { data, error, refetch } = useInviteBonus()
  if (data === undefined && error instanceof CallError && error.code === 'INVITE_INACTIVE') {
    return <EmptyState text={t('invite.inactive')} />
  }
  if (data === undefined && error !== null) {
    return <EmptyState {...lossState(texts, t('invite.loadError'), error, refetch)} />
  }
  if (data === undefined) return <InviteSkeleton />
  return (
    <>
      <p className={styles.intro}>{t('invite.intro')}</p>
      <Bonus bonus={data} />
      <InviteLink isFirst={data.amount === 0} />
      <Invites />
    </>
  )
}

/** What waits to be received; the question that comes before says its conditions. */
function Bonus({ bonus }: { bonus: InviteBonus }): ReactNode {
  const { t } = useTexts()
  const amountMinor = fromWireAmount(bonus.amount)
  const isWaiting = amountMinor > 0
  return (
    <Pocket
      label={t('invite.amount')}
      amountMinor={amountMinor}
      bahtLabel={t('currency.baht')}
      hint={isWaiting ? undefined : t('invite.nothing')}
      actionLabel={isWaiting ? t('invite.receive') : undefined}
      onAction={() => openModal('invite-receive')}
    />
  )
}

/** The sheet before it came, in its shape. */
function InviteSkeleton(): ReactNode {
  const { t } = useTexts()
  return (
    <div className={styles.waiting} aria-busy="true" aria-label={t('aria.loading')}>
      <Skeleton widthPx={300} heightPx={22} />
      <Skeleton widthPx={480} heightPx={92} />
      <Skeleton widthPx={140} heightPx={20} />
      <Skeleton widthPx={480} heightPx={124} />
      <Skeleton widthPx={180} heightPx={24} />
      <Skeleton widthPx={480} heightPx={120} />
    </div>
  )
}
