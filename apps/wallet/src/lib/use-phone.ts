import type { FormEvent } from 'react'
import { useState } from 'react'
import { errorText } from './api/api-error.ts'
import { buildSettings } from './build-settings.ts'
import { readPhone } from './read-phone.ts'
import { useTexts } from './texts/texts.ts'
import { keepDigits } from './typed-digits.ts'

/**
 * The phone that a code is sent to, from its field to `onPhone`, which leads on to another step. What is wrong with the
 * number, or why no code was sent, is told at the field.
 */
export function usePhone(typed: string, onType: (typed: string) => void, onPhone: (phone: string) => Promise<void>) {
  const texts = useTexts()
  const { t } = texts
  const { isLaos } = buildSettings
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<string>()
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const { phone, isGood } = readPhone(typed, isLaos)
    if (!isGood) return setError(t(isLaos ? 'register.error.phoneLaos' : 'error.PHONE_NUMBER_REQUIRE_10_DIGIT'))
    setError(undefined)
    setIsBusy(true)
    try {
      await onPhone(phone)
    } catch (failure) {
      setError(errorText(texts, failure))
      setIsBusy(false)
    }
  }
  const onChange = (event: { target: { value: string } }): void => onType(keepDigits(event.target.value))
  return {
    isBusy,
    submit: (event: FormEvent) => void submit(event),
    field: { t, isLaos, value: typed, error, onChange },
  }
}
