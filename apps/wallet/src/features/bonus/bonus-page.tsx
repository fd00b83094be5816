import { BonusCardFace, bonusCardClass, Icon, useNow } from '@krapao/web'
import type { ReactNode } from 'react'
import { lossState, lossText } from '../../lib/api/api-error.ts'
import { openModal } from '../../lib/modals.ts'
import type { Texts } from '../../lib/texts/texts.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { pictureOf } from '../../ui/safe-address.ts'
import { Button } from '../../ui/button.tsx'
import { gift } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import panels from '../../ui/panel.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { Bonus } from './bonus.api.ts'
import { useBonuses, useHeldBonus } from './bonus.api.ts'
import { cardState, receivedCount } from './bonus.rules.ts'
import styles from './bonus-page.module.css'
import { CodeForm } from './code-form.tsx'
import { HeldBonus, useToldEnd } from './held-bonus.tsx'

/** /user/bonus: the bonus that is held or the way to one by a code, and what the operator offers (NAV-008). */
export function BonusPage(): ReactNode {
  const texts = useTexts()
  const held = useHeldBonus()
  // Asked for here: the grid is drawn anew when it takes its place, and must not ask again then.
  const bonuses = useBonuses()
  if (held.isLoadingError && bonuses.isLoadingError) {
    return (
      <EmptyState
        text={texts.t('bonus.loadError')}
        detail={lossText(texts, bonuses.error)}
        actionLabel={texts.t('common.retry')}
        onAction={() => {
          void held.refetch()
          void bonuses.refetch()
        }}
      />
    )
  }
  return (
    <>
      <Top />
      <Grid key={held.isPending ? 'waiting' : 'there'} bonuses={bonuses} isWaiting={held.isPending} />
    </>
  )
}

function Top(): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const { data, error, refetch } = useHeldBonus()
  useToldEnd(data)
  if (data !== undefined) return data.status ? <HeldBonus held={data} /> : <CodeForm />
  if (error === null) {
    return (
      <div className={`${panels.panel} ${styles.waitingTop}`} aria-busy="true" aria-label={t('aria.loading')}>
        <Skeleton widthPx={160} heightPx={22} />
        <Skeleton widthPx={480} heightPx={56} />
      </div>
    )
  }
  return (
    <div className={`${panels.panel} ${styles.failedTop}`} role="alert">
      <p>
        <b>{t('bonus.active.checkError')}</b> {lossText(texts, error)}
      </p>
      <Button kind="tonal" onClick={() => void refetch()}>
        {t('common.retry')}
      </Button>
    </div>
  )
}

/** What is offered; it waits for what stands above it, which would push it down. */
function Grid({
  bonuses: { data: bonuses, error, refetch },
  isWaiting,
}: {
  bonuses: ReturnType<typeof useBonuses>
  isWaiting: boolean
}): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const data = isWaiting ? undefined : bonuses
  // At midnight in Bangkok what was received today becomes what was received yesterday.
  const nowMs = useNow(60_000)
  if (data === undefined && error !== null && !isWaiting) {
    return <EmptyState {...lossState(texts, t('bonus.loadError'), error, refetch)} />
  }
  if (data?.length === 0) return <EmptyState text={t('bonus.empty')} detail={t('bonus.emptyText')} />
  return (
    <section>
      <h2 className={styles.title}>
        {t('bonus.grid.title')}
        {data === undefined ? null : <span>{t('bonus.grid.count', { n: data.length })}</span>}
      </h2>
      {data === undefined ? (
        <ul className={styles.grid} aria-busy="true" aria-label={t('aria.loading')}>
          {[0, 1, 2, 3].map((index) => (
            <CardSkeleton key={index} />
          ))}
        </ul>
      ) : (
        <ul className={styles.grid}>
          {data.map((bonus) => (
            <BonusCard key={bonus.code} bonus={bonus} nowMs={nowMs} />
          ))}
        </ul>
      )}
    </section>
  )
}

function BonusCard({ bonus, nowMs }: { bonus: Bonus; nowMs: number }): ReactNode {
  const { t } = useTexts()
  const state = cardState(bonus, nowMs)
  return (
    <li>
      <button
        type="button"
        className={`${panels.panel} ${bonusCardClass}`}
        data-state={state}
        disabled={state === 'received'}
        aria-haspopup="dialog"
        onClick={() => openModal('bonus', { code: bonus.code })}
      >
        <BonusCardFace
          picture={pictureOf(bonus.banners[0])}
          sign={<Icon drawing={gift} />}
          marker={state === 'open' ? undefined : t(`bonus.card.${state}`)}
          name={bonus.name}
          kind={t(`bonus.type.${bonus.type}`)}
          line={secondLine(bonus, nowMs, t)}
        />
      </button>
    </li>
  )
}

/** What a held bonus waits for, else how often it was received. */
function secondLine(bonus: Bonus, nowMs: number, t: Texts['t']): string {
  const { userBonus, maxReceived: max } = bonus
  if (userBonus?.isActive === true && userBonus.state === 'armed') return t('bonus.card.armed')
  if (userBonus?.isActive === true && userBonus.state === 'ending') return t('bonus.card.ending')
  return t('bonus.card.count', { received: receivedCount(bonus, nowMs), max })
}

function CardSkeleton(): ReactNode {
  return (
    <li className={`${panels.panel} ${bonusCardClass}`}>
      <BonusCardFace
        name={<Skeleton widthPx={110} heightPx={18} />}
        kind={<Skeleton widthPx={80} heightPx={16} />}
        line={<Skeleton widthPx={100} heightPx={16} />}
      />
    </li>
  )
}
