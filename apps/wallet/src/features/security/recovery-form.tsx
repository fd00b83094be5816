import { onlyDigits } from '@krapao/contract'
import type { FormEvent, ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { formatMinute } from '../../lib/formats.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { useResend } from '../../lib/use-resend.ts'
import { useSmsCode } from '../../lib/use-sms-code.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import { CurrentPasswordField } from '../../ui/current-password-field.tsx'
import { Note } from '../../ui/note.tsx'
import type { RecoveryCode } from './security.api.ts'
import { askForRecovery, confirmRecovery } from './security.api.ts'
import styles from './security.module.css'

/** As the server waits (beyond 4.3). */
const WAIT_HOURS = 72

type Sent = RecoveryCode & { readonly atMs: number }

/**
 * For who can show no passkey, app or code any more: by the password and a code of an SMS all of them are removed after
 * three days (beyond 4.3). What was given once, as at the login, is not asked for again.
 */
export function RecoveryForm({
  username,
  password: given,
  onEnd,
}: {
  username: string
  password?: string
  onEnd: () => void
}): ReactNode {
  const { t } = useTexts()
  const { isBusy, wrong, setWrong, attempt } = useAttempt()
  const [password, setPassword] = useState(given ?? '')
  const [code, setCode] = useState('')
  const [sent, setSent] = useState<Sent>()
  const [removedAt, setRemovedAt] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  useSmsCode(sent?.otpToken, setCode)
  const step = removedAt === undefined ? (sent === undefined ? 'ask' : 'code') : 'done'
  // Whoever reads or types by keyboard is led on: to the field of the step, or to what has come of it.
  useEffect(() => {
    if (step !== 'ask') form.current?.querySelector<HTMLElement>('input, [tabindex="-1"]')?.focus()
  }, [step])

  const send = async (): Promise<void> => {
    setSent({ ...(await askForRecovery({ username, password })), atMs: Date.now() })
    setCode('')
  }
  const resend = useResend(sent?.atMs ?? 0, send, setWrong)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if ((sent === undefined ? password : code).trim() === '') return setWrong(t('common.fieldRequired'))
    attempt(
      sent === undefined ? send : async () => setRemovedAt((await confirmRecovery(sent.otpToken, code)).removedAt),
    )
  }
  return (
    <form ref={form} className={styles.steps} onSubmit={submit} noValidate>
      {step === 'done' ? (
        <p tabIndex={-1} role="status" className={styles.intro}>
          {t('recover.done', { time: formatMinute(removedAt ?? '') })}
        </p>
      ) : (
        <p className={styles.intro}>{t('recover.what', { hours: WAIT_HOURS })}</p>
      )}
      {step === 'ask' && given === undefined ? (
        <CurrentPasswordField
          t={t}
          error={wrong}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      ) : null}
      {step === 'ask' && given !== undefined && wrong !== undefined ? (
        <Note tone="out" role="alert">
          {wrong}
        </Note>
      ) : null}
      {step !== 'code' || sent === undefined ? null : (
        <>
          <p className={`num ${styles.intro}`}>{t('register.otp.ref', { ref: sent.otpRef })}</p>
          <CodeField
            t={t}
            name="otp"
            error={wrong}
            value={code}
            onChange={(event) => setCode(onlyDigits(event.target.value))}
            resend={resend}
          />
        </>
      )}
      <div className={styles.actions}>
        {step === 'done' ? null : (
          <Button kind={step === 'ask' ? 'gold' : 'final'} type="submit" disabled={isBusy}>
            {t(step === 'ask' ? 'recover.send' : 'recover.confirm')}
          </Button>
        )}
        <Button kind={step === 'done' ? 'gold' : 'quiet'} onClick={onEnd}>
          {t(step === 'done' ? 'common.close' : 'common.back')}
        </Button>
      </div>
    </form>
  )
}
