import { useEffect, useState } from 'react'

/** What was asked for, on its way, there, or failed. */
export interface Loaded<T> {
  readonly data: T | undefined
  readonly error: unknown
  /** Asks again. */
  readonly retry: () => void
}

const never = (): (() => void) => () => undefined

/**
 * Fetches once for each `key`, on pages that stand before the login and so have no cache of the server's data. An answer
 * for a key that has changed since is dropped.
 */
export function useLoaded<T>(
  key: string,
  load: (signal: AbortSignal) => Promise<T>,
  /** Calls back when the server has another answer: that comes in the place of the one shown. */
  watch: (onNews: () => void) => () => void = never,
): Loaded<T> {
  const [tries, setTries] = useState(0)
  const [news, setNews] = useState(0)
  const [outcome, setOutcome] = useState<{ key: string; data?: T; error?: unknown }>({ key })
  useEffect(() => {
    const abort = new AbortController()
    load(abort.signal).then(
      (data) => setOutcome({ key, data }),
      (error: unknown) => {
        if (!abort.signal.aborted) setOutcome({ key, error })
      },
    )
    return () => abort.abort()
    // `load` is written in place and differs at every drawing; what it asks for is said by the key.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key, tries, news])
  useEffect(() => watch(() => setNews((count) => count + 1)), [watch])
  const isCurrent = outcome.key === key
  return {
    data: isCurrent ? outcome.data : undefined,
    error: isCurrent ? outcome.error : undefined,
    retry: () => {
      setOutcome({ key })
      setTries(tries + 1)
    },
  }
}
