import { Icon, lock } from '@krapao/web'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Decision } from './decisions.api.ts'
import { endText, named, useDecisionTexts, whoText } from './decision-words.ts'
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
export function Say({
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
export function Onward({ onNext }: { onNext: () => void }): ReactNode {
  const { words } = useDecisionTexts()
  return (
    <span className={styles.onward}>
      <Button kind="line" onClick={onNext}>
        {words('hand.next')} <kbd aria-hidden="true">J</kbd>
      </Button>
    </span>
  )
}

/** Somebody was quicker: who, what came of it, that nothing moved twice, and what was typed here. */
export function MovedOn({
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
        moved.by === null ? words('hand.movedBySomebody') : words('hand.moved', { name: whoText(texts, moved.by) })
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
