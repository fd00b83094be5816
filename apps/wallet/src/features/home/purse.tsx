import { eye, eyeOff, Icon, refresh, useNow } from '@krapao/web'
import type { ReactNode } from 'react'
import type { Balances } from '../../lib/balances.ts'
import { formatDateTime, timeAgo } from '../../lib/formats.ts'
import { openModal } from '../../lib/modals.ts'
import { useIsOnline } from '../../lib/online.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { Amount } from '../../ui/amount.tsx'
import { IconButton } from '../../ui/button.tsx'
import { swap } from '../../ui/drawings.tsx'
import { Phrases } from '../../ui/phrases.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Flap, Weave } from './purse-art.tsx'
import styles from './purse.module.css'
import { useCounted } from './use-counted.ts'

/** The purse: the total balance and its age on the back, what waits to be received in the front pocket. */
export function Purse({
  balances,
  inviteMinor,
  isExcluded,
  isHidden,
  onHide,
  isChecking,
  hasFailed,
  onCheck,
  onTransfer,
  onReceiveInvite,
}: {
  balances: Balances
  inviteMinor: number
  /** He takes part no more: nothing here leads into play, and what waits to be received waits on. */
  isExcluded: boolean
  isHidden: boolean
  onHide: (isHidden: boolean) => void
  isChecking: boolean
  /** The last check did not succeed: what is shown may be out of date. */
  hasFailed: boolean
  onCheck: () => void
  onTransfer: () => void
  onReceiveInvite: () => void
}): ReactNode {
  const { t } = useTexts()
  const nowMs = useNow(1_000)
  const { asOfMs } = balances
  const ago = asOfMs === undefined ? { id: 'time.never' as const } : timeAgo(asOfMs, nowMs)
  const time = 'n' in ago ? t(ago.id, { n: ago.n }) : t(ago.id)
  const isOnline = useIsOnline()
  const isStale = balances.isStale || hasFailed || !isOnline
  const ageText = asOfMs === undefined ? t('home.stale') : t(isStale ? 'home.asOf' : 'home.updated', { time })
  const baht = t('currency.baht')
  const totalMinor = useCounted(balances.totalMinor)
  const isEmpty = balances.totalMinor === 0 && inviteMinor === 0 && !balances.isStale
  return (
    <section className={styles.purse} aria-label={t('home.totalBalance')}>
      <Weave />
      <div className={styles.back}>
        <div className={styles.row}>
          <h2>{t('home.totalBalance')}</h2>
          <IconButton label={t(isHidden ? 'home.showBalance' : 'home.hideBalance')} onClick={() => onHide(!isHidden)}>
            <Icon drawing={isHidden ? eyeOff : eye} />
          </IconButton>
          <button
            type="button"
            className={styles.check}
            disabled={isChecking}
            aria-label={isChecking ? t('home.checking') : t('aria.checkBalance', { time })}
            onClick={onCheck}
          >
            <Icon drawing={refresh} className={isChecking ? (styles.turning ?? '') : ''} />
            {/* Both words in one place: the one that comes moves nothing. */}
            <span className={styles.checkWord}>
              <span className={isChecking ? styles.away : ''}>{t('home.checkBalance')}</span>
              <span className={isChecking ? '' : styles.away}>{t('home.checking')}</span>
            </span>
          </button>
        </div>
        <p className={styles.total}>
          {isHidden ? (
            <>
              <span aria-hidden="true" className={styles.dots}>
                ••••••
              </span>
              <span className="vh">{t('aria.balanceHidden')}</span>
            </>
          ) : (
            <Amount amountMinor={totalMinor} bahtLabel={baht} />
          )}
        </p>
        <div className={styles.under}>
          <p
            className={`${styles.age} ${isStale ? styles.stale : ''}`}
            title={asOfMs === undefined ? undefined : t('home.updatedAt', { datetime: formatDateTime(asOfMs) })}
          >
            <span className={isStale ? '' : styles.wideOnly}>
              <Phrases text={ageText} />
            </span>
            {isStale ? null : (
              <span className={styles.narrowOnly}>
                <Phrases text={time} />
              </span>
            )}
          </p>
          {isExcluded ? null : (
            <button type="button" className={styles.transfer} onClick={onTransfer}>
              <Icon drawing={swap} />
              {t('transfer.title')}
            </button>
          )}
        </div>
      </div>
      <div className={styles.front}>
        <Flap />
        <p>
          <span>{t('term.inviteBonus')}</span>
          {isHidden ? <b aria-hidden="true">••••</b> : <Amount amountMinor={inviteMinor} bahtLabel={baht} />}
        </p>
        {isExcluded ? (
          <span className={styles.kept}>{t('home.inviteKept')}</span>
        ) : (
          <div className={styles.choices}>
            {isEmpty ? (
              <button type="button" className={styles.receive} onClick={() => openModal('deposit')}>
                {t('tile.deposit')}
              </button>
            ) : null}
            {/* One thing to do is golden: in an empty purse that is to fill it. */}
            <button type="button" className={isEmpty ? styles.transfer : styles.receive} onClick={onReceiveInvite}>
              {t('home.inviteReceive')}
            </button>
          </div>
        )}
      </div>
    </section>
  )
}

/** The purse before its amounts came, of the same size. */
export function PurseSkeleton(): ReactNode {
  const { t } = useTexts()
  return (
    <section className={styles.purse} aria-busy="true" aria-label={t('aria.loading')}>
      <Weave />
      <div className={styles.back}>
        <div className={styles.row}>
          <h2>{t('home.totalBalance')}</h2>
        </div>
        <p className={styles.total}>
          <Skeleton widthPx={212} heightPx={34} isOnPurse />
          {/* Has the font of the baht sign fetched before the amount comes. */}
          <span className="vh">฿</span>
        </p>
        <div className={styles.under}>
          <p className={styles.waitingAge}>
            <Skeleton widthPx={150} heightPx={16} isOnPurse />
          </p>
          <Skeleton widthPx={124} heightPx={44} isOnPurse />
        </div>
      </div>
      <div className={styles.front}>
        <Flap />
        <p>
          <span>{t('term.inviteBonus')}</span>
          <Skeleton widthPx={96} heightPx={18} isOnPurse />
        </p>
      </div>
    </section>
  )
}
