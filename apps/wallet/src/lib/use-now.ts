import { useEffect, useState } from 'react'

/** The time in milliseconds, drawn anew every `everyMs`; for words such as "5 seconds ago". */
export function useNow(everyMs: number): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return nowMs
}
