import { check, Icon, lock, useNow } from '@krapao/web'
import type { ReactNode } from 'react'
import { errorText } from '../../lib/api/api-error.ts'
import { formatDateTime } from '../../lib/formats.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { shield } from '../../ui/drawings.tsx'
import panels from '../../ui/panel.module.css'
import { showToast } from '../../ui/toast.tsx'
import type { Exclusion } from './protection.api.ts'
import { useReturn } from './protection.api.ts'
import styles from './protection.module.css'

const minuteOf = (time: string) => formatDateTime(time).slice(0, 16)

/** That a break or an exclusion holds: until when, what stays open, and how a self-exclusion is ended. */
export function ExclusionCard({ exclusion }: { exclusion: Exclusion }): ReactNode {
  const { t } = useTexts()
  const { kind, until, ending } = exclusion
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
              : t('protection.excluded.until', { time: minuteOf(until) })}
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
      {ending === null ? null : <Return ending={ending} />}
    </section>
  )
}

/** The way back: asked for when the term is over, confirmed when it was thought over. */
function Return({ ending }: { ending: NonNullable<Exclusion['ending']> }): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const nowMs = useNow(30_000)
  const { mutate, isPending } = useReturn()
  const isIn = (from: string | null, until: string | null = null) =>
    from !== null && nowMs >= Date.parse(from) && (until === null || nowMs < Date.parse(until))
  const { askFrom, askedAt, confirmFrom, confirmUntil } = ending
  const isConfirmed = isIn(confirmFrom, confirmUntil)
  const mayAsk = askedAt === null && isIn(askFrom)
  return (
    <>
      <p className={`${styles.small} num`}>
        {confirmFrom === null
          ? t('protection.excluded.askFrom', { time: minuteOf(askFrom) })
          : t('protection.excluded.wait', { time: minuteOf(confirmFrom) })}
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
