import { useEffect, useState } from 'react'

/** The time of a clock in milliseconds, drawn anew every `everyMs`; for words such as "5 seconds ago". */
export function useNow(everyMs: number, clock: () => number = Date.now): number {
  const [nowMs, setNowMs] = useState(clock)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(clock()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs, clock])
  return nowMs
}
