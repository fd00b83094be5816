import type { ReactNode } from 'react'
import { useTexts } from '../../lib/texts/texts.ts'
import { usePhone } from '../../lib/use-phone.ts'
import { RESEND_MS } from '../../lib/use-resend.ts'
import { Button } from '../../ui/button.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
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
  const { t } = useTexts()
  const { isBusy, submit, field } = usePhone(phone, onType, async (plain) => {
    if (last?.phone === plain && Date.now() < last.atMs + RESEND_MS) onReturn()
    else onSent(plain, await askForCode(plain))
  })
  return (
    <form onSubmit={submit} noValidate>
      <PhoneField {...field} />
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
