import { Icon, lock } from '@krapao/web'
import type { ReactNode } from 'react'
import { actorText } from '../../lib/actor-text.ts'
import { formatSecondOfDay, formatWait } from '../../lib/formats.ts'
import { named } from '../../lib/texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Decision } from './decisions.api.ts'
import { endText, useDecisionTexts } from './decision-words.ts'
import { Onlookers } from './onlookers.tsx'
import styles from './hand.module.css'

/** What a refusal says of whoever was first. */
export interface Moved {
  readonly by: string | null
  readonly what: string | null
  /** What was typed here meanwhile. */
  readonly typed: readonly string[]
}

export function movedOf(details: Readonly<Record<string, unknown>>): Omit<Moved, 'typed'> {
  const { by, what } = details
  const name = typeof by === 'object' && by !== null && 'name' in by ? by.name : by
  return { by: typeof name === 'string' ? name : null, what: typeof what === 'string' ? what : null }
}

const tones = { late: 'out', fail: 'out', held: 'wait', off: 'plain' } as const

/** A line over the evidence that says how it stands. */
function Say({
  state,
  title,
  isAlert = false,
  children,
}: {
  state: keyof typeof tones
  title: string
  isAlert?: boolean
  children: ReactNode
}): ReactNode {
  return (
    <Notice tone={tones[state]} role={isAlert ? 'alert' : 'status'} sign={<Glyph state={state} size={16} />}>
      <b>{title}</b> {children}
    </Notice>
  )
}

/** The way on to the next one. */
function Onward({ onNext }: { onNext: () => void }): ReactNode {
  const { words } = useDecisionTexts()
  return (
    <span className={styles.onward}>
      <Button keys="J" kind="line" onClick={onNext}>
        {words('hand.next')}
      </Button>
    </span>
  )
}

/** Somebody was quicker: who, what came of it, that nothing moved twice, and what was typed here. */
function MovedOn({
  moved,
  decision: { row },
  onNext,
}: {
  moved: Moved
  decision: Decision
  onNext: () => void
}): ReactNode {
  const texts = useDecisionTexts()
  const { words } = texts
  const what = moved.what === null ? null : named(texts, `verb.${row.kind}.${moved.what}`, endText(texts, moved.what))
  return (
    <Say
      state="fail"
      isAlert
      title={
        moved.by === null ? words('hand.movedBySomebody') : words('hand.moved', { name: actorText(moved.by, texts) })
      }
    >
      {what === null ? null : `${words('hand.movedWhat', { what })} · `}
      {words('hand.movedText')}
      {moved.typed.length === 0 ? null : (
        <span className={styles.typed}>
          {words('hand.movedTyped')}: “{moved.typed.join(' · ')}”
        </span>
      )}
      <Onward onNext={onNext} />
    </Say>
  )
}

/** What stands in the way of deciding it, and who else looks at it. */
export function HandNotices({
  decision,
  lostSinceMs,
  other,
  moved,
  nowMs,
  onNext,
}: {
  decision: Decision
  /** As of when it is shown, where nobody tells any more what changes. */
  lostSinceMs: number | null
  /** Who else holds it. */
  other: Decision['row']['heldBy']
  moved: Moved | null
  nowMs: number
  onNext: () => void
}): ReactNode {
  const { words } = useDecisionTexts()
  const isDecided = decision.actions.length === 0
  return (
    <>
      {lostSinceMs === null ? null : (
        <Say state="late" title={words('hand.stale', { time: formatSecondOfDay(lostSinceMs) })}>
          {words('hand.staleText')}
        </Say>
      )}
      {other === null ? null : (
        <Say state="held" title={words('hand.held', { name: other.name })}>
          {words('hand.heldText', { time: formatWait(nowMs, Date.parse(other.until)) })}
        </Say>
      )}
      {moved === null ? null : <MovedOn moved={moved} decision={decision} onNext={onNext} />}
      {moved === null && isDecided ? (
        <Say state="off" title={words('hand.goneTitle')} isAlert>
          {words('hand.goneHint')}
          <Onward onNext={onNext} />
        </Say>
      ) : null}
      {other !== null || moved !== null || isDecided ? null : <Onlookers decision={decision} />}
    </>
  )
}

/** Who could decide it, for one who may not. */
export function ReadOnly({ decision }: { decision: Decision }): ReactNode {
  const { t, words } = useDecisionTexts()
  const roles = [...new Set(decision.actions.flatMap((action) => action.roles))].map((role) => t(`role.${role}`))
  return (
    <p className={styles.readOnly}>
      <Icon drawing={lock} size={18} />
      {words('hand.readOnly', { roles: roles.join(', ') })}
    </p>
  )
}
