import { alert, check, Icon } from '@krapao/web'
import type { ReactNode } from 'react'
import styles from './tracker.module.css'

/** `done` and `failed` are behind, `current` lasts, `ahead` is to come. */
export type StepState = 'done' | 'current' | 'ahead' | 'failed'

export interface TrackerStep {
  readonly text: string
  /** A time, or what to expect. */
  readonly detail?: string | undefined
  readonly state: StepState
}

/**
 * Where something stands on its way, as a line of steps. `label` names the list, `stateText` says a step's state for
 * those who do not see its sign; a change is read aloud.
 */
export function Tracker({
  label,
  steps,
  stateText,
}: {
  label: string
  steps: readonly TrackerStep[]
  stateText: (state: StepState) => string
}): ReactNode {
  return (
    <div aria-live="polite">
      <ol className={styles.tracker} aria-label={label}>
        {steps.map((step, index) => (
          <li
            key={index}
            className={`${styles.step} ${styles[step.state]}`}
            aria-current={step.state === 'current' ? 'step' : undefined}
          >
            <span className={styles.sign}>
              {step.state === 'done' ? <Icon drawing={check} /> : null}
              {step.state === 'failed' ? <Icon drawing={alert} /> : null}
            </span>
            <span className={styles.words}>
              <b>{step.text}</b>
              <span className="vh"> {stateText(step.state)}</span>
              {step.detail === undefined ? null : <small>{step.detail}</small>}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}
