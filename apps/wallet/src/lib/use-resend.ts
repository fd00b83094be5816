import { CallError, useNow } from '@krapao/web'
import { useState } from 'react'
import { errorText } from './api/api-error.ts'
import type { Texts } from './texts/texts.ts'
import { useTexts } from './texts/texts.ts'

/** Decisions 2.38: after a code the next can be had in 60 s. */
export const RESEND_MS = 60_000

/**
 * Has another code sent by `send`, and says how long that takes.
 * @param sentAtMs when the last one was sent
 * @param refuse is told why none was sent, and undefined when one is asked for
 */
export function useResend(sentAtMs: number, send: () => Promise<void>, refuse: (why: string | undefined) => void) {
  const texts = useTexts()
  const [isBusy, setIsBusy] = useState(false)
  const [refusedUntilMs, setRefusedUntilMs] = useState(0)
  const nowMs = useNow(1_000)
  const resend = async (): Promise<void> => {
    refuse(undefined)
    setIsBusy(true)
    try {
      await send()
    } catch (failure) {
      refuse(errorText(texts, failure))
      const { retryAfterS = 0 } = failure instanceof CallError ? failure : {}
      setRefusedUntilMs(Date.now() + retryAfterS * 1_000)
    }
    setIsBusy(false)
  }
  const waiting = waitText(texts, Math.max(sentAtMs + RESEND_MS, refusedUntilMs) - nowMs)
  return { waiting, isBusy, onResend: () => void resend() }
}

/** How long it takes until a new code can be had, in words; undefined when one can. */
function waitText({ t }: Texts, waitMs: number): string | undefined {
  const seconds = Math.ceil(waitMs / 1_000)
  if (seconds <= 0) return undefined
  // A clock that is drawn once a second may lag behind by as much.
  if (seconds <= 61) return t('register.otp.resendIn', { seconds: Math.min(seconds, 60) })
  return t('register.otp.resendInMinutes', { minutes: Math.ceil(seconds / 60) })
}
