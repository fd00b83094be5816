import { alert, CallError, Icon, lock } from '@krapao/web'
import type { FormEvent, ReactNode } from 'react'
import { useRef, useState } from 'react'
import { errorText } from '../../lib/api/api-error.ts'
import { buildSettings } from '../../lib/build-settings.ts'
import { justRegistered } from '../../lib/just-registered.ts'
import { paths } from '../../lib/paths.ts'
import { Link, goTo } from '../../lib/router.tsx'
import { storeToken } from '../../lib/session.ts'
import { loadTexts, useTexts } from '../../lib/texts/texts.ts'
import { plainDigits } from '../../lib/typed-digits.ts'
import night from '../../ui/art/night.svg'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { phone } from '../../ui/drawings-first.tsx'
import { PasswordField, TextField } from '../../ui/field.tsx'
import { Phrases } from '../../ui/phrases.tsx'
import { Mark } from '../../ui/mark.tsx'
import type { Asked, FactorStep, Recovery } from './factor-step.tsx'
import { LanguagePills } from './language-pills.tsx'
import { logIn } from './login.api.ts'
import styles from './login-page.module.css'

// Browsers make none without https, but for this machine, nor under a bare number.
const hasPasskeys = typeof PublicKeyCredential === 'function' && !/^[\d.[]+/.test(location.hostname)

/** /login: phone number, password and whether to be remembered (section 2). What fails is said in one line. */
export function LoginPage({
  siteName,
  Recovery,
  onLoggedIn,
}: {
  siteName: string | undefined
  Recovery: Recovery
  /** Fetches the page that follows, which is waited for, so that it is there at once. */
  onLoggedIn: () => Promise<void>
}): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const [missing, setMissing] = useState<string>()

  const form = useRef<HTMLFormElement>(null)
  const [next, setNext] = useState<{ Step: typeof FactorStep; asked: Asked }>()
  const enter = async (token: string, remember: boolean): Promise<void> => {
    await onLoggedIn()
    storeToken(token, remember)
    justRegistered.phone = undefined
    goTo(paths.user, { replace: true })
  }

  const fail = async (error: unknown): Promise<void> => {
    // The words for what seldom goes wrong are not of the first load.
    if (error instanceof CallError && error.kind === 'refused') await loadTexts(['common']).catch(() => undefined)
    setFailure(error)
    setIsBusy(false)
  }

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const entered = new FormData(event.currentTarget)
    const username = plainDigits(textOf(entered, 'username'))
    const password = textOf(entered, 'password')
    const remember = entered.get('remember') !== null
    // Both are needed; an empty one is pointed at and no call is made (LOG-005).
    const empty = username === '' ? 'username' : password === '' ? 'password' : undefined
    setMissing(empty)
    setFailure(undefined)
    if (empty !== undefined) {
      event.currentTarget.querySelector<HTMLInputElement>(`[name=${empty}]`)?.focus()
      return
    }
    setIsBusy(true)
    try {
      const { token } = await logIn({ username, password, remember })
      await enter(token, remember)
    } catch (error) {
      if (error instanceof CallError && error.code === 'STEP_UP') {
        const step = await import('./factor-step.tsx')
        await step.loadFactorTexts().catch(() => undefined)
        const factors = Array.isArray(error.details['factors']) ? error.details['factors'].map(String) : []
        setIsBusy(false)
        return setNext({ Step: step.FactorStep, asked: { username, password, remember, factors } })
      }
      await fail(error)
    }
  }

  const byPasskey = async (): Promise<void> => {
    setIsBusy(true)
    setMissing(undefined)
    setFailure(undefined)
    try {
      // Nothing of passkeys is there before somebody asks for it.
      const { logInByPasskey } = await import('./factor-step.tsx')
      const remember = form.current !== null && new FormData(form.current).get('remember') !== null
      const answer = await logInByPasskey(remember)
      if (answer !== undefined) return await enter(answer.token, remember)
      setIsBusy(false)
    } catch (error) {
      await fail(error)
    }
  }

  const isFailureShown = failure !== undefined && !(failure instanceof CallError && failure.isHandled)
  return (
    <div className={`${styles.login} ${hasPasskeys ? styles.withPasskey : ''}`}>
      <div className={styles.scene}>
        <img src={night} alt="" width="360" height="260" fetchPriority="high" />
      </div>
      <LanguagePills />
      <section className={styles.card}>
        <div className={styles.brand}>
          <Mark sizePx={60} />
          <div>
            <h1>{siteName ?? t('app.name')}</h1>
            <p>{t('login.welcome')}</p>
          </div>
        </div>
        {next === undefined ? null : (
          <next.Step asked={next.asked} Recovery={Recovery} onToken={(token) => enter(token, next.asked.remember)} />
        )}
        <form ref={form} onSubmit={(event) => void submit(event)} noValidate hidden={next !== undefined}>
          <TextField
            label={t('field.phone')}
            name="username"
            type="tel"
            inputMode="tel"
            autoComplete="username"
            defaultValue={justRegistered.phone}
            placeholder={t(buildSettings.isLaos ? 'login.phone.placeholderLaos' : 'login.phone.placeholder')}
            drawing={phone}
            required
            error={missing === 'username' ? t('common.fieldRequired') : undefined}
          />
          <PasswordField
            label={t('field.password')}
            name="password"
            autoComplete="current-password"
            placeholder={t('login.password.placeholder')}
            drawing={lock}
            showLabel={t('aria.showPassword')}
            hideLabel={t('aria.hidePassword')}
            required
            error={missing === 'password' ? t('common.fieldRequired') : undefined}
          />
          <div className={styles.choices}>
            <Checkbox label={t('login.remember')} name="remember" aria-describedby="remember-hint" />
            <Link to={paths.forgot}>{t('login.forgot')}</Link>
          </div>
          <div className={styles.line}>
            <p id="remember-hint" hidden={isFailureShown}>
              {t('login.remember.hint')}
            </p>
            <div role="alert">
              {isFailureShown ? (
                <p className={styles.failure}>
                  <Icon drawing={alert} />
                  <span>
                    <Phrases text={errorText(texts, failure)} />
                  </span>
                </p>
              ) : null}
            </div>
          </div>
          <Button kind="gold" type="submit" busyLabel={isBusy ? t('login.submitting') : undefined}>
            {t('login.submit')}
          </Button>
          {hasPasskeys ? (
            <Button kind="quiet" disabled={isBusy} onClick={() => void byPasskey()}>
              {t('login.passkey')}
            </Button>
          ) : null}
        </form>
        <p className={styles.register}>
          {t('login.noAccount')} <Link to={paths.register}>{t('register.title')}</Link>
        </p>
        {/* Of the country where the operator is, whatever the language. */}
        <p className={styles.age}>{t('login.age', { age: buildSettings.isLaos ? 18 : 20 })}</p>
      </section>
    </div>
  )
}

function textOf(entered: FormData, name: string): string {
  const value = entered.get(name)
  return typeof value === 'string' ? value : ''
}
