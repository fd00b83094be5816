import type { PasskeyCreation } from '@krapao/contract'
import { PASSKEY_NAME_MAX } from '@krapao/contract'
import { lock } from '@krapao/web'
import type { FormEvent, ReactNode } from 'react'
import { useId, useState } from 'react'
import { errorText } from '../../lib/api/api-error.ts'
import { makePasskey } from '../../lib/passkeys.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField, TextField } from '../../ui/field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { addAuthenticator, addPasskey, confirmPassword } from './security.api.ts'
import styles from './security.module.css'

/** What is typed into a sheet of one field, and what is wrong with it. */
function useField(send: (typed: string) => Promise<void>, proposed = '') {
  const texts = useTexts()
  const [value, setValue] = useState(proposed)
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (value.trim() === '') return setError(texts.t('common.fieldRequired'))
    if (isBusy) return
    setIsBusy(true)
    try {
      await send(value)
    } catch (failure) {
      setError(errorText(texts, failure))
    }
    setIsBusy(false)
  }
  const onChange = (event: { target: { value: string } }): void => {
    setValue(event.target.value)
    setError(undefined)
  }
  return { isBusy, submit: (event: FormEvent) => void submit(event), control: { value, error, onChange } }
}

/** What a passkey is to be called, before the browser makes it. Who gives that up stays here. */
export function PasskeySheet(given: {
  options: PasskeyCreation
  proposedName: string
  onAdded: () => void
  onClose: () => void
}): ReactNode {
  const { t } = useTexts()
  const id = useId()
  const field = useField(async (name) => {
    const passkey = await makePasskey(given.options)
    if (passkey === undefined) return
    await addPasskey({ passkey, name: name.trim() })
    given.onAdded()
  }, given.proposedName)
  return (
    <Sheet
      title={t('security.passkeys')}
      closeLabel={t('aria.closeDialog')}
      onClose={given.onClose}
      footer={
        <Button kind="gold" type="submit" form={id} disabled={field.isBusy}>
          {t('security.add')}
        </Button>
      }
    >
      <form id={id} onSubmit={field.submit} noValidate>
        <TextField
          name="name"
          label={t('security.passkey.label')}
          hint={t('security.passkey.what')}
          maxLength={PASSKEY_NAME_MAX}
          {...field.control}
        />
      </form>
    </Sheet>
  )
}

/** The key of an authenticator app, and the first code of it. */
export function AppSheet(given: {
  address: string
  secret: string
  onCodes: (codes: readonly string[]) => void
  onClose: () => void
}): ReactNode {
  const { t } = useTexts()
  const id = useId()
  const field = useField(async (code) => given.onCodes((await addAuthenticator(code)).codes))
  return (
    <Sheet
      title={t('security.app')}
      closeLabel={t('aria.closeDialog')}
      onClose={given.onClose}
      footer={
        <Button kind="gold" type="submit" form={id} disabled={field.isBusy}>
          {t('security.turnOn')}
        </Button>
      }
    >
      <p>{t('security.app.how')}</p>
      <p className={styles.open}>
        <a href={given.address}>{t('security.app.open')}</a>
      </p>
      <p className={`${styles.key} num`}>{given.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</p>
      <form id={id} onSubmit={field.submit} noValidate>
        <TextField
          name="code"
          label={t('security.app.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          {...field.control}
        />
      </form>
    </Sheet>
  )
}

/** Ten codes, which are shown this once. */
export function CodesSheet({ codes, onClose }: { codes: readonly string[]; onClose: () => void }): ReactNode {
  const { t } = useTexts()
  return (
    <Sheet
      title={t('security.codes')}
      closeLabel={t('aria.closeDialog')}
      onClose={onClose}
      footer={
        <Button kind="gold" onClick={onClose}>
          {t('security.codes.kept')}
        </Button>
      }
    >
      <p>{t('security.codes.what')}</p>
      <ol className={styles.codes}>
        {codes.map((code) => (
          <li key={code} className="num">
            {code}
          </li>
        ))}
      </ol>
    </Sheet>
  )
}

/** The password once more, before the first factor is added. */
export function PasswordSheet({ onGiven, onClose }: { onGiven: () => void; onClose: () => void }): ReactNode {
  const { t } = useTexts()
  const id = useId()
  const field = useField(async (password) => {
    await confirmPassword(password)
    onGiven()
  })
  return (
    <Sheet
      title={t('security.stepUp')}
      closeLabel={t('aria.closeDialog')}
      onClose={onClose}
      footer={
        <Button kind="gold" type="submit" form={id} disabled={field.isBusy}>
          {t('security.confirm')}
        </Button>
      }
    >
      <form id={id} onSubmit={field.submit} noValidate>
        <PasswordField
          name="password"
          label={t('field.password')}
          autoComplete="current-password"
          drawing={lock}
          showLabel={t('aria.showPassword')}
          hideLabel={t('aria.hidePassword')}
          {...field.control}
        />
      </form>
    </Sheet>
  )
}
