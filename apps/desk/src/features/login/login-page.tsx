import { alert, CallError, Icon } from '@krapao/web'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { lastEnding } from '../../lib/session.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField, isWholeCode } from '../../ui/code-field.tsx'
import { PasswordField, TextField } from '../../ui/field.tsx'
import { isStaffPassword, NewPasswordField } from '../../ui/new-password-field.tsx'
import { useLogin } from './login.api.ts'
import styles from './login-page.module.css'

const wordsOf = {
  username: 'replies.required',
  password: 'replies.required',
  totp: 'login.codeShort',
  newPassword: 'account.passwordShort',
} as const

const codeOf = (error: Error): string | undefined => (error instanceof CallError ? error.code : undefined)

/**
 * Where staff begin: name, password, and the code of the moment. Who comes with a password that was made for him chooses
 * his own here. What is refused stays typed.
 */
export function LoginPage({ languageMenu }: { languageMenu: ReactNode }): ReactNode {
  const { t, errorText } = useTexts()
  const login = useLogin()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [totp, setTotp] = useState('')
  const [newPassword, setNewPassword] = useState('')
  const [mustChoose, setMustChoose] = useState(false)
  const [isChecked, setIsChecked] = useState(false)
  const missing = {
    username: username.trim() === '',
    password: password === '',
    totp: !isWholeCode(totp),
    newPassword: mustChoose && !isStaffPassword(newPassword),
  }
  const problem = (name: keyof typeof missing): string | undefined =>
    isChecked && missing[name] ? t(wordsOf[name]) : undefined
  const shown = { showLabel: t('aria.showPassword'), hideLabel: t('aria.hidePassword') }
  const isExpired = lastEnding() === 'expired' && login.error === null
  return (
    <main className={styles.page}>
      <form
        className={styles.panel}
        aria-labelledby="login-title"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setIsChecked(true)
          if (Object.values(missing).includes(true) || login.isPending) return
          const credentials = { username: username.trim(), password, totp }
          login.mutate(mustChoose ? { ...credentials, newPassword } : credentials, {
            onError: (error) => {
              if (codeOf(error) !== 'NEW_PASSWORD') return
              setMustChoose(true)
              setIsChecked(false)
            },
          })
        }}
      >
        <header className={styles.head}>
          <img src="/mark.svg" alt="" width="52" height="52" />
          <div>
            <h1 id="login-title">{t('desk.name')}</h1>
            <p>{t('login.for')}</p>
          </div>
        </header>
        {isExpired ? <p className={styles.note}>{t('login.expired')}</p> : null}
        {login.error === null ? null : (
          <p className={styles.error} role="alert">
            <Icon drawing={alert} size={20} />
            {codeOf(login.error) === 'INVALID_USER_INFO' ? t('account.weak') : errorText(login.error)}
          </p>
        )}
        <TextField
          label={t('login.username')}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={64}
          value={username}
          error={problem('username')}
          onChange={(event) => setUsername(event.target.value)}
        />
        <PasswordField
          {...shown}
          label={t('login.password')}
          name="password"
          autoComplete="current-password"
          maxLength={1024}
          value={password}
          error={problem('password')}
          onChange={(event) => setPassword(event.target.value)}
        />
        {mustChoose ? (
          <NewPasswordField
            {...shown}
            label={t('password.new')}
            hint={t('account.passwordHint')}
            value={newPassword}
            error={problem('newPassword')}
            onChange={setNewPassword}
          />
        ) : null}
        <CodeField
          label={t('login.code')}
          hint={t('login.codeHint')}
          value={totp}
          error={problem('totp')}
          onChange={setTotp}
        />
        <Button kind="gold" isWide type="submit" busyLabel={login.isPending ? t('login.submitting') : undefined}>
          {t('login.submit')}
        </Button>
        <div className={styles.language}>{languageMenu}</div>
      </form>
    </main>
  )
}
