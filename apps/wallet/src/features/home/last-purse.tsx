import { CallError, useNow } from '@krapao/web'
import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { lossText } from '../../lib/api/api-error.ts'
import { formatDateTime, timeAgo } from '../../lib/formats.ts'
import type { LastBalance } from '../../lib/last-balance.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { Amount } from '../../ui/amount.tsx'
import { Button } from '../../ui/button.tsx'
import styles from './last-purse.module.css'
import { Weave } from './purse-art.tsx'
import purse from './purse.module.css'

/**
 * Home without the server: what the member had when that was last known, said to be so, and nothing to do but to ask
 * again. It asks by itself when the network is back.
 */
export function LastPurse({
  last,
  error,
  isHidden,
  retryLabel,
  onRetry,
}: {
  last: LastBalance
  error: unknown
  isHidden: boolean
  retryLabel: string
  onRetry: () => void
}): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const nowMs = useNow(1_000)
  const { asOfMs } = last
  const ago = asOfMs === undefined ? { id: 'time.never' as const } : timeAgo(asOfMs, nowMs)
  const time = 'n' in ago ? t(ago.id, { n: ago.n }) : t(ago.id)
  const isOffline = error instanceof CallError && error.kind === 'offline'
  const why = isOffline ? t('pwa.offline.text') : lossText(texts, error)
  useEffect(() => {
    globalThis.addEventListener('online', onRetry)
    return () => globalThis.removeEventListener('online', onRetry)
  }, [onRetry])
  return (
    <div className={styles.place}>
      <section className={purse.purse} aria-label={t('home.totalBalance')}>
        <Weave />
        <div className={styles.back}>
          <h2>{t('home.totalBalance')}</h2>
          <p className={`${purse.total} ${styles.total}`}>
            {isHidden ? (
              <>
                <span aria-hidden="true" className={purse.dots}>
                  ••••••
                </span>
                <span className="vh">{t('aria.balanceHidden')}</span>
              </>
            ) : (
              <Amount amountMinor={last.totalMinor} bahtLabel={t('currency.baht')} />
            )}
          </p>
          <p className={`${purse.age} ${purse.stale}`}>
            {asOfMs === undefined ? t('home.stale') : t('home.asOf', { time })}
          </p>
          {asOfMs === undefined ? null : <p className={styles.moment}>{formatDateTime(asOfMs)}</p>}
        </div>
      </section>
      <div className={styles.why} role="status">
        <h2>{isOffline ? t('pwa.offline.title') : t('home.loadError')}</h2>
        {why === undefined ? null : <p>{why}</p>}
      </div>
      <Button kind="gold" onClick={onRetry}>
        {retryLabel}
      </Button>
    </div>
  )
}
