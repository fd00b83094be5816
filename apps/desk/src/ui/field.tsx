import type { FieldLook, FrameProps, PasswordFieldProps, TextFieldProps } from '@krapao/web'
import * as fields from '@krapao/web'
import { describedBy, down, FieldFrame, Icon } from '@krapao/web'
import type { ComponentProps, ReactNode } from 'react'
import { useId } from 'react'
import { search } from './drawings.tsx'
import styles from './field.module.css'

const look: FieldLook = { styles, errorPx: 16, startPx: 18, revealPx: 20 }

/** A field of one line. */
export function TextField(props: TextFieldProps): ReactNode {
  return <fields.TextField {...props} look={look} />
}

/** A field of a password, with a button that shows and hides what is typed. */
export function PasswordField(props: PasswordFieldProps): ReactNode {
  return <fields.PasswordField {...props} look={look} />
}

/** A field that looks for something; what it looks for is drawn in its place. */
export function SearchField({
  label,
  onFind,
  ...input
}: {
  label: string
  value: string
  maxLength?: number
  onFind: (words: string) => void
}): ReactNode {
  return (
    <TextField
      {...input}
      label={label}
      isLabelHidden
      type="search"
      placeholder={label}
      drawing={search}
      onChange={(event) => onFind(event.target.value)}
    />
  )
}

/** A field of several lines. */
export function TextArea(props: FrameProps & Omit<ComponentProps<'textarea'>, 'className' | 'id'>): ReactNode {
  const id = useId()
  const { label, isLabelHidden = false, hint, error, ...area } = props
  const { 'aria-invalid': isWrong, 'aria-describedby': note } = describedBy(id, props)
  return (
    <FieldFrame {...{ look, label, isLabelHidden, hint, error }} controlId={id}>
      <span className={styles.box}>
        <textarea {...area} id={id} aria-invalid={isWrong} aria-describedby={note} />
      </span>
    </FieldFrame>
  )
}

/** A choice of few. */
export function SelectField({
  options,
  onChoose,
  ...props
}: FrameProps & {
  value: string
  options: readonly { value: string; label: string; className?: string }[]
  onChoose: (value: string) => void
}): ReactNode {
  const id = useId()
  const { label, isLabelHidden = false, value } = props
  return (
    <FieldFrame {...{ look, label, isLabelHidden }} controlId={id}>
      <span className={`${styles.box} ${styles.select}`}>
        <select id={id} value={value} onChange={(event) => onChoose(event.target.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value} className={option.className}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon drawing={down} size={16} />
      </span>
    </FieldFrame>
  )
}
