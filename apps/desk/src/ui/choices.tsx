import type { ReactNode } from 'react'
import { useId } from 'react'
import styles from './choices.module.css'

/** One of few, each in a box of its own. */
export function Choices<Id extends string>({
  legend,
  options,
  error,
  chosen,
  isDisabled,
  onChoose,
}: {
  legend: string
  options: readonly { readonly id: Id; readonly label: string }[]
  error?: string | undefined
  /** Null: none of them yet. */
  chosen: Id | null
  isDisabled: boolean
  onChoose: (id: Id) => void
}): ReactNode {
  const name = useId()
  return (
    <fieldset
      className={styles.choices}
      disabled={isDisabled}
      aria-describedby={error === undefined ? undefined : `${name}-error`}
    >
      <legend>{legend}</legend>
      {options.map(({ id, label }) => (
        <label key={id}>
          <input type="radio" name={name} checked={id === chosen} onChange={() => onChoose(id)} />
          {label}
        </label>
      ))}
      {error === undefined ? null : (
        <p id={`${name}-error`} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
