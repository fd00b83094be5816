import type { TextFieldProps } from '@krapao/web'
import type { ReactNode } from 'react'
import { phone } from './drawings-first.tsx'
import { TextField } from './field.tsx'

type Props = Pick<TextFieldProps, 'hint' | 'error' | 'value' | 'onChange'> & {
  t: (id: 'field.phone' | 'login.phone.placeholder' | 'login.phone.placeholderLaos') => string
  isLaos: boolean
}

/** The phone number that a code is sent to. */
export function PhoneField({ t, isLaos, ...field }: Props): ReactNode {
  return (
    <TextField
      {...field}
      label={t('field.phone')}
      name="phone"
      type="tel"
      inputMode="numeric"
      autoComplete="tel-national"
      placeholder={t(isLaos ? 'login.phone.placeholderLaos' : 'login.phone.placeholder')}
      drawing={phone}
      required
    />
  )
}
