import { isPhoneNumber } from '@krapao/contract'
import type { FormEvent, ReactNode } from 'react'
import { useState } from 'react'
import { errorText } from '../../lib/api/api-error.ts'
import { buildSettings } from '../../lib/build-settings.ts'
import { RESEND_MS } from '../../lib/resend-wait.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { keepDigits, plainDigits } from '../../lib/typed-digits.ts'
import { Button } from '../../ui/button.tsx'
import { phone as phoneDrawing } from '../../ui/drawings-first.tsx'
import { TextField } from '../../ui/field.tsx'
import type { SentCode } from './forgot.api.ts'
import { askForCode } from './forgot.api.ts'
import styles from './forgot-page.module.css'

/** Step 1: whose password it is. Asked again for the phone that just got a code, it goes on with that code. */
export function PhoneStep({
  phone,
  onType,
  last,
  onReturn,
  onSent,
  onLeave,
}: {
  phone: string
  onType: (typed: string) => void
  last: { readonly phone: string; readonly atMs: number } | undefined
  onReturn: () => void
  onSent: (phone: string, code: SentCode) => void
  onLeave: () => void
}): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const { isLaos } = buildSettings
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<string>()

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const plain = plainDigits(phone)
    if (!isPhoneNumber(plain, isLaos ? 'LA' : 'TH')) {
      setError(t(isLaos ? 'register.error.phoneLaos' : 'error.PHONE_NUMBER_REQUIRE_10_DIGIT'))
      return
    }
    if (last?.phone === plain && Date.now() < last.atMs + RESEND_MS) {
      onReturn()
      return
    }
    setError(undefined)
    setIsBusy(true)
    try {
      onSent(plain, await askForCode(plain))
    } catch (failure) {
      setError(errorText(texts, failure))
      setIsBusy(false)
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        label={t('field.phone')}
        error={error}
        name="phone"
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        placeholder={t(isLaos ? 'login.phone.placeholderLaos' : 'login.phone.placeholder')}
        drawing={phoneDrawing}
        required
        value={phone}
        onChange={(event) => onType(keepDigits(event.target.value))}
      />
      <div className={styles.actions}>
        <Button kind="gold" type="submit" busyLabel={isBusy ? t('common.sending') : undefined}>
          {t('common.continue')}
        </Button>
        <Button kind="quiet" disabled={isBusy} onClick={onLeave}>
          {t('common.back')}
        </Button>
      </div>
    </form>
  )
}
