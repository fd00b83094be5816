import type { FormEvent, ReactNode } from 'react'
import { useState } from 'react'
import { errorText } from '../../lib/api/api-error.ts'
import { buildSettings } from '../../lib/build-settings.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { keepDigits } from '../../lib/typed-digits.ts'
import { Button } from '../../ui/button.tsx'
import { phone as phoneDrawing } from '../../ui/drawings-first.tsx'
import { TextField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { isOtpWanted, sendOtp } from './register.api.ts'
import type { StepProps } from './register.rules.ts'
import { isCodeOnItsWay, readPhone } from './register.rules.ts'
import styles from './register-page.module.css'

/** Step 1: the phone number. Leads to the OTP, or past it when none is wanted or this phone is verified. */
export function PhoneStep({ draft, change, go }: StepProps): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<string>()

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const { phone, isGood } = readPhone(draft.phone, buildSettings.isLaos)
    if (!isGood) {
      setError(t(buildSettings.isLaos ? 'register.error.phoneLaos' : 'error.PHONE_NUMBER_REQUIRE_10_DIGIT'))
      return
    }
    setError(undefined)
    change({ phone })
    if (isCodeOnItsWay(draft, phone, Date.now())) {
      go('otp')
      return
    }
    setIsBusy(true)
    try {
      if (!(await isOtpWanted())) {
        go('profile')
        return
      }
      const { code, otpRef, otpToken } = await sendOtp(phone, draft.otpToken)
      if (code === 'OTP_VERIFIED' || otpRef === null || otpToken === null) {
        showToast('done', t('register.otp.verified'))
        go('profile')
      } else {
        change({ otpRef, otpToken, otpPhone: phone, otpSentAtMs: Date.now(), isVerified: false })
        go('otp')
      }
    } catch (failure) {
      setError(errorText(texts, failure))
      setIsBusy(false)
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        label={t('field.phone')}
        hint={t('register.phone.hint')}
        error={error}
        name="phone"
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        placeholder={t(buildSettings.isLaos ? 'login.phone.placeholderLaos' : 'login.phone.placeholder')}
        drawing={phoneDrawing}
        required
        value={draft.phone}
        onChange={(event) => change({ phone: keepDigits(event.target.value) })}
      />
      <div className={styles.actions}>
        <Button kind="gold" type="submit" busyLabel={isBusy ? t('common.sending') : undefined}>
          {t('common.continue')}
        </Button>
      </div>
    </form>
  )
}
