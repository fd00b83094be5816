import type { FormEvent, ReactNode } from 'react'
import { useId } from 'react'
import { useTexts } from '../../lib/texts/texts.ts'
import { useCurrentPassword } from '../../lib/use-current-password.ts'
import { Button } from '../../ui/button.tsx'
import { CurrentPasswordField } from '../../ui/current-password-field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import type { Session } from './profile.api.ts'
import { useEndSessions } from './profile.api.ts'

/** Who found a phone open knows no password; whoever logged in minutes ago is not asked for it. */
export function EndSessionsSheet(given: {
  sessions: readonly Session[]
  title: string
  label: string
  onSuccess: () => void
  onClose: () => void
}): ReactNode {
  const { sessions, title, label, onSuccess, onClose } = given
  const { t } = useTexts()
  const id = useId()
  const { mutate, isPending } = useEndSessions()
  const { form, password, field, isTyped, onError } = useCurrentPassword()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isTyped() && !isPending) mutate({ sessions, password }, { onSuccess, onError })
  }
  return (
    <Sheet
      title={title}
      closeLabel={t('aria.closeDialog')}
      onClose={onClose}
      footer={
        <Button kind="danger" type="submit" form={id} busyLabel={isPending ? t('sessions.ending') : undefined}>
          {label}
        </Button>
      }
    >
      <form id={id} ref={form} onSubmit={submit} noValidate>
        <CurrentPasswordField {...field} hint={t('sessions.password')} />
      </form>
    </Sheet>
  )
}
