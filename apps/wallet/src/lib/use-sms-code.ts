import { useEffect, useRef } from 'react'

/** What browsers hand out of an SMS that is bound to this page's host; the types of the web do not know it. */
interface SmsCode {
  readonly code?: string | null
}

/**
 * Takes the code out of the SMS that comes, where the browser can and its owner lets it; elsewhere nothing happens.
 * `sending` is new with each SMS that is sent: the wait for the one before ends.
 */
export function useSmsCode(sending: string | undefined, onCode: (code: string) => void): void {
  const newest = useRef(onCode)
  useEffect(() => {
    newest.current = onCode
  })
  useEffect(() => {
    if (!('OTPCredential' in globalThis)) return
    const waiting = new AbortController()
    const wanted = { otp: { transport: ['sms'] }, signal: waiting.signal } as CredentialRequestOptions
    navigator.credentials.get(wanted).then(
      (found) => {
        const { code } = (found ?? {}) as SmsCode
        if (typeof code === 'string' && !waiting.signal.aborted) newest.current(code)
      },
      // Refused, or no SMS came: it is typed.
      () => undefined,
    )
    return () => waiting.abort()
  }, [sending])
}
