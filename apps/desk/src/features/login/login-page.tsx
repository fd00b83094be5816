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
  username: 'form.fill',
  password: 'form.fill',
  totp: 'login.codeShort',
  newPassword: 'account.passwordShort',
} as const

const codeOf = (error: Error): string | undefined => (error instanceof CallError ? error.code : undefined)

const blank = { username: '', password: '', totp: '', newPassword: '' }
type Field = keyof typeof blank

/** What is typed, what of it cannot be sent yet, and how it is sent. What is refused stays typed. */
function useLoginForm() {
  const { t } = useTexts()
  const login = useLogin()
  const [typed, setTyped] = useState(blank)
  const [mustChoose, setMustChoose] = useState(false)
  const [isChecked, setIsChecked] = useState(false)
  const missing: Readonly<Record<Field, boolean>> = {
    username: typed.username.trim() === '',
    password: typed.password === '',
    totp: !isWholeCode(typed.totp),
    newPassword: mustChoose && !isStaffPassword(typed.newPassword),
  }
  return {
    login,
    mustChoose,
    /** A field's value, what is wrong with it, and how it changes. */
    field: (name: Field) => ({
      value: typed[name],
      error: isChecked && missing[name] ? t(wordsOf[name]) : undefined,
      onChange: (value: string) => setTyped((before) => ({ ...before, [name]: value })),
    }),
    send(): void {
      setIsChecked(true)
      if (Object.values(missing).includes(true) || login.isPending) return
      const { newPassword, ...credentials } = { ...typed, username: typed.username.trim() }
      login.mutate(mustChoose ? { ...credentials, newPassword } : credentials, {
        onError: (error) => {
          if (codeOf(error) !== 'NEW_PASSWORD') return
          setMustChoose(true)
          setIsChecked(false)
        },
      })
    },
  }
}

/** Where staff begin. Who comes with a password that was made for him chooses his own here. */
export function LoginPage({ languageMenu }: { languageMenu: ReactNode }): ReactNode {
  const { t, errorText } = useTexts()
  const { login, mustChoose, field, send } = useLoginForm()
  const isExpired = lastEnding() === 'expired' && login.error === null
  return (
    <main className={styles.page}>
      <form
        className={styles.panel}
        aria-labelledby="login-title"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
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
        <Credentials field={field} mustChoose={mustChoose} />
        <Button kind="gold" isWide type="submit" busyLabel={login.isPending ? t('login.submitting') : undefined}>
          {t('login.submit')}
        </Button>
        <div className={styles.language}>{languageMenu}</div>
      </form>
    </main>
  )
}

/** Name, password, the code of the moment, and between them a password of his own where he must choose one. */
function Credentials({ field, mustChoose }: Pick<ReturnType<typeof useLoginForm>, 'field' | 'mustChoose'>): ReactNode {
  const { t } = useTexts()
  const shown = { showLabel: t('aria.showPassword'), hideLabel: t('aria.hidePassword') }
  const username = field('username')
  const password = field('password')
  return (
    <>
      <TextField
        {...username}
        label={t('login.username')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={64}
        onChange={(event) => username.onChange(event.target.value)}
      />
      <PasswordField
        {...shown}
        {...password}
        label={t('login.password')}
        name="password"
        autoComplete="current-password"
        maxLength={1024}
        onChange={(event) => password.onChange(event.target.value)}
      />
      {mustChoose ? (
        <NewPasswordField
          {...shown}
          {...field('newPassword')}
          label={t('password.new')}
          hint={t('account.passwordHint')}
        />
      ) : null}
      <CodeField {...field('totp')} label={t('login.code')} hint={t('login.codeHint')} />
    </>
  )
}
