import { down, Icon } from '@krapao/web'
import type { ComponentProps, ReactNode } from 'react'
import { useId } from 'react'
import { FieldFrame } from './field.tsx'
import styles from './field.module.css'

type SelectFieldProps = Omit<ComponentProps<'select'>, 'className' | 'id' | 'children'> & {
  label: string
  error?: string | undefined
  /** An icon at the beginning. */
  drawing?: ReactNode
  /** A small picture of what is chosen, in its place. */
  picture?: ReactNode
  /** What is chosen, in two parts that stand below each other where a line has no room for both. */
  shown?: readonly [name: string, amount: string] | undefined
  /** What stands there while nothing is chosen; none: something always is. */
  placeholder?: string
  choices: readonly { value: string; label: string }[]
}

/** A choice of one among many, by the device's own list. */
export function SelectField({
  label,
  error,
  drawing,
  picture,
  shown,
  placeholder,
  choices,
  ...select
}: SelectFieldProps): ReactNode {
  const id = useId()
  return (
    <FieldFrame label={label} error={error} controlId={id}>
      <span className={styles.box}>
        {drawing === undefined ? null : <Icon drawing={drawing} className={styles.start ?? ''} />}
        {picture}
        <span className={shown === undefined ? styles.choice : `${styles.choice} ${styles.covered}`}>
          <select
            {...select}
            id={id}
            aria-invalid={select['aria-invalid'] ?? (error === undefined ? undefined : true)}
            aria-describedby={error === undefined ? undefined : `${id}-error`}
          >
            {placeholder === undefined ? null : <option value="">{placeholder}</option>}
            {choices.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.label}
              </option>
            ))}
          </select>
          {shown === undefined ? null : (
            <span className={styles.shown} aria-hidden="true">
              <span>{shown[0]}</span>
              <span className="num">{shown[1]}</span>
            </span>
          )}
        </span>
        <Icon drawing={down} className={styles.start ?? ''} />
      </span>
    </FieldFrame>
  )
}
