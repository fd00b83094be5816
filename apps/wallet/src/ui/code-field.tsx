import type { TextFieldProps } from '@krapao/web'
import type { ReactNode } from 'react'
import styles from './code-field.module.css'
import { TextField } from './field.tsx'

/** Decisions 2.38: a code has six digits and lives for five minutes. */
export const CODE_DIGITS = 6
const CODE_MINUTES = 5

type Props = Omit<
  TextFieldProps,
  'label' | 'hint' | 'autoComplete' | 'inputMode' | 'isCode' | 'maxLength' | 'placeholder'
> & {
  t: ((id: 'register.otp.label' | 'register.otp.placeholder' | 'register.otp.resend') => string) &
    ((id: 'register.otp.hint', values: { minutes: number }) => string)
  resend: {
    /** In place of the button while no other code can be had; undefined when one can. */
    readonly waiting: string | undefined
    readonly isBusy: boolean
    readonly onResend: () => void
  }
}

/** The code that came by SMS, and another one for whom none came. */
export function CodeField({ t, resend: { waiting, isBusy, onResend }, ...field }: Props): ReactNode {
  return (
    <>
      <TextField
        {...field}
        label={t('register.otp.label')}
        hint={t('register.otp.hint', { minutes: CODE_MINUTES })}
        isCode
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={CODE_DIGITS}
        placeholder={t('register.otp.placeholder')}
      />
      <p className={`num ${styles.resend}`}>
        {waiting ?? (
          <button type="button" disabled={isBusy} onClick={onResend}>
            {t('register.otp.resend')}
          </button>
        )}
      </p>
    </>
  )
}
