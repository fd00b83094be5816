import type { AnswerOf, DecisionKindName, desk } from '@krapao/contract'
import { DECISION_KINDS, DECISION_LATE_MS, DECISION_PARTS } from '@krapao/contract'
import type { ReactNode } from 'react'
import type { DecisionRowOnWire, Narrowed } from './decisions.api.ts'
import { useDecisionTexts } from './decision-words.ts'
import styles from './queue-tabs.module.css'

/** The kinds as they are counted: all, what one has taken, what waits too long. */
export type KindCounts = AnswerOf<typeof desk.deskDecisions>['kinds']

/** How many wait of what is chosen. */
export function countOf(kinds: KindCounts, { kind, part }: Narrowed): number {
  return kinds.reduce((sum, one) => sum + (kind === null || one.kind === kind ? one[part ?? 'count'] : 0), 0)
}

/** Whether a row is one of those that were chosen. */
export function belongs(row: DecisionRowOnWire, { kind, part }: Narrowed, myId: string, nowMs: number): boolean {
  if (kind !== null && row.kind !== kind) return false
  if (part === 'late') return nowMs - Date.parse(row.since) >= DECISION_LATE_MS
  return part === null || row.heldBy?._id === myId
}

/** The kinds that have a tab, in their order: those of which some wait, and the one that was chosen. */
export function shownKinds(kinds: KindCounts, { kind: chosen, part }: Narrowed): readonly DecisionKindName[] {
  return DECISION_KINDS.filter((kind) => kind === chosen || countOf(kinds, { kind, part }) > 0)
}

interface Tabs {
  narrowed: Narrowed
  kinds: KindCounts
  onChoose: (narrowed: Narrowed) => void
}

/** Whose: everybody's, what one has taken, and what waits too long, each with how many; and how the rows stand. */
export function PartTabs({ narrowed, kinds, onChoose }: Tabs): ReactNode {
  const { words } = useDecisionTexts()
  return (
    <div className={styles.parts} role="group" aria-label={words('queue.parts')}>
      {[null, ...DECISION_PARTS].map((part) => (
        <button
          key={part}
          type="button"
          aria-pressed={part === narrowed.part}
          onClick={() => onChoose({ ...narrowed, part })}
        >
          {words(`queue.part.${part ?? 'all'}`)}
          {part === null ? null : <b className="num"> {countOf(kinds, { kind: narrowed.kind, part })}</b>}
        </button>
      ))}
      <span className={styles.order}>{words('queue.order')}</span>
    </div>
  )
}

/** What narrows the queue: all, or one kind, each with how many of it wait. Kinds of which none waits are left out. */
export function KindTabs({ narrowed, kinds, onChoose }: Tabs): ReactNode {
  const { words } = useDecisionTexts()
  const { part } = narrowed
  return (
    <div className={styles.kinds} role="group" aria-label={words('queue.kinds')}>
      {[null, ...shownKinds(kinds, narrowed)].map((kind) => (
        <button
          key={kind ?? 'all'}
          type="button"
          aria-pressed={kind === narrowed.kind}
          onClick={() => onChoose({ kind, part })}
        >
          {kind === null ? words('queue.all') : words(`kind.${kind}`)}{' '}
          <b className="num">{countOf(kinds, { kind, part })}</b>
        </button>
      ))}
    </div>
  )
}
