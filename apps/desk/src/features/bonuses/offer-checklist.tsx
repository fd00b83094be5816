import type { OfferDraft } from '@krapao/contract'
import type { ReactNode } from 'react'
import { usePlaceTexts } from '../../lib/texts/texts.ts'
import type { GlyphState } from '../../ui/glyph.tsx'
import { StateSign } from '../../ui/glyph.tsx'
import { Panel } from '../../ui/panel.tsx'
import table from './bonuses-texts.json' with { type: 'json' }
import styles from './bonuses-page.module.css'
import { BUDGET_MONTHS } from './budget-bar.tsx'

/** What is looked at before it is published: what is done, what lacks, and what another person has to look at. */
export function OfferChecklist({
  draft,
  isDirty,
  isWhole,
}: {
  draft: OfferDraft | null
  isDirty: boolean
  /** All is said, and nothing contradicts itself. */
  isWhole: boolean
}): ReactNode {
  const { words } = usePlaceTexts(table)
  const kept = isDirty ? null : draft
  const takes = kept?.takes ?? null
  const budget = kept?.offer.monthlyBudget ?? null
  const high = kept?.simulation?.cost.high ?? null
  const checks: readonly (readonly [GlyphState, string])[] = [
    [isWhole ? 'done' : 'late', words(isWhole ? 'check.whole' : 'check.lacks')],
    [kept === null ? 'todo' : 'done', words(kept === null ? 'check.unsaved' : 'check.saved')],
    [takes === null ? 'todo' : 'done', words(takes === null ? 'check.untried' : 'check.tried')],
    budget === null
      ? ['off', words('check.noBudget')]
      : high === null
        ? ['todo', words('check.budgetUntried')]
        : high > budget * BUDGET_MONTHS
          ? ['held', words('check.overBudget', { percent: Math.round((high / (budget * BUDGET_MONTHS) - 1) * 100) })]
          : ['done', words('check.inBudget')],
    takes === 'two'
      ? ['held', words('check.two')]
      : [takes === null ? 'todo' : 'done', words(takes === null ? 'check.unknown' : 'check.one')],
  ]
  const done = checks.filter(([state]) => state === 'done' || state === 'off').length
  return (
    <Panel title={words('check.title')} aside={`${done} / ${checks.length}`}>
      <ul className={styles.history}>
        {checks.map(([state, text]) => (
          <li key={text}>
            <StateSign state={state}>{text}</StateSign>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
