import type { ReactNode } from 'react'
import { useTexts } from '../../lib/texts/texts.ts'
import { usePhone } from '../../lib/use-phone.ts'
import { Button } from '../../ui/button.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { isOtpWanted, sendOtp } from './register.api.ts'
import type { StepProps } from './register.rules.ts'
import { isCodeOnItsWay } from './register.rules.ts'
import styles from './register-page.module.css'

/** Step 1: the phone number. Leads to the OTP, or past it when none is wanted or this phone is verified. */
export function PhoneStep({ draft, change, go }: StepProps): ReactNode {
  const { t } = useTexts()
  const onPhone = async (phone: string): Promise<void> => {
    change({ phone })
    if (isCodeOnItsWay(draft, phone, Date.now())) return go('otp')
    if (!(await isOtpWanted())) return go('profile')
    const { code, otpRef, otpToken } = await sendOtp(phone, draft.otpToken)
    if (code === 'OTP_VERIFIED' || otpRef === null || otpToken === null) {
      showToast('done', t('register.otp.verified'))
      go('profile')
    } else {
      change({ otpRef, otpToken, otpPhone: phone, otpSentAtMs: Date.now(), isVerified: false })
      go('otp')
    }
  }
  const { isBusy, submit, field } = usePhone(draft.phone, (phone) => change({ phone }), onPhone)
  return (
    <form onSubmit={submit} noValidate>
      <PhoneField {...field} hint={t('register.phone.hint')} />
      <div className={styles.actions}>
        <Button kind="gold" type="submit" busyLabel={isBusy ? t('common.sending') : undefined}>
          {t('common.continue')}
        </Button>
      </div>
    </form>
  )
}
