import {
  DEED_REASON_MAX,
  type DecisionAction,
  type DecisionActionName,
  type DecisionField,
  type Role,
} from '@krapao/contract'
import type { DecisionFacts, DecisionOutcome } from './decision-kind.ts'

// What every kind of the queue is made of, whosever it is.

export const done = { outcome: 'done' } as const satisfies DecisionOutcome
export const moved = { outcome: 'moved' } as const satisfies DecisionOutcome

/** What was done, or else that it stood otherwise by then. */
export const doneOrMoved = (isDone: boolean): DecisionOutcome => (isDone ? done : moved)

/** A step of its life, at a time that is known. */
export const stepAt = (time: Date | null | undefined, what: string, facts: DecisionFacts = {}) =>
  time ? [{ at: time.toISOString(), what, by: null, facts }] : []

export const noteField = (isRequired: boolean): DecisionField => ({
  field: 'note',
  type: 'text',
  isRequired,
  most: DEED_REASON_MAX,
})

/** Something that may be done about it, by one who pays unless it says otherwise; `effect` is told in words with its facts. */
export function decisionAction(
  action: DecisionActionName,
  effect: string,
  facts: DecisionFacts,
  {
    takes = 'one',
    fields = [],
    roles = ['PAYMENTS'],
  }: { takes?: 'one' | 'two'; fields?: DecisionField[]; roles?: Role[] } = {},
): DecisionAction {
  return { action, takes, roles, fields, effect: { effect, facts } }
}
