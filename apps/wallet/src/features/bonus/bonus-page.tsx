import type { ReactNode } from 'react'
import { errorText } from '../../lib/api/api-error.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import panels from '../../ui/panel.module.css'
import { safeAddress } from '../../ui/safe-html.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { Bonus } from './bonus.api.ts'
import { useBonuses } from './bonus.api.ts'
import styles from './bonus-page.module.css'

/** /user/bonus: what the operator tops deposits up with (NAV-008). */
export function BonusPage(): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const { data, error, refetch } = useBonuses()
  if (data === undefined && error !== null) {
    return (
      <EmptyState
        text={t('bonus.loadError')}
        detail={errorText(texts, error)}
        actionLabel={t('common.retry')}
        onAction={() => void refetch()}
      />
    )
  }
  if (data === undefined) {
    return (
      <div className={`${panels.panel} ${styles.waiting}`} aria-busy="true" aria-label={t('aria.loading')}>
        <Skeleton widthPx={280} heightPx={140} />
        <Skeleton widthPx={200} heightPx={24} />
        <Skeleton widthPx={150} heightPx={20} />
      </div>
    )
  }
  if (data.length === 0) return <EmptyState text={t('bonus.empty')} detail={t('bonus.emptyText')} />
  return (
    <ul className={styles.list}>
      {data.map((bonus) => (
        <BonusCard key={bonus.code} bonus={bonus} />
      ))}
    </ul>
  )
}

function BonusCard({ bonus }: { bonus: Bonus }): ReactNode {
  const { t } = useTexts()
  const picture = safeAddress(bonus.banners[0]?.image ?? null, ['http:', 'https:', 'data:'])
  const received = bonus.userBonus?.received.length ?? 0
  return (
    <li className={`${panels.panel} ${styles.bonus}`}>
      {picture === undefined ? null : <img src={picture} alt="" loading="lazy" width="360" height="180" />}
      <div className={styles.words}>
        <h2>{bonus.name}</h2>
        <p>{t(`bonus.type.${bonus.type}`)}</p>
        <p className="num">{t('bonus.card.count', { received, max: bonus.maxReceived })}</p>
      </div>
    </li>
  )
}
