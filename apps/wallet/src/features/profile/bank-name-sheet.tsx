import { isEnglishName } from '@krapao/contract'
import { CallError } from '@krapao/web'
import type { FormEvent, ReactNode } from 'react'
import { useId, useState } from 'react'
import { errorText } from '../../lib/api/api-error.ts'
import { openModal } from '../../lib/modals.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TextField } from '../../ui/field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { dropToasts, showToast } from '../../ui/toast.tsx'
import styles from './profile-sheets.module.css'
import { useProfile, useSaveAccountName } from './profile.api.ts'

/** The name of a bank account in English letters (PRF-017, PRF-022 to PRF-024). What fails is a toast (ERR-110). */
export function BankNameSheet({ onClose }: { onClose: () => void }): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const id = useId()
  const { data } = useProfile()
  const { mutate, isPending } = useSaveAccountName()
  const [name, setName] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const [isMissing, setIsMissing] = useState(false)
  const account = data?.bankAccount

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const bankAccountName = name.trim()
    const isEmpty = bankAccountName === ''
    const isRefused = isEmpty || !isEnglishName(bankAccountName)
    setIsMissing(isEmpty)
    setIsWrong(isRefused)
    if (isRefused) event.currentTarget.querySelector('input')?.focus()
    if (!isEmpty && isRefused) showToast('failed', t('bankName.requiredEngLang'), 'bank-name')
    if (isRefused || account === undefined) return
    mutate(
      { bankCode: account.bankCode, bankAccountName },
      {
        onSuccess: () => {
          dropToasts('bank-name')
          onClose()
          openModal('message', { kind: 'done', title: t('dialog.successTitle'), text: t('bankName.saved') })
        },
        onError: (error) => {
          if (!(error instanceof CallError && error.isHandled))
            showToast('failed', errorText(texts, error), 'bank-name')
        },
      },
    )
  }

  const frame = { title: t('bankName.title'), closeLabel: t('aria.closeDialog'), onClose }
  if (account === undefined) {
    return (
      <Sheet {...frame}>
        <EmptyState text={t('profile.loadError')} />
      </Sheet>
    )
  }
  return (
    <Sheet
      {...frame}
      footer={
        <div className={styles.actions}>
          <Button kind="gold" type="submit" form={id} busyLabel={isPending ? t('common.saving') : undefined}>
            {t('common.save')}
          </Button>
          <Button kind="quiet" disabled={isPending} onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </div>
      }
    >
      <p className={styles.intro}>{t('bankName.why')}</p>
      <dl className={styles.present}>
        <dt>{t('bankName.present')}</dt>
        <dd>{account.bankAccountName}</dd>
      </dl>
      <form id={id} onSubmit={submit} noValidate>
        <TextField
          label={t('bankName.label')}
          hint={t('bankName.hint')}
          name="bankAccountName"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder={t('bankName.placeholder')}
          required
          error={isMissing ? t('common.fieldRequired') : isWrong ? t('bankName.requiredEngLang') : undefined}
          value={name}
          onChange={(event) => {
            setName(event.target.value.toUpperCase())
            setIsWrong(false)
            setIsMissing(false)
          }}
        />
      </form>
    </Sheet>
  )
}
