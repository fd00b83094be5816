import type { FrameProps, PasswordFieldProps, TextFieldProps } from '@krapao/web'
import * as fields from '@krapao/web'
import type { ReactNode } from 'react'
import styles from './field.module.css'

const look = { styles }

/** Puts a label above a control, and a hint or what is wrong below it. */
export function FieldFrame(props: FrameProps & { controlId: string; children: ReactNode }): ReactNode {
  return <fields.FieldFrame {...props} look={look} />
}

/** A field of one line of text. */
export function TextField(props: TextFieldProps): ReactNode {
  return <fields.TextField {...props} look={look} />
}

/** A field of a password, with a button that shows and hides what is typed. */
export function PasswordField(props: PasswordFieldProps): ReactNode {
  return <fields.PasswordField {...props} look={look} />
}
