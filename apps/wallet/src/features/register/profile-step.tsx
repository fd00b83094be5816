import { passwordProblem } from '@krapao/contract'
import { CallError, profile } from '@krapao/web'
import type { FormEvent, ReactNode } from 'react'
import { useState } from 'react'
import { errorText } from '../../lib/api/api-error.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { NewPasswordFields } from '../../ui/new-password-fields.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { dropToasts, showToast } from '../../ui/toast.tsx'
import { fetchSources, validateRegistration } from './register.api.ts'
import type { StepProps } from './register.rules.ts'
import { registrationOf } from './register.rules.ts'
import styles from './register-page.module.css'

type Wrong = Partial<Record<'name' | 'password' | 'confirm', string>>

/** Step 3: who the member is. The server looks at it before the last step (REG-031). */
export function ProfileStep({ draft, change, go, hasStoredCode }: StepProps & { hasStoredCode: boolean }): ReactNode {
  const texts = useTexts()
  const { t, language } = texts
  const sources = useLoaded(language, fetchSources)
  const [isBusy, setIsBusy] = useState(false)
  const [wrong, setWrong] = useState<Wrong>({})
  const [empty, setEmpty] = useState<string>()

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = event.currentTarget
    // An empty field stops without a word: it is marked and gets the focus (REG-029, decisions 3.15).
    const firstEmpty = (['name', 'password', 'confirm'] as const).find((field) => draft[field].trim() === '')
    setEmpty(firstEmpty)
    if (firstEmpty !== undefined) {
      setWrong({})
      form.querySelector<HTMLInputElement>(`[name=${firstEmpty}]`)?.focus()
      return
    }
    const problem = passwordProblem(draft.password, draft.phone)
    const found: Wrong = {
      ...(problem === null
        ? {}
        : { password: t(problem === 'phone' ? 'register.error.passwordIsPhone' : 'register.error.passwordLength') }),
      ...(draft.password === draft.confirm ? {} : { confirm: t('register.error.passwordMismatch') }),
    }
    setWrong(found)
    if (Object.keys(found).length > 0) return
    setIsBusy(true)
    try {
      const { currency: _, ...registration } = registrationOf({ ...draft, bankCode: '', firstName: '', lastName: '' })
      await validateRegistration({ ...registration, bankAccountNo: '' }, draft.otpToken)
      dropToasts('register')
      go('bank')
    } catch (failure) {
      showToast('failed', errorText(texts, failure), 'register')
      setIsBusy(false)
      if (!(failure instanceof CallError)) return
      // The verification has run out: it begins with the phone, and nothing else that was typed is lost.
      if (failure.code === 'UNVERIFIED_OTP') go('phone')
      // What the rules above let through is on the server's list of common ones.
      const { fields } = failure.details
      if (Array.isArray(fields) && fields.includes('password')) {
        setWrong({ password: t('register.error.passwordCommon') })
      }
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        label={t('field.profileName')}
        error={wrong.name}
        name="name"
        autoComplete="nickname"
        maxLength={100}
        placeholder={t('register.profile.namePlaceholder')}
        drawing={profile}
        required
        aria-invalid={empty === 'name' || undefined}
        value={draft.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <NewPasswordFields
        t={t}
        label={t('field.password')}
        control={(field) => ({
          value: draft[field],
          error: wrong[field],
          'aria-invalid': empty === field || wrong[field] !== undefined || undefined,
        })}
        onType={change}
      />
      <SelectField
        label={`${t('register.profile.source')} (${t('common.optional')})`}
        placeholder={t('register.profile.sourcePlaceholder')}
        choices={(sources.data ?? []).map((source) => ({ value: source.code, label: source.description }))}
        value={draft.sourceCode}
        onChange={(event) => change({ sourceCode: event.target.value })}
      />
      <TextField
        label={`${t('register.profile.inviter')} (${t('common.optional')})`}
        hint={t(hasStoredCode ? 'register.profile.inviterLocked' : 'register.profile.inviterHint')}
        name="inviteCode"
        autoComplete="off"
        maxLength={66}
        readOnly={hasStoredCode}
        value={draft.inviteCode}
        onChange={(event) => change({ inviteCode: event.target.value.trim() })}
      />
      <div className={styles.actions}>
        <Button kind="gold" type="submit" busyLabel={isBusy ? t('common.checking') : undefined}>
          {t('common.continue')}
        </Button>
        <Button kind="quiet" onClick={() => go('phone')}>
          {t('common.back')}
        </Button>
      </div>
    </form>
  )
}
