import type { DecisionStep } from '@krapao/contract'
import type { ReactNode } from 'react'
import { actorText } from '../../lib/actor-text.ts'
import type { GlyphState } from '../../ui/glyph.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { Moment } from '../../ui/moment.tsx'
import type { Decision } from './decisions.api.ts'
import { stepText, useDecisionTexts } from './decision-words.ts'
import styles from './withdrawal-way.module.css'

type Steps = Decision['evidence']['timeline']

/** What each stage is told by, the last one of them; some stand there only where they happened. */
const stages = [
  { told: ['asked-for'] },
  { told: ['waits'], isOptional: true },
  { told: ['proposal-made'], isOptional: true },
  { told: ['withdrawal-released', 'withdrawal-returned', 'proposal-confirmed'], isOptional: true },
  { told: ['ordered'], isGone: 'returned' },
  { told: ['paid', 'returned'] },
] as const satisfies readonly { told: readonly DecisionStep[]; isOptional?: boolean; isGone?: DecisionStep }[]

const takenBack: readonly string[] = [
  'proposal-refused',
  'proposal-withdrawn',
  'proposal-lapsed',
] satisfies readonly DecisionStep[]

/** The way of a withdrawal from the request to the bank, with what is done of it and where it stands. */
export function WithdrawalWay({ steps }: { steps: Steps }): ReactNode {
  const texts = useDecisionTexts()
  const { words } = texts
  const last = (told: readonly string[]): Steps[number] | undefined => {
    const found = steps.findLast(({ what }) => told.includes(what))
    // What was proposed and not confirmed stands in its life alone.
    const isTakenBack = steps.some(({ what, at }) => takenBack.includes(what) && at >= (found?.at ?? ''))
    return found?.what === 'proposal-made' && isTakenBack ? undefined : found
  }
  const has = (what: string): boolean => steps.some((step) => step.what === what)
  const shown = stages
    .map((stage) => ({ stage, step: last(stage.told) }))
    .filter(
      ({ stage, step }) =>
        step !== undefined ||
        !(('isOptional' in stage && stage.isOptional) || ('isGone' in stage && has(stage.isGone))),
    )
  const open = shown.findIndex(({ step }) => step === undefined)
  return (
    <ol className={styles.way} aria-label={words('evidence.way')}>
      {shown.map(({ stage, step }, index) => {
        const what = step?.what ?? stage.told[0]
        // Where the next one is not there yet, this is where it stands.
        const isHere = open < 0 ? index === shown.length - 1 : index === open - 1
        return (
          <li key={what} aria-current={isHere ? 'step' : undefined}>
            <Glyph state={glyphOf(what, { isDone: step !== undefined, isHere })} size={18} />
            <b>{stepText(texts, what)}</b>
            {step === undefined ? <small>—</small> : <Moment at={step.at} isShort />}
            {step === undefined || step.by === null ? null : <small>{actorText(step.by, texts)}</small>}
          </li>
        )
      })}
    </ol>
  )
}

function glyphOf(what: string, { isDone, isHere }: { isDone: boolean; isHere: boolean }): GlyphState {
  if (!isDone) return 'todo'
  if (what === 'returned' || what === 'withdrawal-returned') return 'fail'
  if (!isHere || what === 'paid') return 'done'
  return what === 'ordered' ? 'prog' : 'held'
}
