import { alert, Icon } from '@krapao/web'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { lastEnding } from '../../lib/session.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField, isWholeCode } from '../../ui/code-field.tsx'
import { PasswordField, TextField } from '../../ui/field.tsx'
import { useLogin } from './login.api.ts'
import styles from './login-page.module.css'

/** Where staff begin: name, password, and the code of the moment. What is refused stays typed. */
export function LoginPage({ languageMenu }: { languageMenu: ReactNode }): ReactNode {
  const { t, errorText } = useTexts()
  const login = useLogin()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [totp, setTotp] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const missing = {
    username: username.trim() === '',
    password: password === '',
    totp: !isWholeCode(totp),
  }
  const problem = (name: keyof typeof missing): string | undefined =>
    isChecked && missing[name] ? t(name === 'totp' ? 'login.codeShort' : 'replies.required') : undefined
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
          login.mutate({ username: username.trim(), password, totp })
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
            {errorText(login.error)}
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
          label={t('login.password')}
          showLabel={t('aria.showPassword')}
          hideLabel={t('aria.hidePassword')}
          name="password"
          autoComplete="current-password"
          maxLength={1024}
          value={password}
          error={problem('password')}
          onChange={(event) => setPassword(event.target.value)}
        />
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
