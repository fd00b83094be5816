import { passwordProblem } from '@krapao/contract'
import { CallError } from '@krapao/web'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { errorText } from '../../lib/api/api-error.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { useResend } from '../../lib/use-resend.ts'
import { showToast } from '../../ui/toast.tsx'
import type { SentCode } from './forgot.api.ts'
import { askForCode, setNewPassword } from './forgot.api.ts'

const fields = ['code', 'password', 'confirm'] as const
type Field = (typeof fields)[number]
type Values = Readonly<Record<Field, string>>

/** The code of the SMS and the new password, from the fields to the server. */
export interface NewPassword {
  readonly values: Values
  readonly change: (values: Partial<Values>) => void
  /** What is wrong with a field, in words. */
  readonly wrong: Partial<Values>
  /** Whether a field is to be marked: it is empty, or what is in it is wrong. */
  readonly isMarked: (field: Field) => boolean
  readonly isBusy: boolean
  readonly submit: (event: FormEvent<HTMLFormElement>) => Promise<void>
  readonly resend: ReturnType<typeof useResend>
}

/** Checks and sends what is typed, and asks for another code; what is refused is told at its field. */
export function useNewPassword(given: {
  phone: string
  sent: SentCode
  sentAtMs: number
  onSentAgain: (code: SentCode) => void
  onDone: () => void
}): NewPassword {
  const { phone, sent } = given
  const texts = useTexts()
  const { t } = texts
  const [values, setValues] = useState<Values>({ code: '', password: '', confirm: '' })
  const [isBusy, setIsBusy] = useState(false)
  const [wrong, setWrong] = useState<Partial<Values>>({})
  const [empty, setEmpty] = useState<Field>()
  const change = (some: Partial<Values>): void => setValues((before) => ({ ...before, ...some }))

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const { code, password, confirm } = values
    const firstEmpty = fields.find((field) => values[field].trim() === '')
    setEmpty(firstEmpty)
    setWrong({})
    if (firstEmpty !== undefined) {
      event.currentTarget.querySelector<HTMLInputElement>(`[name=${firstEmpty}]`)?.focus()
      return
    }
    const problem = passwordProblem(password, phone)
    if (problem !== null) {
      setWrong({
        password: t(problem === 'phone' ? 'register.error.passwordIsPhone' : 'register.error.passwordLength'),
      })
      return
    }
    if (password !== confirm) {
      setWrong({ confirm: t('register.error.passwordMismatch') })
      return
    }
    setIsBusy(true)
    try {
      await setNewPassword(sent.otpToken, code, password)
      showToast('done', t('forgot.done'))
      given.onDone()
    } catch (failure) {
      const isOfPassword = failure instanceof CallError && failure.code === 'INVALID_USER_INFO'
      // What the rules above let through is on the server's list of common ones.
      setWrong(isOfPassword ? { password: t('register.error.passwordCommon') } : { code: errorText(texts, failure) })
      setIsBusy(false)
    }
  }

  const sendAgain = async (): Promise<void> => {
    given.onSentAgain(await askForCode(phone))
    change({ code: '' })
    showToast('done', t('register.otp.resent'))
  }
  const resend = useResend(given.sentAtMs, sendAgain, (why) => setWrong(why === undefined ? {} : { code: why }))

  const isMarked = (field: Field): boolean => empty === field || wrong[field] !== undefined
  return { values, change, wrong, isMarked, isBusy, submit, resend }
}
