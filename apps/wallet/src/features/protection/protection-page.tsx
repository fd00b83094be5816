import { formatAmount, fromWireAmount } from '@krapao/money'
import { Icon, clock, profile, right, useNow } from '@krapao/web'
import type { ReactNode } from 'react'
import { lazy, Suspense } from 'react'
import { errorText, lossState } from '../../lib/api/api-error.ts'
import { formatMinute } from '../../lib/formats.ts'
import { openModal } from '../../lib/modals.ts'
import type { Protection } from '../../lib/protection.ts'
import { useProtection } from '../../lib/protection.ts'
import type { Texts } from '../../lib/texts/texts.ts'
import { loadTexts, useTexts } from '../../lib/texts/texts.ts'
import { useHome } from '../../lib/wallet.ts'
import { Amount } from '../../ui/amount.tsx'
import { Button } from '../../ui/button.tsx'
import { shield } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import panels from '../../ui/panel.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
import { bars, moon } from './protection-drawings.tsx'
import type { Limit } from './protection.api.ts'
import { useConfirmLimit, useSetLimit } from './protection.api.ts'
import styles from './protection.module.css'

// Of who takes part no more, of who set limits, and of an operator who names somebody who helps: nobody else fetches it.
const ExcludedOnPage = lazy(async () => ({ default: (await import('./exclusion-card.tsx')).ExcludedOnPage }))
const TimeRow = lazy(async () => {
  const [part] = await Promise.all([import('./time-row.tsx'), loadTexts(['protection-sheets'])])
  return { default: part.TimeRow }
})
const HelpRow = lazy(async () => ({ default: (await import('./exclusion-card.tsx')).HelpRow }))

const kinds = ['deposit', 'loss'] as const

/** /user/protection: limits with what is used of them, and the ways to stop; what it costs, and what is kept of him. */
export function ProtectionPage(): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const { data, error, refetch } = useProtection()
  if (data === undefined && error !== null) {
    return <EmptyState {...lossState(texts, t('protection.loadError'), error, refetch)} />
  }
  return (
    <>
      {data?.exclusion ? (
        <Suspense>
          <ExcludedOnPage exclusion={data.exclusion} />
        </Suspense>
      ) : null}
      <p className={styles.lead}>{t('protection.lead')}</p>
      <section aria-label={t('protection.limits')} aria-busy={data === undefined}>
        <div className={`${panels.panel} ${styles.panel}`}>
          {data === undefined ? <Skeleton widthPx={280} heightPx={140} /> : <Limits limits={data.limits} />}
        </div>
      </section>
      <div className={`${panels.panel} ${styles.panel}`}>
        <Go drawing={clock} name="play-time" title={t('protection.time')} hint={timeHint(texts, data)} />
        <Go drawing={bars} name="net" title={t('protection.net')} hint={netHint(texts, data)} />
        <Go drawing={profile} name="own-data" title={t('protection.data')} hint={t('protection.dataHint')} />
      </div>
      <h2 className={panels.heading}>{t('protection.stop')}</h2>
      <div className={`${panels.panel} ${styles.panel}`}>
        <Go drawing={moon} name="cool-off" title={t('protection.pause')} hint={t('protection.pauseHint')} />
        <Go drawing={shield} name="self-exclusion" title={t('protection.exclude')} hint={t('protection.excludeHint')} />
        {data === undefined || data.help === '' ? null : (
          <Suspense>
            <HelpRow html={data.help} />
          </Suspense>
        )}
      </div>
    </>
  )
}

function timeHint({ t }: Texts, data: Protection | undefined): string {
  const minutes = data?.realityCheckMinutes ?? null
  return minutes === null ? t('protection.timeHint') : t('protection.timeEvery', { n: minutes })
}

function netHint({ t }: Texts, data: Protection | undefined): string | undefined {
  const week = data?.net.find(({ days }) => days === 7)
  if (week === undefined) return undefined
  const netMinor = fromWireAmount(week.deposits) - fromWireAmount(week.withdrawals)
  const sign = netMinor === 0 ? '' : netMinor > 0 ? '+' : '−'
  return t('protection.netHint', { amount: `${sign}฿${formatAmount(Math.abs(netMinor))}` })
}

function Go({
  drawing,
  name,
  title,
  hint,
}: {
  drawing: ReactNode
  name: 'play-time' | 'net' | 'own-data' | 'cool-off' | 'self-exclusion'
  title: string
  hint: string | undefined
}): ReactNode {
  return (
    <button type="button" className={styles.go} aria-haspopup="dialog" onClick={() => openModal(name)}>
      <span className={styles.badge}>
        <Icon drawing={drawing} />
      </span>
      <span>
        <b>{title}</b>
        <span className={styles.small}>{hint}</span>
      </span>
      <Icon drawing={right} />
    </button>
  )
}

function Limits({ limits }: { limits: readonly Limit[] }): ReactNode {
  const { t } = useTexts()
  const hasLimits = useHome().data?.protection?.hasLimits === true
  return (
    <>
      {kinds.map((kind) => {
        const own = limits.filter((limit) => limit.kind === kind)
        if (own.length > 0) return own.map((limit) => <LimitRow key={`${limit.period} ${limit.setBy}`} limit={limit} />)
        return (
          <button
            key={kind}
            type="button"
            className={`${styles.limit} ${styles.head}`}
            aria-haspopup="dialog"
            onClick={() => openModal('limit', { kind })}
          >
            <b>{t(`protection.kind.${kind}`)}</b>
            <span>{t('protection.limit.none')}</span>
          </button>
        )
      })}
      {limits.some(({ kind }) => kind === 'loss') ? (
        <p className={styles.small}>{t('protection.limit.lossHint')}</p>
      ) : null}
      {hasLimits ? (
        <Suspense>
          <TimeRow />
        </Suspense>
      ) : null}
    </>
  )
}

function LimitRow({ limit }: { limit: Limit }): ReactNode {
  const { t } = useTexts()
  const { kind, period, level, setBy } = limit
  const used = formatAmount(fromWireAmount(limit.used))
  const remaining = formatAmount(fromWireAmount(limit.remaining))
  const share = Math.min(1, limit.used / limit.amount)
  return (
    <div className={styles.limit}>
      <button
        type="button"
        className={styles.limit}
        aria-haspopup="dialog"
        onClick={() => openModal('limit', { kind, period })}
      >
        <span className={styles.head}>
          <b>
            {t('protection.limit.name', {
              kind: t(`protection.kind.${kind}`),
              period: t(`protection.period.${period}`),
            })}
          </b>
          <Amount amountMinor={fromWireAmount(limit.amount)} bahtLabel={t('currency.baht')} />
        </span>
        <span className={styles.bar}>
          <i className={level === 'open' ? undefined : styles.near} style={{ width: `${share * 100}%` }} />
        </span>
        <span className={styles.small}>
          {level === 'open' ? null : <b className={styles.near}>{t(`protection.limit.${level}`)} </b>}
          {t(kind === 'loss' ? 'protection.limit.lost' : 'protection.limit.used', { used, remaining })}
          {setBy === 'operator' ? ` · ${t('protection.limit.ours')}` : null}
        </span>
        <span className={`${styles.small} num`}>
          {t('protection.limit.resets', { time: formatMinute(limit.resetsAt) })}
        </span>
      </button>
      {limit.pending === null ? null : <Pending limit={limit} pending={limit.pending} />}
    </div>
  )
}

/** A higher limit, or none, that waits: it can be confirmed when its time has come, and given up at any time. */
function Pending({ limit, pending }: { limit: Limit; pending: NonNullable<Limit['pending']> }): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const nowMs = useNow(30_000)
  const confirm = useConfirmLimit()
  const set = useSetLimit()
  const { kind, period, amount } = limit
  const time = formatMinute(pending.from)
  const ends = {
    onSuccess: () => showToast('done', t('protection.limit.saved'), 'limit'),
    onError: (error: unknown) => showToast('failed', errorText(texts, error), 'limit'),
  }
  const busyLabel = confirm.isPending || set.isPending ? t('protection.limit.saving') : undefined
  return (
    <>
      <p className={styles.pending}>
        <Icon drawing={clock} />
        <span>
          {pending.amount === null
            ? t('protection.limit.pendingNone', { time })
            : t('protection.limit.pending', { amount: formatAmount(fromWireAmount(pending.amount)), time })}
        </span>
      </p>
      <div className={styles.choices}>
        <Button
          kind="tonal"
          disabled={busyLabel !== undefined}
          onClick={() => set.mutate({ kind, period, amount }, ends)}
        >
          {t('protection.limit.keep')}
        </Button>
        {nowMs < Date.parse(pending.from) ? null : (
          <Button kind="line" busyLabel={busyLabel} onClick={() => confirm.mutate({ kind, period }, ends)}>
            {t('protection.limit.confirm')}
          </Button>
        )}
      </div>
    </>
  )
}
