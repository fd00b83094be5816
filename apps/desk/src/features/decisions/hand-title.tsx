import { DECISION_LATE_MS } from '@krapao/contract'
import { Icon } from '@krapao/web'
import type { ReactNode } from 'react'
import { formatBaht, formatDateTime } from '../../lib/formats.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { Money } from '../../ui/money.tsx'
import { ageText } from './ages.ts'
import type { Decision } from './decisions.api.ts'
import { useDecisionTexts } from './decision-words.ts'
import { queueDrawings } from '../../ui/queue-drawings.tsx'
import styles from './hand.module.css'

/** What is decided about: of which kind, since when, over how much money and whose. */
export function HandTitle({
  decision: { row, evidence },
  nowMs,
  heading,
  memberLink,
}: {
  decision: Decision
  nowMs: number
  heading: React.RefObject<HTMLHeadingElement | null>
  memberLink: (memberId: string) => ReactNode
}): ReactNode {
  const { words } = useDecisionTexts()
  const sinceMs = Date.parse(row.since)
  const isLate = nowMs - sinceMs >= DECISION_LATE_MS
  const { member, facts } = evidence
  const number = facts['receiptNumber'] ?? facts['reference']
  return (
    <>
      <p className={styles.line}>
        <span className={styles.tag}>
          <Icon drawing={queueDrawings[row.kind]} size={14} /> {words(`kind.${row.kind}`)}
        </span>
        {typeof number === 'string' ? <span className="num">{number}</span> : null}
        <span className="num">{words('hand.since', { time: formatDateTime(sinceMs) })}</span>
        <span className={`${styles.age} ${isLate ? styles.late : ''} num`}>
          <Glyph state={isLate ? 'late' : 'todo'} />
          {words('hand.waits', { age: ageText(sinceMs, nowMs, words) })}
          {isLate ? ` ${words('queue.late')}` : ''}
        </span>
      </p>
      <h2 id="hand-title" ref={heading} tabIndex={-1} className={styles.title}>
        <span className="vh">{words(`kind.${row.kind}`)} </span>
        {row.amount === null ? null : <Money words={formatBaht(row.amount)} isBig />}
        {member === null ? null : (
          <span className={styles.who}>
            {words('hand.of')} <b>{member.name}</b>
          </span>
        )}
      </h2>
      {member === null ? null : <span className={`${styles.memberLink} finger`}>{memberLink(member.memberId)}</span>}
    </>
  )
}
