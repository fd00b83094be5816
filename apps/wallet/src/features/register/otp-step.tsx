import { onlyDigits } from '@krapao/contract'
import type { FormEvent, ReactNode } from 'react'
import { useState } from 'react'
import { errorText } from '../../lib/api/api-error.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { useResend } from '../../lib/use-resend.ts'
import { useSmsCode } from '../../lib/use-sms-code.ts'
import { Button } from '../../ui/button.tsx'
import { CODE_DIGITS, CodeField } from '../../ui/code-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { sendOtp, verifyOtp } from './register.api.ts'
import type { StepProps } from './register.rules.ts'
import styles from './register-page.module.css'

/** Step 2: the code that came by SMS, with the reference that stands beside it. */
export function OtpStep({ draft, change, go }: StepProps): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const [code, setCode] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [isEmpty, setIsEmpty] = useState(false)

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
    const digits = onlyDigits(typed)
    setCode(digits)
    if (digits.length === CODE_DIGITS && digits !== code) void verify(digits)
  }

  useSmsCode(draft.otpToken, take)

  const sendAgain = async (): Promise<void> => {
    const { otpRef, otpToken } = await sendOtp(draft.phone, draft.otpToken)
    if (otpRef === null || otpToken === null) {
      showToast('done', t('register.otp.verified'))
      return go('profile')
    }
    change({ otpRef, otpToken, otpPhone: draft.phone, otpSentAtMs: Date.now() })
    setCode('')
    showToast('done', t('register.otp.resent'))
  }
  const resend = useResend(draft.otpSentAtMs ?? 0, sendAgain, setError)

  return (
    <form onSubmit={submit} noValidate>
      <p className={styles.intro}>{t('register.otp.sentTo', { phone: draft.phone })}</p>
      <p className="num">{t('register.otp.ref', { ref: draft.otpRef ?? '' })}</p>
      <CodeField
        t={t}
        name="otp"
        error={error}
        required
        aria-invalid={isEmpty || error !== undefined || undefined}
        value={code}
        onChange={(event) => take(event.target.value)}
        resend={resend}
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
