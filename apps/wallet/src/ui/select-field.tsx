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
        <Icon drawing={down} className={styles.start ?? ''} />
      </span>
    </FieldFrame>
  )
}
