import { lock, useNow } from '@krapao/web'
import type { ReactNode } from 'react'
import { useTexts } from '../../lib/texts/texts.ts'
import { plainDigits } from '../../lib/typed-digits.ts'
import { RESEND_MS, resendWait } from '../../lib/resend-wait.ts'
import { useSmsCode } from '../../lib/use-sms-code.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField, TextField } from '../../ui/field.tsx'
import { Resend } from '../../ui/resend.tsx'
import type { SentCode } from './forgot.api.ts'
import styles from './forgot-page.module.css'
import { useNewPassword } from './use-new-password.ts'

/** Decisions 2.38. */
const CODE_MINUTES = 5

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
  const form = useNewPassword({ phone, sent, onSentAgain, onDone })
  const { values, change, wrong, isMarked, isBusy, isSending } = form
  const nowMs = useNow(1_000)
  const waitMs = Math.max(sentAtMs + RESEND_MS, form.refusedUntilMs) - nowMs
  useSmsCode(sent.otpToken, (code) => change({ code }))
  const shown = { showLabel: t('aria.showPassword'), hideLabel: t('aria.hidePassword') }
  return (
    <form onSubmit={(event) => void form.submit(event)} noValidate>
      <p className={`num ${styles.ref}`}>{t('register.otp.ref', { ref: sent.otpRef })}</p>
      {/* By it a browser's own keeper of passwords knows whose password it is. */}
      <input type="hidden" name="username" autoComplete="username" value={phone} />
      <TextField
        label={t('register.otp.label')}
        hint={t('register.otp.hint', { minutes: CODE_MINUTES })}
        error={wrong.code}
        name="code"
        isCode
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        placeholder={t('register.otp.placeholder')}
        required
        aria-invalid={isMarked('code') || undefined}
        value={values.code}
        onChange={(event) => change({ code: plainDigits(event.target.value).replaceAll(/\D/g, '') })}
      />
      <Resend
        waiting={resendWait(texts, waitMs)}
        label={t('register.otp.resend')}
        isBusy={isSending}
        onResend={() => void form.resend()}
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
        aria-invalid={isMarked('password') || undefined}
        value={values.password}
        onChange={(event) => change({ password: event.target.value })}
      />
      <PasswordField
        {...shown}
        label={t('register.profile.confirm')}
        error={wrong.confirm}
        name="confirm"
        autoComplete="new-password"
        drawing={lock}
        required
        aria-invalid={isMarked('confirm') || undefined}
        value={values.confirm}
        onChange={(event) => change({ confirm: event.target.value })}
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
