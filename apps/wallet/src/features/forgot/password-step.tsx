import { onlyDigits } from '@krapao/contract'
import type { ReactNode } from 'react'
import { useTexts } from '../../lib/texts/texts.ts'
import { useSmsCode } from '../../lib/use-sms-code.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import { NewPasswordFields } from '../../ui/new-password-fields.tsx'
import type { SentCode } from './forgot.api.ts'
import styles from './forgot-page.module.css'
import { useNewPassword } from './use-new-password.ts'

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
  const { t } = useTexts()
  const { values, change, wrong, isMarked, isBusy, submit, resend } = useNewPassword({
    phone,
    sent,
    sentAtMs,
    onSentAgain,
    onDone,
  })
  useSmsCode(sent.otpToken, (code) => change({ code }))
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <p className={`num ${styles.ref}`}>{t('register.otp.ref', { ref: sent.otpRef })}</p>
      {/* By it a browser's own keeper of passwords knows whose password it is. */}
      <input type="hidden" name="username" autoComplete="username" value={phone} />
      <CodeField
        t={t}
        name="code"
        error={wrong.code}
        required
        aria-invalid={isMarked('code') || undefined}
        value={values.code}
        onChange={(event) => change({ code: onlyDigits(event.target.value) })}
        resend={resend}
      />
      <NewPasswordFields
        t={t}
        label={t('forgot.newPasswordField')}
        control={(field) => ({
          value: values[field],
          error: wrong[field],
          'aria-invalid': isMarked(field) || undefined,
        })}
        onType={change}
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
