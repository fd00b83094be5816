import type { FormEvent, ReactNode } from 'react'
import { useState } from 'react'
import { errorText } from '../../lib/api/api-error.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { sendOtp, verifyOtp } from './register.api.ts'
import type { StepProps } from './register.rules.ts'
import styles from './register-page.module.css'

/** Decisions 2.38: a code lives for 5 minutes, and a new one can be had after 60 s. */
const CODE_MINUTES = 5
const RESEND_MS = 60_000

/** Step 2: the code that came by SMS, with the reference that stands beside it. */
export function OtpStep({ draft, change, go }: StepProps): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const [code, setCode] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [sentAtMs, setSentAtMs] = useState(() => Date.now())
  const nowMs = useNow(1_000)
  const waitS = Math.ceil((sentAtMs + RESEND_MS - nowMs) / 1_000)

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (code === '' || draft.otpToken === undefined) return
    setIsBusy(true)
    setError(undefined)
    try {
      await verifyOtp(draft.otpToken, code)
      go('profile')
    } catch (failure) {
      setError(errorText(texts, failure))
      setIsBusy(false)
    }
  }

  const resend = async (): Promise<void> => {
    setError(undefined)
    setSentAtMs(Date.now())
    try {
      const { otpRef, otpToken } = await sendOtp(draft.phone, draft.otpToken)
      if (otpRef === null || otpToken === null) go('profile')
      else change({ otpRef, otpToken })
      showToast('done', t('register.otp.resent'))
    } catch (failure) {
      setError(errorText(texts, failure))
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <p className={styles.intro}>{t('register.otp.sentTo', { phone: draft.phone })}</p>
      <p className="num">{t('register.otp.ref', { ref: draft.otpRef ?? '' })}</p>
      <TextField
        label={t('register.otp.label')}
        hint={t('register.otp.hint', { minutes: CODE_MINUTES })}
        error={error}
        name="otp"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        placeholder={t('register.otp.placeholder')}
        required
        value={code}
        onChange={(event) => setCode(event.target.value.replaceAll(/\D/g, ''))}
      />
      <p className={styles.resend}>
        {waitS > 0 ? (
          t('register.otp.resendIn', { seconds: waitS })
        ) : (
          <button type="button" onClick={() => void resend()}>
            {t('register.otp.resend')}
          </button>
        )}
      </p>
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
