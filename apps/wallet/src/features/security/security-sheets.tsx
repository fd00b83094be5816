import type { PasskeyCreation } from '@krapao/contract'
import { PASSKEY_NAME_MAX } from '@krapao/contract'
import type { QrDrawing } from '@krapao/payment-codes'
import type { FormEvent, ReactNode } from 'react'
import { useEffect, useId, useState } from 'react'
import { makePasskey } from '../../lib/passkeys.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { Button } from '../../ui/button.tsx'
import { CurrentPasswordField } from '../../ui/current-password-field.tsx'
import { TextField } from '../../ui/field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { QrPicture } from '../../ui/qr-picture.tsx'
import { showToast } from '../../ui/toast.tsx'
import { addAuthenticator, addPasskey, confirmPassword, namePasskey } from './security.api.ts'
import styles from './security.module.css'

/** What is open over the page. */
export type OpenSheet =
  | { readonly what: 'app'; readonly address: string; readonly secret: string }
  | { readonly what: 'passkey'; readonly number: number; readonly options: PasskeyCreation }
  | { readonly what: 'name'; readonly id: string; readonly name: string }
  | { readonly what: 'codes'; readonly codes: readonly string[] }
  | { readonly what: 'password'; readonly again: () => void }

/** The sheet that is open over the page. */
export function SecuritySheet({
  open,
  onOpen,
  onClose,
}: {
  open: OpenSheet
  onOpen: (next: OpenSheet) => void
  onClose: () => void
}): ReactNode {
  const { t } = useTexts()
  const onNamed = (said: 'factors.passkey.added' | 'factors.renamed'): void => {
    onClose()
    showToast('done', t(said), 'security')
  }
  if (open.what === 'app') {
    return <AppSheet {...open} onClose={onClose} onCodes={(codes) => onOpen({ what: 'codes', codes })} />
  }
  if (open.what === 'codes') return <CodesSheet codes={open.codes} onClose={onClose} />
  if (open.what === 'password') {
    return (
      <PasswordSheet
        onClose={onClose}
        onGiven={() => {
          onClose()
          open.again()
        }}
      />
    )
  }
  if (open.what === 'name') {
    return (
      <NameSheet
        title="factors.rename"
        button="common.save"
        name={open.name}
        onClose={onClose}
        onName={async (name) => {
          await namePasskey(open.id, name)
          onNamed('factors.renamed')
        }}
      />
    )
  }
  return (
    <NameSheet
      title="security.passkeys"
      hint="security.passkey.what"
      button="security.add"
      name={t('security.passkey.name', { n: open.number })}
      onClose={onClose}
      onName={async (name) => {
        const passkey = await makePasskey(open.options)
        if (passkey === undefined) return
        await addPasskey({ passkey, name })
        onNamed('factors.passkey.added')
      }}
    />
  )
}

/** What is typed into a sheet of one field, and what is wrong with it. */
function useField(send: (typed: string) => Promise<void>, proposed = '') {
  const { t } = useTexts()
  const [value, setValue] = useState(proposed)
  const { isBusy, wrong: error, setWrong, attempt } = useAttempt()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (value.trim() === '') setWrong(t('common.fieldRequired'))
    else attempt(() => send(value))
  }
  const onChange = (event: { target: { value: string } }): void => {
    setValue(event.target.value)
    setWrong(undefined)
  }
  return { isBusy, submit, control: { value, error, onChange } }
}

/** A sheet of one field, and the button that sends it; what is said before it stands above. */
function FieldSheet({
  title,
  button,
  field,
  above,
  onClose,
  children,
}: {
  title: string
  button: string
  field: ReturnType<typeof useField>
  above?: ReactNode
  onClose: () => void
  children: ReactNode
}): ReactNode {
  const { t } = useTexts()
  const id = useId()
  return (
    <Sheet
      title={title}
      closeLabel={t('aria.closeDialog')}
      onClose={onClose}
      footer={
        <Button kind="gold" type="submit" form={id} disabled={field.isBusy}>
          {button}
        </Button>
      }
    >
      {above}
      <form id={id} onSubmit={field.submit} noValidate>
        {children}
      </form>
    </Sheet>
  )
}

/** What a passkey is called: before the browser makes it, or anew. Who gives that up stays here. */
function NameSheet(given: {
  title: 'security.passkeys' | 'factors.rename'
  hint?: 'security.passkey.what'
  button: 'security.add' | 'common.save'
  name: string
  onName: (name: string) => Promise<void>
  onClose: () => void
}): ReactNode {
  const { t } = useTexts()
  const field = useField((name) => given.onName(name.trim()), given.name)
  return (
    <FieldSheet title={t(given.title)} button={t(given.button)} field={field} onClose={given.onClose}>
      <TextField
        name="name"
        label={t('factors.passkey.label')}
        hint={given.hint && t(given.hint)}
        maxLength={PASSKEY_NAME_MAX}
        {...field.control}
      />
    </FieldSheet>
  )
}

/** The key as a QR code, for an app on another device; what draws it comes now. Without it the key is typed. */
function KeyQr({ address }: { address: string }): ReactNode {
  const { t } = useTexts()
  const [drawing, setDrawing] = useState<QrDrawing>()
  useEffect(() => {
    let isGone = false
    const draw = async (): Promise<void> => {
      const { drawQr } = await import('../../ui/draw-qr.ts')
      if (!isGone) setDrawing(drawQr(address))
    }
    draw().catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [address])
  return (
    <div className={styles.qr}>
      {drawing === undefined ? null : <QrPicture drawing={drawing} label={t('factors.app.qr')} />}
    </div>
  )
}

/** The key of an authenticator app, and the first code of it. */
function AppSheet(given: {
  address: string
  secret: string
  onCodes: (codes: readonly string[]) => void
  onClose: () => void
}): ReactNode {
  const { t } = useTexts()
  const field = useField(async (code) => given.onCodes((await addAuthenticator(code)).codes))
  return (
    <FieldSheet
      title={t('security.app')}
      button={t('security.turnOn')}
      field={field}
      onClose={given.onClose}
      above={
        <>
          <p>{t('factors.app.how')}</p>
          <KeyQr address={given.address} />
          <a className={styles.open} href={given.address}>
            {t('factors.app.open')}
          </a>
          <p className={`${styles.key} num`}>{given.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</p>
        </>
      }
    >
      <TextField
        name="code"
        label={t('factors.app.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        {...field.control}
      />
    </FieldSheet>
  )
}

/** Ten codes, which are shown this once. */
function CodesSheet({ codes, onClose }: { codes: readonly string[]; onClose: () => void }): ReactNode {
  const { t } = useTexts()
  return (
    <Sheet
      title={t('factors.codes')}
      closeLabel={t('aria.closeDialog')}
      onClose={onClose}
      footer={
        <Button kind="gold" onClick={onClose}>
          {t('factors.codes.kept')}
        </Button>
      }
    >
      <p>{t('factors.codes.what')}</p>
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
function PasswordSheet({ onGiven, onClose }: { onGiven: () => void; onClose: () => void }): ReactNode {
  const { t } = useTexts()
  const field = useField(async (password) => {
    await confirmPassword(password)
    onGiven()
  })
  return (
    <FieldSheet title={t('factors.stepUp')} button={t('factors.confirm')} field={field} onClose={onClose}>
      <CurrentPasswordField t={t} {...field.control} />
    </FieldSheet>
  )
}
