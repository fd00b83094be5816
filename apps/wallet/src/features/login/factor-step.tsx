import type { ComponentType, FormEvent, ReactNode } from 'react'
import { Suspense, useState } from 'react'
import type { calls } from '@krapao/contract'
import { callApi } from '../../lib/api/call-api.ts'
import { askPasskey, takesPasskeys } from '../../lib/passkeys.ts'
import { loadTexts, useTexts } from '../../lib/texts/texts.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { logIn } from './login.api.ts'
import styles from './factor-step.module.css'

/** What was given before a factor was asked for, and what the member can show. */
export interface Asked {
  readonly username: string
  readonly password: string
  readonly remember: boolean
  readonly factors: readonly string[]
}

/** What is shown to who can give none of his factors any more. */
export type Recovery = ComponentType<{ username: string; password?: string; onEnd: () => void }>

/** Fetches the words of this step. */
export const loadFactorTexts = () => loadTexts(['security', 'factors', 'recover', 'errors'])

/** Logs in by a passkey alone; undefined when the reader gave it up. */
export async function logInByPasskey(remember: boolean): Promise<{ token: string } | undefined> {
  const { options } = await callApi<typeof calls.loginPasskeyStart>('POST', '/api/login/passkey/start')
  const passkey = await askPasskey(options)
  return passkey && callApi<typeof calls.loginPasskey>('POST', '/api/login/passkey', { body: { passkey, remember } })
}

/** The second step of a login: a code of the app or for once, or a passkey (beyond 4.1). */
export function FactorStep({
  asked,
  Recovery,
  onToken,
}: {
  asked: Asked
  Recovery: Recovery
  onToken: (token: string) => Promise<void>
}): ReactNode {
  const { t } = useTexts()
  const { factors, ...entered } = asked
  const { isBusy, wrong, setWrong, attempt } = useAttempt()
  const [code, setCode] = useState('')
  const [isLost, setIsLost] = useState(false)
  const run = (ask: () => Promise<{ token: string } | undefined>): void =>
    attempt(async () => {
      const answer = await ask()
      if (answer !== undefined) await onToken(answer.token)
    })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (code.trim() === '') return setWrong(t('common.fieldRequired'))
    run(() => logIn({ ...entered, code: code.trim() }))
  }
  const hasPasskey = factors.includes('passkey') && takesPasskeys()
  if (isLost) {
    const { username, password } = entered
    return (
      <>
        <h2>{t('recover.title')}</h2>
        <Suspense fallback={null}>
          <Recovery username={username} password={password} onEnd={() => setIsLost(false)} />
        </Suspense>
      </>
    )
  }
  return (
    <form className={styles.step} onSubmit={submit} noValidate>
      <h2>{t('factors.stepUp')}</h2>
      <TextField
        name="code"
        label={t('factors.code')}
        hint={t('factors.code.hint')}
        autoComplete="one-time-code"
        value={code}
        error={wrong}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button kind="gold" type="submit" disabled={isBusy}>
        {t('login.submit')}
      </Button>
      {hasPasskey ? (
        <Button kind="quiet" disabled={isBusy} onClick={() => run(() => logInByPasskey(entered.remember))}>
          {t('factors.usePasskey')}
        </Button>
      ) : null}
      <Button kind="quiet" disabled={isBusy} onClick={() => setIsLost(true)}>
        {t('security.recover.open')}
      </Button>
    </form>
  )
}
