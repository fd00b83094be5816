import type { DecisionActionName } from '@krapao/contract'
import type { ReactNode } from 'react'
import { useLetters } from '../../lib/letters.ts'
import { two } from '../../ui/drawings.tsx'
import { Button } from '../../ui/button.tsx'
import type { DecisionAction, DecisionKindName } from './decisions.api.ts'
import { effectText, isAgainst, useDecisionTexts, verbText } from './decision-words.ts'
import styles from './actions.module.css'

/** The letters of further actions, where there are more than a yes, a no and a hold. */
const FURTHER = ['E', 'F', 'W', 'Y', 'Z', 'O']

/** Those who say yes first, then those who wait, then those who say no: the buttons are always in the same place. */
function inOrder(actions: readonly DecisionAction[]): readonly DecisionAction[] {
  const rank = ({ action }: DecisionAction): number => (isAgainst(action) ? 2 : action === 'hold' ? 1 : 0)
  return actions.toSorted((one, other) => rank(one) - rank(other))
}

/** The letter of each action: A the first yes, D the first no, H the hold, then others. */
function keysOf(actions: readonly DecisionAction[]): ReadonlyMap<DecisionActionName, string> {
  const keys = new Map<DecisionActionName, string>()
  const rest = [...FURTHER]
  const taken = new Set<string>()
  for (const { action } of inOrder(actions)) {
    const wanted = action === 'hold' ? 'H' : isAgainst(action) ? 'D' : 'A'
    const key = taken.has(wanted) ? rest.shift() : wanted
    if (key === undefined) continue
    taken.add(key)
    keys.set(action, key)
  }
  return keys
}

/** What can be done, each with what will happen and its key. */
export function Actions({
  kind,
  actions,
  amountWords,
  isDisabled,
  onChoose,
}: {
  kind: DecisionKindName
  actions: readonly DecisionAction[]
  amountWords: string | null
  isDisabled: boolean
  onChoose: (action: DecisionAction) => void
}): ReactNode {
  const texts = useDecisionTexts()
  const keys = keysOf(actions)
  useLetters(
    isDisabled
      ? {}
      : Object.fromEntries(actions.map((action) => [`Key${keys.get(action.action) ?? ''}`, () => onChoose(action)])),
  )
  return (
    <div className={styles.acts} role="group" aria-label={texts.words('hand.actions')}>
      {inOrder(actions).map((action, index) => (
        <div key={action.action} className={styles.act}>
          <Button
            kind={isAgainst(action.action) ? 'danger' : index === 0 ? 'gold' : 'line'}
            isWide
            disabled={isDisabled}
            drawing={action.takes === 'two' ? two : undefined}
            keys={keys.get(action.action)}
            onClick={() => onChoose(action)}
          >
            {verbText(texts, kind, action, amountWords)}
          </Button>
          <p>{effectText(texts, kind, action)}</p>
        </div>
      ))}
    </div>
  )
}
