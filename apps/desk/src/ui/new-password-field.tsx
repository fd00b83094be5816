import { PASSWORD_MAX, STAFF_PASSWORD_MIN } from '@krapao/contract'
import type { ReactNode } from 'react'
import { PasswordField } from './field.tsx'

/** Whether a password has the length that staff's have; whether it is too common, the server says. */
export function isStaffPassword(password: string): boolean {
  const { length } = Array.from(password)
  return length >= STAFF_PASSWORD_MIN && length <= PASSWORD_MAX
}

/** A field of the password that somebody chooses. */
export function NewPasswordField({
  onChange,
  ...props
}: {
  label: string
  hint: string
  showLabel: string
  hideLabel: string
  value: string
  error: string | undefined
  onChange: (password: string) => void
}): ReactNode {
  return (
    <PasswordField
      {...props}
      name="new-password"
      autoComplete="new-password"
      maxLength={1024}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
