import { CallError, useNow } from '@krapao/web'
import type { FormEvent, ReactNode } from 'react'
import { useState } from 'react'
import { errorText } from '../../lib/api/api-error.ts'
import { RESEND_MS, resendWait } from '../../lib/resend-wait.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { plainDigits } from '../../lib/typed-digits.ts'
import { useSmsCode } from '../../lib/use-sms-code.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Resend } from '../../ui/resend.tsx'
import { showToast } from '../../ui/toast.tsx'
import { sendOtp, verifyOtp } from './register.api.ts'
import type { StepProps } from './register.rules.ts'
import styles from './register-page.module.css'

/** Decisions 2.38: a code lives for 5 minutes. */
const CODE_MINUTES = 5
const CODE_DIGITS = 6

/** Step 2: the code that came by SMS, with the reference that stands beside it. */
export function OtpStep({ draft, change, go }: StepProps): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const [code, setCode] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [isEmpty, setIsEmpty] = useState(false)
  const [isSending, setIsSending] = useState(false)
  const [refusedUntilMs, setRefusedUntilMs] = useState(0)
  const nowMs = useNow(1_000)
  const waitMs = Math.max((draft.otpSentAtMs ?? 0) + RESEND_MS, refusedUntilMs) - nowMs

  const verify = async (digits: string): Promise<void> => {
    if (draft.otpToken === undefined || isBusy) return
    setError(undefined)
    setIsBusy(true)
    try {
      await verifyOtp(draft.otpToken, digits)
      change({ isVerified: true })
      go('profile')
    } catch (failure) {
      setError(errorText(texts, failure))
      setIsBusy(false)
    }
  }

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    setIsEmpty(code === '')
    if (code === '') event.currentTarget.querySelector('input')?.focus()
    else void verify(code)
  }

  /** A whole code goes out by itself, whether it was typed, pasted or put in by the phone. */
  const take = (typed: string): void => {
    const digits = plainDigits(typed).replaceAll(/\D/g, '')
    setCode(digits)
    if (digits.length === CODE_DIGITS && digits !== code) void verify(digits)
  }

  useSmsCode(draft.otpToken, take)

  const resend = async (): Promise<void> => {
    setError(undefined)
    setIsSending(true)
    try {
      const { otpRef, otpToken } = await sendOtp(draft.phone, draft.otpToken)
      if (otpRef === null || otpToken === null) {
        showToast('done', t('register.otp.verified'))
        go('profile')
        return
      }
      change({ otpRef, otpToken, otpPhone: draft.phone, otpSentAtMs: Date.now() })
      setCode('')
      showToast('done', t('register.otp.resent'))
    } catch (failure) {
      setError(errorText(texts, failure))
      const { retryAfterS = 0 } = failure instanceof CallError ? failure : {}
      setRefusedUntilMs(Date.now() + retryAfterS * 1_000)
    }
    setIsSending(false)
  }

  return (
    <form onSubmit={submit} noValidate>
      <p className={styles.intro}>{t('register.otp.sentTo', { phone: draft.phone })}</p>
      <p className="num">{t('register.otp.ref', { ref: draft.otpRef ?? '' })}</p>
      <TextField
        label={t('register.otp.label')}
        hint={t('register.otp.hint', { minutes: CODE_MINUTES })}
        error={error}
        name="otp"
        isCode
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={CODE_DIGITS}
        placeholder={t('register.otp.placeholder')}
        required
        aria-invalid={isEmpty || error !== undefined || undefined}
        value={code}
        onChange={(event) => take(event.target.value)}
      />
      <Resend
        waiting={resendWait(texts, waitMs)}
        label={t('register.otp.resend')}
        isBusy={isSending}
        onResend={() => void resend()}
      />
      <div className={styles.actions}>
        <Button kind="gold" type="submit" busyLabel={isBusy ? t('common.checking') : undefined}>
          {t('common.confirm')}
        </Button>
        <Button kind="quiet" onClick={() => go('phone')}>
          {t('register.otp.changePhone')}
        </Button>
      </div>
    </form>
  )
}
