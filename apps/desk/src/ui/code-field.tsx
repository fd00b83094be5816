import { onlyDigits } from '@krapao/contract'
import type { ReactNode } from 'react'
import { TextField } from './field.tsx'

const CODE_DIGITS = 6

/** Whether a code of the moment is typed whole. */
export function isWholeCode(code: string): boolean {
  return code.length === CODE_DIGITS
}

/** A field of the code of the moment: its digits alone, whatever is typed or pasted with them. */
export function CodeField({
  onChange,
  ...props
}: {
  label: string
  hint: string
  value: string
  error: string | undefined
  onChange: (code: string) => void
}): ReactNode {
  return (
    <TextField
      {...props}
      name="totp"
      inputMode="numeric"
      autoComplete="one-time-code"
      onChange={(event) => onChange(onlyDigits(event.target.value).slice(0, CODE_DIGITS))}
    />
  )
}
