import type { ReactNode } from 'react'
import { formatMinute } from '../../lib/formats.ts'
import { openModal } from '../../lib/modals.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { useUse } from './protection.api.ts'
import styles from './protection.module.css'
import { timeText } from './protection.rules.ts'

/** The time of a day that he set, once it is known that he did. */
export function TimeRow(): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const { data } = useUse()
  if (data === undefined || data.limitMinutes === null) return null
  const { limitMinutes, usedMinutes, isUsedUp, resetsAt, next } = data
  const share = Math.min(1, usedMinutes / limitMinutes)
  const time = formatMinute(resetsAt)
  return (
    <button type="button" className={styles.limit} aria-haspopup="dialog" onClick={() => openModal('play-time')}>
      <span className={styles.head}>
        <b>{t('protection.time.row')}</b>
        <span>{timeText(texts, limitMinutes)}</span>
      </span>
      <span className={styles.bar}>
        <i className={isUsedUp ? styles.near : undefined} style={{ width: `${share * 100}%` }} />
      </span>
      <span className={styles.small}>
        {isUsedUp ? <b className={styles.near}>{t('protection.limit.reached')} </b> : null}
        {t('protection.time.used', { used: timeText(texts, usedMinutes), time })}
      </span>
      {next === null ? null : (
        <span className={`${styles.small} num`}>{t('protection.time.next', { time: formatMinute(next.from) })}</span>
      )}
    </button>
  )
}
