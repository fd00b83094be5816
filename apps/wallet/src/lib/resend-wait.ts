import type { Texts } from './texts/texts.ts'

/** Decisions 2.38: after a code the next can be had in 60 s. */
export const RESEND_MS = 60_000

/** How long it takes until a new code can be had, in words; undefined when one can. */
export function resendWait({ t }: Texts, waitMs: number): string | undefined {
  const seconds = Math.ceil(waitMs / 1_000)
  if (seconds <= 0) return undefined
  // A clock that is drawn once a second may lag behind by as much.
  if (seconds <= 61) return t('register.otp.resendIn', { seconds: Math.min(seconds, 60) })
  return t('register.otp.resendInMinutes', { minutes: Math.ceil(seconds / 60) })
}
