import { check, DAY_MS, Icon, lock, useNow } from '@krapao/web'
import type { ReactNode } from 'react'
import { errorText, lossState } from '../../lib/api/api-error.ts'
import { formatMinute } from '../../lib/formats.ts'
import { useProtection } from '../../lib/protection.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { shield } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import panels from '../../ui/panel.module.css'
import { Prose } from '../../ui/prose.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
import { heart } from './protection-drawings.tsx'
import type { Exclusion } from './protection.api.ts'
import { useReturn } from './protection.api.ts'
import styles from './protection.module.css'

/** In place of the games at home: that he takes part no more, and who helps. */
export function ExcludedAtHome(): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const { data, error, refetch } = useProtection()
  if (data === undefined) {
    return error === null ? (
      <Skeleton widthPx={480} heightPx={220} />
    ) : (
      <EmptyState {...lossState(texts, t('protection.loadError'), error, refetch)} />
    )
  }
  const { exclusion, help } = data
  if (exclusion === null) return null
  return (
    <ExclusionCard exclusion={exclusion}>
      {help === '' ? null : (
        <div className={styles.help}>
          <b>{t('protection.help')}</b>
          <Prose html={help} />
        </div>
      )}
    </ExclusionCard>
  )
}

/** Over his limits: that he takes part no more, and how he comes back. */
export function ExcludedOnPage({ exclusion }: { exclusion: Exclusion }): ReactNode {
  return (
    <ExclusionCard exclusion={exclusion}>
      <Return ending={exclusion.ending} />
    </ExclusionCard>
  )
}

/** Who helps, as the operator says it, below the ways to stop. */
export function HelpRow({ html }: { html: string }): ReactNode {
  const { t } = useTexts()
  return (
    <div className={styles.go}>
      <span className={styles.badge}>
        <Icon drawing={heart} />
      </span>
      <div className={styles.helpText}>
        <b>{t('protection.help')}</b>
        <Prose html={html} />
      </div>
    </div>
  )
}

/** That a break or an exclusion holds: until when, and what stays open. */
function ExclusionCard({ exclusion, children }: { exclusion: Exclusion; children: ReactNode }): ReactNode {
  const { t } = useTexts()
  const nowMs = useNow(30_000)
  const { kind, until } = exclusion
  const daysLeft = until === null ? 0 : Math.ceil((Date.parse(until) - nowMs) / DAY_MS)
  return (
    <section className={`${panels.panel} ${styles.card}`} aria-labelledby="excluded">
      <div className={styles.cardHead}>
        <span className={styles.badge}>
          <Icon drawing={shield} />
        </span>
        <div>
          <h2 id="excluded">{t(`protection.excluded.${kind}`)}</h2>
          <p className="num">
            {until === null
              ? t('protection.excluded.forGood')
              : t('protection.excluded.until', { time: formatMinute(until) })}
            {daysLeft > 0 ? ` · ${t('protection.excluded.left', { n: daysLeft })}` : null}
          </p>
        </div>
      </div>
      <ul className={styles.points}>
        <li className={styles.yes}>
          <Icon drawing={check} />
          {t('protection.excluded.can')}
        </li>
        <li>
          <Icon drawing={lock} />
          {t('protection.excluded.cannot')}
        </li>
      </ul>
      {children}
    </section>
  )
}

/** The way back from a self-exclusion: asked for when the term is over, confirmed when it was thought over. */
function Return({ ending }: Pick<Exclusion, 'ending'>): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const nowMs = useNow(30_000)
  const { mutate, isPending } = useReturn()
  const isIn = (from: string | null, until: string | null = null) =>
    from !== null && nowMs >= Date.parse(from) && (until === null || nowMs < Date.parse(until))
  if (ending === null) return null
  const { askFrom, askedAt, confirmFrom, confirmUntil } = ending
  const isConfirmed = isIn(confirmFrom, confirmUntil)
  const mayAsk = askedAt === null && isIn(askFrom)
  return (
    <>
      <p className={`${styles.small} num`}>
        {confirmFrom === null
          ? t('protection.excluded.askFrom', { time: formatMinute(askFrom) })
          : t('protection.excluded.wait', { time: formatMinute(confirmFrom) })}
      </p>
      {isConfirmed || mayAsk ? (
        <Button
          kind="line"
          busyLabel={isPending ? t('protection.limit.saving') : undefined}
          onClick={() =>
            mutate({ isConfirmed }, { onError: (error) => showToast('failed', errorText(texts, error), 'return') })
          }
        >
          {t(isConfirmed ? 'protection.excluded.confirm' : 'protection.excluded.ask')}
        </Button>
      ) : null}
    </>
  )
}
