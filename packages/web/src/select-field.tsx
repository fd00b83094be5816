import type { ComponentProps, ReactNode } from 'react'
import { useId } from 'react'
import { down } from './drawings.tsx'
import type { FieldLook, FrameProps } from './fields.tsx'
import { describedBy, FieldFrame } from './fields.tsx'
import { Icon } from './icon.tsx'

export type SelectFieldProps = FrameProps &
  Omit<ComponentProps<'select'>, 'className' | 'id' | 'children'> & {
    /** What stands before what is chosen. */
    readonly start?: ReactNode
    /** What is chosen as it is shown in its place. */
    readonly cover?: ReactNode
    /** What stands there while nothing is chosen; none: something always is. */
    readonly placeholder?: string | undefined
    readonly choices: readonly { readonly value: string; readonly label: string; readonly className?: string }[]
  }

/** A choice of one among many, by the device's own list. */
export function SelectField({ look, ...props }: SelectFieldProps & { look: FieldLook }): ReactNode {
  const id = useId()
  const { label, isLabelHidden = false, hint, error, start, cover, placeholder, choices, ...select } = props
  const { styles, downPx } = look
  const told = describedBy(id, props)
  return (
    <FieldFrame {...{ look, label, isLabelHidden, hint, error }} controlId={id}>
      <span className={`${styles['box']} ${styles['select'] ?? ''}`}>
        {start}
        <span className={cover === undefined ? styles['choice'] : `${styles['choice']} ${styles['covered']}`}>
          <select {...select} {...told} aria-invalid={select['aria-invalid'] ?? told['aria-invalid']}>
            {placeholder === undefined ? null : <option value="">{placeholder}</option>}
            {choices.map((choice) => (
              <option key={choice.value} value={choice.value} className={choice.className}>
                {choice.label}
              </option>
            ))}
          </select>
          {cover}
        </span>
        <Icon drawing={down} size={downPx} className={styles['start']} />
      </span>
    </FieldFrame>
  )
}
