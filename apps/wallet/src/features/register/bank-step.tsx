import { isAccountNameFor, REDIRECT_AFTER_REGISTRATION_MS } from '@krapao/contract'
import { CallError, removeStored } from '@krapao/web'
import type { FormEvent, ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { errorText } from '../../lib/api/api-error.ts'
import { bankName, inReadersOrder } from '../../lib/bank-name.ts'
import { buildSettings } from '../../lib/build-settings.ts'
import { storageKeys } from '../../lib/storage-keys.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { keepDigits } from '../../lib/typed-digits.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { AlertDialog } from '../../ui/alert-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { bank as bankDrawing, shield } from '../../ui/drawings.tsx'
import { TextField } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { fetchBanks, registerAccount } from './register.api.ts'
import type { StepProps } from './register.rules.ts'
import { registrationOf } from './register.rules.ts'
import styles from './register-page.module.css'

const required = ['bankCode', 'bankAccountNo', 'firstName', 'lastName'] as const

/** Step 4: where withdrawals go. `onDone` is called at the success, `onRegistered` 2 s later (REG-024). */
export function BankStep({
  draft,
  change,
  go,
  onDone,
  onRegistered,
}: StepProps & { onDone: () => void; onRegistered: () => void }): ReactNode {
  const texts = useTexts()
  const { t, language } = texts
  const banks = useLoaded('banks', fetchBanks)
  const [isBusy, setIsBusy] = useState(false)
  const [isDone, setIsDone] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const [nameError, setNameError] = useState<string>()
  const [empty, setEmpty] = useState<string>()

  useEffect(() => {
    if (!isDone) return undefined
    // Whoever goes elsewhere meanwhile is not called back.
    const timer = setTimeout(onRegistered, REDIRECT_AFTER_REGISTRATION_MS)
    return () => clearTimeout(timer)
  }, [isDone, onRegistered])

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = event.currentTarget
    const firstEmpty = required.find((field) => draft[field].trim() === '')
    setEmpty(firstEmpty)
    setNameError(undefined)
    if (firstEmpty !== undefined) {
      form.querySelector<HTMLElement>(`[name=${firstEmpty}]`)?.focus()
      return
    }
    const registration = registrationOf(draft)
    const bank = banks.data?.find(({ code }) => code === draft.bankCode)
    if (bank !== undefined && !isAccountNameFor(bank, registration.bankAccountName)) {
      setNameError(t('error.BANK_ACCOUNT_NAME_ENG'))
      return
    }
    setIsBusy(true)
    try {
      await registerAccount(registration, draft.otpToken)
      removeStored(storageKeys.inviteCode)
      onDone()
      showToast('done', t('register.success'))
      setIsDone(true)
    } catch (refusal) {
      setFailure(refusal)
      setIsBusy(false)
    }
  }

  /** What is said at a field that was left empty, for as long as it is. */
  const emptyError = (field: (typeof required)[number]): string | undefined =>
    empty === field && draft[field].trim() === '' ? t('common.fieldRequired') : undefined
  // A name is wrong for a bank: with another one, or another name, nobody has looked yet.
  const changeName = (next: Partial<typeof draft>): void => {
    setNameError(undefined)
    change(next)
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <p className={styles.intro}>{t('register.bank.hint')}</p>
      <SelectField
        label={t('field.bank')}
        error={banks.error === undefined ? emptyError('bankCode') : errorText(texts, banks.error)}
        name="bankCode"
        drawing={bankDrawing}
        placeholder={t('register.bank.bankPlaceholder')}
        choices={inReadersOrder(banks.data ?? [], language).map((bank) => ({
          value: bank.code,
          label: bankName(bank, language),
        }))}
        required
        value={draft.bankCode}
        onChange={(event) => changeName({ bankCode: event.target.value })}
      />
      {banks.error === undefined ? null : (
        <Button kind="quiet" onClick={banks.retry}>
          {t('common.retry')}
        </Button>
      )}
      <TextField
        label={t('field.accountNumber')}
        name="bankAccountNo"
        inputMode="numeric"
        autoComplete="off"
        maxLength={26}
        placeholder={t('register.bank.numberPlaceholder')}
        required
        error={emptyError('bankAccountNo')}
        value={draft.bankAccountNo}
        onChange={(event) => change({ bankAccountNo: keepDigits(event.target.value) })}
      />
      <TextField
        label={t('register.bank.firstName')}
        name="firstName"
        autoComplete="given-name"
        autoCapitalize="characters"
        maxLength={90}
        required
        error={emptyError('firstName')}
        aria-invalid={emptyError('firstName') !== undefined || nameError !== undefined || undefined}
        value={draft.firstName}
        onChange={(event) => changeName({ firstName: event.target.value.toUpperCase() })}
      />
      <TextField
        label={t('register.bank.lastName')}
        hint={t('register.bank.nameHint')}
        error={nameError ?? emptyError('lastName')}
        name="lastName"
        autoComplete="family-name"
        autoCapitalize="characters"
        maxLength={90}
        required
        value={draft.lastName}
        onChange={(event) => changeName({ lastName: event.target.value.toUpperCase() })}
      />
      {buildSettings.isLaos ? (
        <SelectField
          label={t('register.bank.currency')}
          name="currency"
          choices={[
            { value: 'LAK', label: t('currency.option.LAK') },
            { value: 'BAHT', label: t('currency.option.BAHT') },
          ]}
          value={draft.currency}
          onChange={(event) => change({ currency: event.target.value === 'BAHT' ? 'BAHT' : 'LAK' })}
        />
      ) : null}
      <Note drawing={shield}>{t('register.bank.trust')}</Note>
      <div className={styles.actions}>
        <Button kind="gold" type="submit" busyLabel={isBusy ? t('register.bank.submitting') : undefined}>
          {t('register.title')}
        </Button>
        <Button kind="quiet" disabled={isBusy} onClick={() => go('profile')}>
          {t('common.back')}
        </Button>
      </div>
      {failure === undefined ? null : (
        <AlertDialog
          kind="failed"
          title={t('dialog.errorTitle')}
          text={errorText(texts, failure)}
          okLabel={t('common.ok')}
          onClose={() => {
            setFailure(undefined)
            // The verification has run out: it begins with the phone, and nothing else that was typed is lost.
            if (failure instanceof CallError && failure.code === 'UNVERIFIED_OTP') go('phone')
          }}
        />
      )}
    </form>
  )
}
