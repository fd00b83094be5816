import type { ReactNode } from 'react'
import { useId } from 'react'
import styles from './segments.module.css'

/** One of a few choices, all in sight. */
export function Segments<Value extends string>({
  label,
  isLabelHidden = false,
  choices,
  value,
  onChoose,
}: {
  label: string
  /** It is read aloud only: what stands above says it already. */
  isLabelHidden?: boolean
  choices: readonly { value: Value; label: string }[]
  value: Value
  onChoose: (value: Value) => void
}): ReactNode {
  const name = useId()
  return (
    <fieldset className={styles.segments}>
      <legend className={isLabelHidden ? 'vh' : undefined}>{label}</legend>
      <div>
        {choices.map((choice) => (
          <label key={choice.value}>
            <input type="radio" name={name} checked={choice.value === value} onChange={() => onChoose(choice.value)} />
            <span>{choice.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
