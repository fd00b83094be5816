import type { PasswordFieldProps } from '@krapao/web'
import { lock } from '@krapao/web'
import type { ReactNode } from 'react'
import { PasswordField } from './field.tsx'

type Name = 'password' | 'confirm'

/** A password that is chosen, and the same once more. */
export function NewPasswordFields({
  t,
  label,
  control,
  onType,
}: {
  t: (
    id: 'aria.showPassword' | 'aria.hidePassword' | 'register.profile.passwordHint' | 'register.profile.confirm',
  ) => string
  /** What the first is called. */
  label: string
  control: (name: Name) => Pick<PasswordFieldProps, 'value' | 'error' | 'aria-invalid'>
  onType: (typed: { readonly [name in Name]?: string }) => void
}): ReactNode {
  const field = (name: Name) => ({
    ...control(name),
    name,
    autoComplete: 'new-password',
    drawing: lock,
    showLabel: t('aria.showPassword'),
    hideLabel: t('aria.hidePassword'),
    required: true,
    onChange: (event: { target: { value: string } }) => onType({ [name]: event.target.value }),
  })
  return (
    <>
      <PasswordField {...field('password')} label={label} hint={t('register.profile.passwordHint')} />
      <PasswordField {...field('confirm')} label={t('register.profile.confirm')} />
    </>
  )
}
