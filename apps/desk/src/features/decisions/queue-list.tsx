import { DECISION_LATE_MS } from '@krapao/contract'
import { clock, Icon, serverNowMs, useNow } from '@krapao/web'
import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { formatBaht } from '../../lib/formats.ts'
import { useLettersOn } from '../../lib/letters.ts'
import { hashOf } from '../../lib/place.ts'
import { useMyId } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { tray } from '../../ui/drawings.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { Money } from '../../ui/money.tsx'
import { Empty } from '../../ui/state.tsx'
import { ageText } from './ages.ts'
import type { DecisionPlace, DecisionRowOnWire, Narrowed } from './decisions.api.ts'
import { isSame } from './decisions.api.ts'
import { initialOf, reasonText, shortName, useDecisionTexts } from './decision-words.ts'
import { queueDrawings } from '../../ui/queue-drawings.tsx'
import styles from './queue-list.module.css'

/** What waits, the oldest first. The row in hand stays where it is. */
export function QueueRows({
  rows,
  narrowed,
  inHand,
  onMore,
}: {
  rows: readonly DecisionRowOnWire[]
  narrowed: Narrowed
  inHand: DecisionPlace | null
  /** Asks for what comes behind the last row; null when that is all. */
  onMore: (() => void) | null
}): ReactNode {
  const { t, words } = useDecisionTexts()
  const nowMs = useNow(1_000, serverNowMs)
  const list = useRef<HTMLUListElement>(null)
  const handId = inHand === null ? null : `${inHand.kind} ${inHand.id}`
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [handId])
  return (
    <>
      <ul ref={list} className={styles.rows} aria-label={words('queue.list')}>
        {rows.map((row) => (
          <li key={`${row.kind} ${row.id}`}>
            <QueueRow row={row} narrowed={narrowed} isInHand={isSame(row, inHand)} nowMs={nowMs} />
          </li>
        ))}
      </ul>
      {onMore === null ? null : (
        <div className={styles.more}>
          <Button kind="quiet" onClick={onMore}>
            {t('common.more')}
          </Button>
        </div>
      )}
    </>
  )
}

function QueueRow({
  row,
  narrowed,
  isInHand,
  nowMs,
}: {
  row: DecisionRowOnWire
  narrowed: Narrowed
  isInHand: boolean
  nowMs: number
}): ReactNode {
  const texts = useDecisionTexts()
  const { words } = texts
  const myId = useMyId()
  const { kind, id, amount, heldBy, reasons, memberName } = row
  const sinceMs = Date.parse(row.since)
  const isLate = nowMs - sinceMs >= DECISION_LATE_MS
  const isHeldByOther = heldBy !== null && heldBy._id !== myId && Date.parse(heldBy.until) > nowMs
  const why = reasons.map((reason) => reasonText(texts, kind, reason)).join(' · ')
  return (
    <a
      href={hashOf({ page: 'decisions', narrowed, chosen: { kind, id } })}
      className={`${styles.row} ${isHeldByOther ? styles.taken : ''}`}
      aria-current={isInHand ? 'true' : undefined}
    >
      <Icon drawing={queueDrawings[kind]} size={18} />
      <span className={styles.words}>
        <span className={styles.kind}>
          {words(`kind.${kind}`)}
          {memberName === null ? '' : ` · ${shortName(memberName)}`}
        </span>
        <span className={styles.why}>
          {isHeldByOther ? `${words('queue.heldBy', { name: heldBy.name })}${why === '' ? '' : ' · '}` : ''}
          {why}
        </span>
      </span>
      <span className={styles.right}>
        {amount === null ? <span className={styles.none}>—</span> : <Money words={formatBaht(amount)} />}
        <span className={`${styles.age} ${isLate ? styles.late : ''} num`}>
          {heldBy !== null && Date.parse(heldBy.until) > nowMs ? (
            <i
              className={isHeldByOther ? styles.theirs : styles.mine}
              title={isHeldByOther ? words('queue.heldBy', { name: heldBy.name }) : words('queue.heldByMe')}
            >
              {initialOf(heldBy.name)}
            </i>
          ) : null}
          {isLate ? <Glyph state="late" size={12} /> : <Icon drawing={clock} size={14} />}
          {ageText(sinceMs, nowMs, words)}
          {isLate ? <small>{words('queue.late')}</small> : null}
        </span>
      </span>
    </a>
  )
}

/** Where nothing waits: all is done, or nothing of what was chosen. */
export function NothingWaits({
  narrowed: { kind, part },
  others,
  onShowAll,
}: {
  narrowed: Narrowed
  /** How many wait in all. */
  others: number
  onShowAll: () => void
}): ReactNode {
  const { words } = useDecisionTexts()
  if (others === 0) return <Empty drawing={tray} title={words('queue.empty')} hint={words('queue.emptyHint')} />
  return (
    <Empty
      drawing={tray}
      title={
        part !== null
          ? words(`queue.empty.${part}`)
          : words('queue.emptyKind', { kind: kind === null ? '' : words(`kind.${kind}`) })
      }
      hint={words('queue.emptyKindHint', { n: others })}
      action={
        <Button kind="line" onClick={onShowAll}>
          {words('queue.showAll')}
        </Button>
      }
    />
  )
}

/** The keys of the list, where single letters are on. */
export function QueueKeys({ place }: { place: string }): ReactNode {
  const { words } = useDecisionTexts()
  if (!useLettersOn()) return null
  return (
    <footer className={styles.keys} aria-hidden="true">
      <span>
        <kbd>J</kbd> <kbd>K</kbd> {words('queue.move')}
      </span>
      <span>
        <kbd>X</kbd> {words('hand.release')}
      </span>
      <span>
        <kbd>1–9</kbd> {words('queue.tabs')}
      </span>
      <span className={`${styles.place} num`}>{place}</span>
    </footer>
  )
}
