import type { ReactNode } from 'react'
import { useState } from 'react'
import { ApiError, errorText } from '../../lib/api/api-error.ts'
import { useBanners } from '../../lib/banners.ts'
import { openModal } from '../../lib/modals.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { minorOf } from '../../lib/wire-amount.ts'
import { Amount } from '../../ui/amount.tsx'
import { Banners } from '../../ui/banners.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { InviteBonus } from './invite.api.ts'
import { useInviteBonus } from './invite.api.ts'
import { InviteLink } from './invite-link.tsx'
import styles from './invite-sheet.module.css'
import { Invites } from './invites.tsx'

/** Invites: first the operator's banners, where he has some, then the link and what it brought (INV-002, HOM-017). */
export function InviteSheet({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTexts()
  const banners = useBanners('invite')
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
      title={t('invite.title')}
      closeLabel={t('aria.closeDialog')}
      step={isPast ? 'invite' : 'banners'}
      footer={footer}
      onClose={onClose}
    >
      {isWaiting ? <InviteSkeleton /> : null}
      {shown.length === 0 ? null : (
        <Banners
          title={t('invite.title')}
          banners={shown}
          labels={{
            previous: t('banner.previous'),
            next: t('banner.next'),
            position: (n, total) => t('banner.position', { n, total }),
          }}
        />
      )}
      {isWaiting || shown.length > 0 ? null : <Invite />}
    </Sheet>
  )
}

function Invite(): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const { data, error, refetch } = useInviteBonus()
  if (data === undefined && error instanceof ApiError && error.code === 'INVITE_INACTIVE') {
    return <EmptyState text={t('invite.inactive')} />
  }
  if (data === undefined && error !== null) {
    return (
      <EmptyState
        text={t('invite.loadError')}
        detail={errorText(texts, error)}
        actionLabel={t('common.retry')}
        onAction={() => void refetch()}
      />
    )
  }
  if (data === undefined) return <InviteSkeleton />
  return (
    <>
      <p className={styles.intro}>{t('invite.intro')}</p>
      <Bonus bonus={data} />
      <InviteLink />
      <Invites />
    </>
  )
}

/** What waits to be received; the question that comes before says its conditions. */
function Bonus({ bonus }: { bonus: InviteBonus }): ReactNode {
  const { t } = useTexts()
  const amountMinor = minorOf(bonus.amount)
  return (
    <div className={styles.bonus}>
      <p className={styles.amount}>
        <span>{t('invite.amount')}</span>
        <Amount amountMinor={amountMinor} bahtLabel={t('currency.baht')} />
      </p>
      {amountMinor > 0 ? (
        <div className={styles.receive}>
          <Button kind="gold" onClick={() => openModal('invite-receive')}>
            {t('invite.receive')}
          </Button>
        </div>
      ) : (
        <p className={styles.nothing}>{t('invite.nothing')}</p>
      )}
    </div>
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
