import { CallError } from '@krapao/web'
import { useState } from 'react'
import { errorText } from './api/api-error.ts'
import { useTexts } from './texts/texts.ts'

/** One thing at a time that is tried, and what is said where it failed; nothing of what the app has said already. */
export function useAttempt() {
  const texts = useTexts()
  const [isBusy, setIsBusy] = useState(false)
  const [wrong, setWrong] = useState<string>()
  const attempt = async (work: () => Promise<unknown>): Promise<void> => {
    if (isBusy) return
    setIsBusy(true)
    setWrong(undefined)
    try {
      await work()
    } catch (error) {
      if (!(error instanceof CallError && error.isHandled)) setWrong(errorText(texts, error))
    }
    setIsBusy(false)
  }
  return { isBusy, wrong, setWrong, attempt: (work: () => Promise<unknown>) => void attempt(work) }
}
