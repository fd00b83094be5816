import type { ReactNode } from 'react'
import { usePlaceTexts } from '../../lib/texts/texts.ts'
import table from './bonuses-texts.json' with { type: 'json' }
import styles from './budget-bar.module.css'

/** Ninety days are simulated, and a budget is a month's. */
export const BUDGET_MONTHS = 3

/** What a case would cost beside the budget of as long a time, of which it may be more. */
export function BudgetBar({ cost, budget }: { cost: number; budget: number }): ReactNode {
  const { words } = usePlaceTexts(table)
  const percent = budget === 0 ? 0 : Math.round((Math.max(0, cost) / budget) * 100)
  const whole = Math.max(100, percent)
  return (
    <span className={styles.line}>
      <svg className={styles.bar} viewBox={`0 0 ${whole} 10`} preserveAspectRatio="none" aria-hidden="true">
        <rect className={styles.rest} width={whole} height="10" />
        <rect className={styles.cost} width={Math.min(100, percent)} height="10" />
        {percent > 100 ? <rect className={styles.over} x="100" width={percent - 100} height="10" /> : null}
      </svg>
      <span className="num">{words('bonuses.ofBudget', { percent })}</span>
    </span>
  )
}
