import type { DecisionKindName } from '@krapao/contract'
import { DECISION_KINDS } from '@krapao/contract'
import { clock, Icon, serverNowMs, useNow } from '@krapao/web'
import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { formatBaht } from '../../lib/formats.ts'
import { useLettersOn } from '../../lib/letters.ts'
import { hashOf } from '../../lib/place.ts'
import { Button } from '../../ui/button.tsx'
import { tray } from '../../ui/drawings.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { Money } from '../../ui/money.tsx'
import { Empty } from '../../ui/state.tsx'
import { ageText, LATE_MS } from './ages.ts'
import type { DecisionPlace, DecisionRowOnWire } from './decisions.api.ts'
import { isSame } from './decisions.api.ts'
import { reasonText, shortName, useDecisionTexts } from './decision-words.ts'
import { kindDrawings } from './kind-drawings.tsx'
import styles from './queue-list.module.css'

/** The kinds as they are counted, so that the queue is narrowed by one. */
export type KindCounts = readonly { readonly kind: DecisionKindName; readonly count: number }[]

/** What narrows the queue: all, or one kind, each with how many of it wait. Kinds of which none waits are left out. */
export function KindTabs({
  filter,
  kinds,
  onChoose,
}: {
  filter: DecisionKindName | null
  kinds: KindCounts
  onChoose: (kind: DecisionKindName | null) => void
}): ReactNode {
  const { words } = useDecisionTexts()
  const shown = shownKinds(kinds, filter)
  const countOf = (kind: DecisionKindName): number => kinds.find((one) => one.kind === kind)?.count ?? 0
  const all = kinds.reduce((sum, { count }) => sum + count, 0)
  return (
    <div className={styles.kinds} role="group" aria-label={words('queue.kinds')}>
      {[null, ...shown].map((kind) => (
        <button key={kind ?? 'all'} type="button" aria-pressed={kind === filter} onClick={() => onChoose(kind)}>
          {kind === null ? words('queue.all') : words(`kind.${kind}`)}{' '}
          <b className="num">{kind === null ? all : countOf(kind)}</b>
        </button>
      ))}
    </div>
  )
}

/** The kinds that have a tab, in their order: those of which some wait, and the one that was chosen. */
export function shownKinds(kinds: KindCounts, filter: DecisionKindName | null): readonly DecisionKindName[] {
  const waiting = new Set(kinds.filter(({ count }) => count > 0).map(({ kind }) => kind))
  return DECISION_KINDS.filter((kind) => kind === filter || waiting.has(kind))
}

/** What waits, the oldest first. The row in hand stays where it is. */
export function QueueRows({
  rows,
  filter,
  inHand,
  myId,
  onMore,
}: {
  rows: readonly DecisionRowOnWire[]
  filter: DecisionKindName | null
  inHand: DecisionPlace | null
  myId: string
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
            <Row row={row} filter={filter} isInHand={isSame(row, inHand)} myId={myId} nowMs={nowMs} />
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

function Row({
  row,
  filter,
  isInHand,
  myId,
  nowMs,
}: {
  row: DecisionRowOnWire
  filter: DecisionKindName | null
  isInHand: boolean
  myId: string
  nowMs: number
}): ReactNode {
  const texts = useDecisionTexts()
  const { words } = texts
  const { kind, id, amount, heldBy, reasons, memberName } = row
  const sinceMs = Date.parse(row.since)
  const isLate = nowMs - sinceMs >= LATE_MS
  const isHeldByOther = heldBy !== null && heldBy._id !== myId && Date.parse(heldBy.until) > nowMs
  const why = reasons.map((reason) => reasonText(texts, kind, reason)).join(' · ')
  const shown = amount === null ? null : formatBaht(amount)
  return (
    <a
      href={hashOf({ page: 'decisions', filter, chosen: { kind, id } })}
      className={`${styles.row} ${isHeldByOther ? styles.taken : ''}`}
      aria-current={isInHand ? 'true' : undefined}
    >
      <Icon drawing={kindDrawings[kind]} size={18} />
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
        {shown === null ? <span className={styles.none}>—</span> : <Money words={shown} />}
        <span className={`${styles.age} ${isLate ? styles.late : ''} num`}>
          {heldBy !== null && !isHeldByOther && Date.parse(heldBy.until) > nowMs ? (
            <i className={styles.mine} title={words('queue.heldByMe')} />
          ) : null}
          {isLate ? <Glyph standing="late" size={12} /> : <Icon drawing={clock} size={14} />}
          {ageText(sinceMs, nowMs, words)}
          {isLate ? <small>{words('queue.late')}</small> : null}
        </span>
      </span>
    </a>
  )
}

/** Where nothing waits: all is done, or nothing of the kind that was chosen. */
export function NothingWaits({
  filter,
  others,
  onShowAll,
}: {
  filter: DecisionKindName | null
  /** How many of other kinds wait. */
  others: number
  onShowAll: () => void
}): ReactNode {
  const { words } = useDecisionTexts()
  if (filter === null) return <Empty drawing={tray} title={words('queue.empty')} hint={words('queue.emptyHint')} />
  return (
    <Empty
      drawing={tray}
      title={words('queue.emptyKind', { kind: words(`kind.${filter}`) })}
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
