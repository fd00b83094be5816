import { CallError } from '@krapao/web'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useChecked } from '../../lib/checked.ts'
import { usePlaceTexts } from '../../lib/texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField, isWholeCode } from '../../ui/code-field.tsx'
import { PasswordField } from '../../ui/field.tsx'
import { isStaffPassword, NewPasswordField } from '../../ui/new-password-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useChangePassword } from './account.api.ts'
import styles from './account-dialog.module.css'
import table from './account-texts.json'

/** Changes the agent's password by the present one and a code of the moment. What is refused stays typed. */
export function PasswordForm({ username, onChanged }: { username: string; onChanged: () => void }): ReactNode {
  const { t, words, errorText } = usePlaceTexts(table)
  const change = useChangePassword()
  const [oldPassword, setOldPassword] = useState('')
  const [newPassword, setNewPassword] = useState('')
  const [totp, setTotp] = useState('')
  const { errorOf, check } = useChecked({
    oldPassword: oldPassword === '' ? t('form.fill') : null,
    newPassword: isStaffPassword(newPassword) ? null : t('account.passwordShort'),
    totp: isWholeCode(totp) ? null : t('login.codeShort'),
  })
  const labels = { showLabel: t('aria.showPassword'), hideLabel: t('aria.hidePassword') }
  return (
    <form
      className={styles.form}
      aria-labelledby="password-title"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!check() || change.isPending) return
        change.mutate(
          { oldPassword, newPassword, totp },
          {
            onSuccess: () => {
              showToast('done', words('password.saved'))
              onChanged()
            },
          },
        )
      }}
    >
      <h3 id="password-title">{words('password.title')}</h3>
      <p>{words('password.others')}</p>
      {/* So that a keeper of passwords knows whose this is. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        {...labels}
        label={words('password.old')}
        name="old-password"
        autoComplete="current-password"
        maxLength={1024}
        value={oldPassword}
        error={errorOf('oldPassword')}
        onChange={(event) => setOldPassword(event.target.value)}
      />
      <NewPasswordField
        {...labels}
        label={t('password.new')}
        hint={t('account.passwordHint')}
        value={newPassword}
        error={errorOf('newPassword')}
        onChange={setNewPassword}
      />
      <CodeField
        label={t('login.code')}
        hint={t('login.codeHint')}
        value={totp}
        error={errorOf('totp')}
        onChange={setTotp}
      />
      {change.error === null ? null : (
        <p className={styles.error} role="alert">
          {refusalOf(change.error) ?? errorText(change.error)}
        </p>
      )}
      <Button kind="gold" isWide type="submit" busyLabel={change.isPending ? words('password.changing') : undefined}>
        {words('password.title')}
      </Button>
    </form>
  )

  function refusalOf(error: Error): string | undefined {
    if (!(error instanceof CallError)) return undefined
    if (error.code === 'WRONG_PASSWORD') return words('account.wrong')
    return error.code === 'INVALID_USER_INFO' ? t('account.weak') : undefined
  }
}
