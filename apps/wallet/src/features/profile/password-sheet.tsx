import { LOADING_OVERLAY_DELAY_MS, passwordProblem } from '@krapao/contract'
import { CallError, lock } from '@krapao/web'
import type { FormEvent, ReactNode } from 'react'
import { useId, useRef, useState } from 'react'
import { errorText } from '../../lib/api/api-error.ts'
import { openModal } from '../../lib/modals.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/field.tsx'
import { LoadingOverlay } from '../../ui/loading-overlay.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import styles from './profile-sheets.module.css'
import { useChangePassword, useProfile } from './profile.api.ts'

const fields = ['old', 'new', 'confirm'] as const
type Field = (typeof fields)[number]

/** What is said below a field; an empty text only marks it. */
type Wrong = Partial<Readonly<Record<Field, string>>>

/** Another password, by the present one (PRF-025 to PRF-027). Every other session of the member ends with it. */
export function PasswordSheet({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTexts()
  const id = useId()
  const { typed, wrong, isMissing, isRunning, form, type, submit } = useSubmit(onClose)
  const username = useProfile().data?.profile.username ?? ''
  const control = (field: Field) => ({
    name: field,
    label: t(`password.${field}`),
    drawing: lock,
    required: true,
    showLabel: t('aria.showPassword'),
    hideLabel: t('aria.hidePassword'),
    value: typed[field],
    error: wrong[field] === '' ? undefined : wrong[field],
    'aria-invalid': wrong[field] !== undefined || undefined,
    onChange: (event: { target: { value: string } }) => type(field, event.target.value),
  })
  return (
    <Sheet
      title={t('password.title')}
      closeLabel={t('aria.closeDialog')}
      onClose={onClose}
      footer={
        <Button kind="gold" type="submit" form={id} disabled={isRunning}>
          {t('password.title')}
        </Button>
      }
    >
      <p className={styles.intro}>{t('password.others')}</p>
      <form id={id} ref={form} onSubmit={(event) => submit(event, username)} noValidate>
        {/* Keepers of passwords learn by it whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <PasswordField {...control('old')} autoComplete="current-password" />
        <PasswordField {...control('new')} hint={t('password.hint')} autoComplete="new-password" />
        <PasswordField {...control('confirm')} autoComplete="new-password" />
        <p className="vh" role="alert">
          {isMissing ? t('common.fieldRequired') : null}
        </p>
      </form>
      {isRunning ? <LoadingOverlay text={t('password.changing')} /> : null}
    </Sheet>
  )
}

function useSubmit(onClose: () => void) {
  const texts = useTexts()
  const { t } = texts
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState<Readonly<Record<Field, string>>>({ old: '', new: '', confirm: '' })
  const [wrong, setWrong] = useState<Wrong>({})
  const [isMissing, setIsMissing] = useState(false)
  const [isRunning, setIsRunning] = useState(false)
  const { mutateAsync } = useChangePassword()

  /** Marks fields and leads to the first of them. */
  const point = (found: Wrong): void => {
    setWrong(found)
    const first = fields.find((field) => found[field] !== undefined)
    if (first !== undefined) form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
  }
  const fail = (error: unknown): void => {
    if (error instanceof CallError && error.isHandled) return
    const code = error instanceof CallError ? error.code : ''
    if (code === 'WRONG_PASSWORD') point({ old: errorText(texts, error) })
    // Length and phone number were looked at here: what is left is the server's list of common ones.
    else if (code === 'INVALID_USER_INFO') point({ new: t('password.common') })
    else openModal('message', { kind: 'failed', title: t('dialog.errorTitle'), text: errorText(texts, error) })
  }
  const send = async (): Promise<void> => {
    setIsRunning(true)
    await new Promise((done) => setTimeout(done, LOADING_OVERLAY_DELAY_MS))
    try {
      await mutateAsync({ oldPassword: typed.old, newPassword: typed.new })
      setIsRunning(false)
      onClose()
      openModal('message', { kind: 'done', title: t('dialog.successTitle'), text: t('password.saved') })
    } catch (error) {
      setIsRunning(false)
      // What lies under the overlay takes the focus only when it is gone.
      setTimeout(() => fail(error))
    }
  }
  const submit = (event: FormEvent, username: string): void => {
    event.preventDefault()
    const empty = fields.find((field) => typed[field] === '')
    setIsMissing(empty !== undefined)
    // Nothing is said of an empty field but that it is one (PRF-025, decisions 3.15).
    if (empty !== undefined) return point({ [empty]: '' })
    const problem = passwordProblem(typed.new, username)
    const found: Wrong = {
      ...(problem === null ? {} : { new: t(problem === 'phone' ? 'password.isPhone' : 'password.length') }),
      ...(typed.new === typed.confirm ? {} : { confirm: t('password.notEqual') }),
    }
    point(found)
    if (Object.keys(found).length === 0) void send()
  }
  const type = (field: Field, value: string): void => {
    setTyped({ ...typed, [field]: value })
    const { [field]: _, ...rest } = wrong
    setWrong(rest)
  }
  return { typed, wrong, isMissing, isRunning, form, type, submit }
}
