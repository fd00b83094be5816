import { passwordProblem } from '@krapao/contract'
import type { FormEvent, ReactNode } from 'react'
import { useState } from 'react'
import { ApiError, errorText } from '../../lib/api/api-error.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { plainDigits } from '../../lib/typed-digits.ts'
import { resendWait } from '../../lib/resend-wait.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { lock } from '../../ui/drawings-first.tsx'
import { PasswordField, TextField } from '../../ui/field.tsx'
import { Resend } from '../../ui/resend.tsx'
import { showToast } from '../../ui/toast.tsx'
import type { SentCode } from './forgot.api.ts'
import { askForCode, setNewPassword } from './forgot.api.ts'
import styles from './forgot-page.module.css'

/** Decisions 2.38: a code lives for 5 minutes, and the next can be had after 60 s. */
const CODE_MINUTES = 5
const RESEND_MS = 60_000

type Field = 'code' | 'password' | 'confirm'
type Wrong = Partial<Record<Field, string>>

/** Step 2: the code of the SMS and the new password. */
export function PasswordStep({
  phone,
  sent,
  sentAtMs,
  onSentAgain,
  onBack,
  onDone,
}: {
  phone: string
  sent: SentCode
  sentAtMs: number
  onSentAgain: (code: SentCode) => void
  onBack: () => void
  onDone: () => void
}): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const [code, setCode] = useState('')
  const [password, setPassword] = useState('')
  const [confirm, setConfirm] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [isSending, setIsSending] = useState(false)
  const [wrong, setWrong] = useState<Wrong>({})
  const [empty, setEmpty] = useState<Field>()
  const [refusedUntilMs, setRefusedUntilMs] = useState(0)
  const nowMs = useNow(1_000)
  const waitMs = Math.max(sentAtMs + RESEND_MS, refusedUntilMs) - nowMs

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = event.currentTarget
    const typed: Record<Field, string> = { code, password, confirm }
    const firstEmpty = (['code', 'password', 'confirm'] as const).find((field) => typed[field].trim() === '')
    setEmpty(firstEmpty)
    setWrong({})
    if (firstEmpty !== undefined) {
      form.querySelector<HTMLInputElement>(`[name=${firstEmpty}]`)?.focus()
      return
    }
    const problem = passwordProblem(password, phone)
    if (problem !== null) {
      setWrong({
        password: t(problem === 'phone' ? 'register.error.passwordIsPhone' : 'register.error.passwordLength'),
      })
      return
    }
    if (password !== confirm) {
      setWrong({ confirm: t('register.error.passwordMismatch') })
      return
    }
    setIsBusy(true)
    try {
      await setNewPassword(sent.otpToken, code, password)
      showToast('done', t('forgot.done'))
      onDone()
    } catch (failure) {
      const isOfPassword = failure instanceof ApiError && failure.code === 'INVALID_USER_INFO'
      // What the rules above let through is on the server's list of common ones.
      setWrong(isOfPassword ? { password: t('register.error.passwordCommon') } : { code: errorText(texts, failure) })
      setIsBusy(false)
    }
  }

  const resend = async (): Promise<void> => {
    setWrong({})
    setIsSending(true)
    try {
      onSentAgain(await askForCode(phone))
      setCode('')
      showToast('done', t('register.otp.resent'))
    } catch (failure) {
      setWrong({ code: errorText(texts, failure) })
      const { retryAfterS = 0 } = failure instanceof ApiError ? failure : {}
      setRefusedUntilMs(Date.now() + retryAfterS * 1_000)
    } finally {
      setIsSending(false)
    }
  }

  const shown = { showLabel: t('aria.showPassword'), hideLabel: t('aria.hidePassword') }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <p className={`num ${styles.ref}`}>{t('register.otp.ref', { ref: sent.otpRef })}</p>
      {/* By it a browser's own keeper of passwords knows whose password it is. */}
      <input type="hidden" name="username" autoComplete="username" value={phone} />
      <TextField
        label={t('register.otp.label')}
        hint={t('register.otp.hint', { minutes: CODE_MINUTES })}
        error={wrong.code}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        placeholder={t('register.otp.placeholder')}
        required
        aria-invalid={empty === 'code' || wrong.code !== undefined || undefined}
        value={code}
        onChange={(event) => setCode(plainDigits(event.target.value).replaceAll(/\D/g, ''))}
      />
      <Resend
        waiting={resendWait(texts, waitMs)}
        label={t('register.otp.resend')}
        isBusy={isSending}
        onResend={() => void resend()}
      />
      <PasswordField
        {...shown}
        label={t('forgot.newPasswordField')}
        hint={t('register.profile.passwordHint')}
        error={wrong.password}
        name="password"
        autoComplete="new-password"
        drawing={lock}
        required
        aria-invalid={empty === 'password' || wrong.password !== undefined || undefined}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <PasswordField
        {...shown}
        label={t('register.profile.confirm')}
        error={wrong.confirm}
        name="confirm"
        autoComplete="new-password"
        drawing={lock}
        required
        aria-invalid={empty === 'confirm' || wrong.confirm !== undefined || undefined}
        value={confirm}
        onChange={(event) => setConfirm(event.target.value)}
      />
      <div className={styles.actions}>
        <Button kind="gold" type="submit" busyLabel={isBusy ? t('common.saving') : undefined}>
          {t('forgot.newPassword')}
        </Button>
        <Button kind="quiet" disabled={isBusy} onClick={onBack}>
          {t('register.otp.changePhone')}
        </Button>
      </div>
    </form>
  )
}
