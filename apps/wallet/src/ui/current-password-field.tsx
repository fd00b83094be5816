import type { PasswordFieldProps } from '@krapao/web'
import { lock } from '@krapao/web'
import type { ReactNode } from 'react'
import { PasswordField } from './field.tsx'

type Given = Omit<PasswordFieldProps, 'label' | 'showLabel' | 'hideLabel' | 'drawing' | 'autoComplete'> & {
  t: (id: 'field.password' | 'aria.showPassword' | 'aria.hidePassword') => string
}

/** The password that the member has, asked for to make sure that it is he. */
export function CurrentPasswordField({ t, ...props }: Given): ReactNode {
  return (
    <PasswordField
      name="password"
      {...props}
      label={t('field.password')}
      autoComplete="current-password"
      drawing={lock}
      showLabel={t('aria.showPassword')}
      hideLabel={t('aria.hidePassword')}
    />
  )
}
