import { useEffect, useState } from 'react'

/** By how much the server's clock is ahead of this machine's. A waiting time is the server's, not this machine's. */
let aheadMs = 0

/** Learns from an answer's Date header, which tells whole seconds, and when it came. */
export function noteServerDate(header: string | null, receivedMs: number): void {
  const dateMs = Date.parse(header ?? '')
  if (Number.isNaN(dateMs)) return
  const difference = dateMs - receivedMs
  aheadMs = Math.abs(difference) < 2_000 ? 0 : difference
}

/** The server's time in milliseconds since 1970, as far as it is known. */
export function serverNowMs(): number {
  return Date.now() + aheadMs
}

/** The server's time, drawn anew every `everyMs`. */
export function useNow(everyMs: number): number {
  const [nowMs, setNowMs] = useState(serverNowMs)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(serverNowMs()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return nowMs
}
