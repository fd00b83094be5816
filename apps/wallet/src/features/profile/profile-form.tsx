import { CallError } from '@krapao/web'
import type { FormEvent, ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { errorText } from '../../lib/api/api-error.ts'
import { formatDateTime } from '../../lib/formats.ts'
import { openModal } from '../../lib/modals.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CurrentPasswordField } from '../../ui/current-password-field.tsx'
import { TextField } from '../../ui/field.tsx'
import { shield } from '../../ui/drawings.tsx'
import { Note } from '../../ui/note.tsx'
import panels from '../../ui/panel.module.css'
import { BankSelect } from './bank-select.tsx'
import styles from './profile-page.module.css'
import type { MemberProfile } from './profile.api.ts'
import { useBanks, useSaveProfile } from './profile.api.ts'
import type { ProfileDraft, ProfileField } from './profile.rules.ts'
import { brokenRule, changeOf, draftOf, firstEmpty, isChanged, movesAccount } from './profile.rules.ts'
import { useLeaveQuestion } from './use-leave-question.ts'

const fields: readonly ProfileField[] = ['name', 'bankCode', 'bankAccountName', 'bankAccountNo', 'password']

/** Which field is wrong, and what is said below it; without words it is only marked. */
interface Wrong {
  readonly field: ProfileField
  readonly text?: string
}

/** Name and bank account to be edited, with Save (decisions 2.89). What was typed stays, whatever becomes of it. */
export function ProfileForm({ saved, onEnd }: { saved: MemberProfile; onEnd: () => void }): ReactNode {
  const { t } = useTexts()
  const [draft, setDraft] = useState(() => draftOf(saved))
  const [isLeaving, setIsLeaving] = useState(false)
  const question = useLeaveQuestion(isChanged(draft, saved))
  const { form, wrong, isMissing, isBusy, submit, forget } = useSubmit(draft, saved, onEnd)
  const edit = (field: ProfileField, value: string): void => {
    setDraft({ ...draft, [field]: value })
    forget(field)
  }
  /** What every field is given. */
  const control = (field: ProfileField) => ({
    name: field,
    value: draft[field],
    required: true,
    error: wrong?.field === field ? wrong.text : undefined,
    'aria-invalid': wrong?.field === field || undefined,
  })
  const cancel = (): void => (isChanged(draft, saved) ? setIsLeaving(true) : onEnd())
  return (
    <form ref={form} onSubmit={submit} noValidate aria-label={t('profile.edit')}>
      <ReadOnly profile={saved.profile} />
      <div className={`${panels.panel} ${styles.form}`}>
        <TextField
          {...control('name')}
          label={t('field.profileName')}
          autoComplete="nickname"
          onChange={(event) => edit('name', event.target.value)}
        />
        <BankSelect
          {...control('bankCode')}
          present={saved.bankAccount}
          onChange={(event) => edit('bankCode', event.target.value)}
        />
        <TextField
          {...control('bankAccountName')}
          label={t('field.accountName')}
          hint={t('bankName.hint')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={(event) => edit('bankAccountName', event.target.value.toUpperCase())}
        />
        <TextField
          {...control('bankAccountNo')}
          label={t('field.accountNumber')}
          inputMode="numeric"
          autoComplete="off"
          onChange={(event) => edit('bankAccountNo', event.target.value)}
        />
        {movesAccount(draft, saved) ? (
          <>
            <Note tone="wait" drawing={shield} role="status">
              {t('profile.bankChangeText')}
            </Note>
            <CurrentPasswordField
              {...control('password')}
              t={t}
              hint={t('profile.bank.password')}
              onChange={(event) => edit('password', event.target.value)}
            />
          </>
        ) : null}
        <div className={styles.actions}>
          <Button kind="gold" type="submit" busyLabel={isBusy ? t('common.saving') : undefined}>
            {t('common.save')}
          </Button>
          <Button kind="quiet" disabled={isBusy} onClick={cancel}>
            {t('common.cancel')}
          </Button>
        </div>
        <p className="vh" role="alert">
          {isMissing ? t('common.fieldRequired') : null}
        </p>
      </div>
      {isLeaving || question.leave !== null ? (
        <ConfirmDialog
          kind="danger"
          title={t('dialog.leaveTitle')}
          text={t('dialog.leaveText')}
          confirmLabel={t('dialog.leave')}
          cancelLabel={t('dialog.stay')}
          onConfirm={question.leave ?? onEnd}
          onClose={() => {
            setIsLeaving(false)
            question.stay()
          }}
        />
      ) : null}
    </form>
  )
}

/** What stays as it is stands above what can be changed. */
function ReadOnly({ profile }: { profile: MemberProfile['profile'] }): ReactNode {
  const { t } = useTexts()
  return (
    <dl className={`${panels.panel} ${panels.pairs} ${styles.fixed} num`}>
      <div>
        <dt>{t('profile.id')}</dt>
        <dd>{profile.memberId}</dd>
      </div>
      <div>
        <dt>{t('field.username')}</dt>
        <dd>{profile.username}</dd>
      </div>
      <div>
        <dt>{t('profile.createdAt')}</dt>
        <dd>{formatDateTime(profile.createdAt)}</dd>
      </div>
    </dl>
  )
}

/** Checks, sends, and says what came of it. */
function useSubmit(draft: ProfileDraft, saved: MemberProfile, onEnd: () => void) {
  const texts = useTexts()
  const { t } = texts
  const form = useRef<HTMLFormElement>(null)
  const [wrong, setWrong] = useState<Wrong>()
  const [isMissing, setIsMissing] = useState(false)
  const { mutate, isPending } = useSaveProfile()
  const bank = useBanks().data?.find(({ code }) => code === draft.bankCode)
  const focus = (field: ProfileField): void => form.current?.querySelector<HTMLElement>(`[name=${field}]`)?.focus()

  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[name=name]')?.focus()
  }, [])

  const point = (found: Wrong): void => {
    setWrong(found)
    focus(found.field)
  }
  const onError = (error: unknown): void => {
    if (error instanceof CallError && error.isHandled) return
    if (error instanceof CallError && error.code === 'WRONG_PASSWORD') {
      point({ field: 'password', text: errorText(texts, error) })
      return
    }
    const field = namedField(error)
    if (field !== undefined) point({ field })
    openModal('message', { kind: 'failed', title: t('dialog.errorTitle'), text: errorText(texts, error) })
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const empty = firstEmpty(draft, saved)
    setWrong(undefined)
    setIsMissing(empty !== undefined)
    // Nothing is said of an empty field but that it is one (decisions 3.15).
    if (empty !== undefined) return point({ field: empty })
    const broken = brokenRule(draft, saved, bank)
    if (broken !== undefined) return point({ field: broken.field, text: t(`error.${broken.code}`) })
    const hasMoved = movesAccount(draft, saved)
    mutate(changeOf(draft, saved), {
      onSuccess: () => {
        onEnd()
        const text = t(hasMoved ? 'profile.savedBank' : 'profile.saved')
        openModal('message', { kind: 'done', title: t('dialog.successTitle'), text })
      },
      onError,
    })
  }
  const forget = (field: ProfileField): void => {
    if (wrong?.field === field) setWrong(undefined)
  }
  return { form, wrong, isMissing, isBusy: isPending, submit, forget }
}

/** The field that the server found wrong, where it names one. */
function namedField(error: unknown): ProfileField | undefined {
  const named = error instanceof CallError ? error.details['fields'] : undefined
  return Array.isArray(named) ? fields.find((field) => named.includes(field)) : undefined
}
