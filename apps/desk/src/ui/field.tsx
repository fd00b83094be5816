import type { FieldLook, FrameProps, PasswordFieldProps, SelectFieldProps, TextFieldProps } from '@krapao/web'
import * as fields from '@krapao/web'
import { describedBy, FieldFrame } from '@krapao/web'
import type { ComponentProps, ReactNode } from 'react'
import { useId } from 'react'
import { search } from './drawings.tsx'
import styles from './field.module.css'

const look: FieldLook = { styles, errorPx: 16, startPx: 18, revealPx: 20, downPx: 16 }

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
  return (
    <FieldFrame {...{ look, label, isLabelHidden, hint, error }} controlId={id}>
      <span className={styles.box}>
        <textarea {...area} {...describedBy(id, props)} />
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
  options: SelectFieldProps['choices']
  disabled?: boolean | undefined
  onChoose: (value: string) => void
}): ReactNode {
  return (
    <fields.SelectField {...props} look={look} choices={options} onChange={(event) => onChoose(event.target.value)} />
  )
}
