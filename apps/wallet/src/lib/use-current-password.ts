import { CallError } from '@krapao/web'
import { useRef, useState } from 'react'
import { errorText } from './api/api-error.ts'
import { useTexts } from './texts/texts.ts'

/**
 * The password that an act asks for: its form, its field, what was typed, and what was wrong with it.
 * @returns `isTyped` says whether there is one and points to the field when not; `onError` says there why the act was
 * refused, and what was typed stays. `forget` empties the field, as another act asks anew.
 */
export function useCurrentPassword() {
  const texts = useTexts()
  const form = useRef<HTMLFormElement>(null)
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()
  const point = (text: string): void => {
    setError(text)
    form.current?.querySelector<HTMLElement>('[name=password]')?.focus()
  }
  const isTyped = (): boolean => {
    if (password === '') point(texts.t('common.fieldRequired'))
    return password !== ''
  }
  const onError = (failure: unknown): void => {
    if (!(failure instanceof CallError && failure.isHandled)) point(errorText(texts, failure))
  }
  const onChange = (event: { target: { value: string } }): void => {
    setPassword(event.target.value)
    setError(undefined)
  }
  const forget = (): void => setPassword('')
  const field = { t: texts.t, required: true, value: password, error, onChange }
  return { form, password, field, isTyped, onError, forget }
}
