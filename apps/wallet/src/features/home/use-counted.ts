import { tokenTimeMs } from '@krapao/web'
import { useEffect, useRef, useState } from 'react'

/**
 * An amount of minor units that counts to its new value, in the time that the tokens have for it: what came or went is
 * seen coming or going. At once where motion is reduced, and where nobody looks.
 */
export function useCounted(amountMinor: number): number {
  const [shownMinor, setShownMinor] = useState(amountMinor)
  const latestMinor = useRef(amountMinor)
  useEffect(() => {
    const fromMinor = latestMinor.current
    if (fromMinor === amountMinor) return undefined
    const durationMs = document.hidden ? 0 : tokenTimeMs('--t-4')
    const beganMs = performance.now()
    let frame = 0
    const step = (): void => {
      const done = durationMs === 0 ? 1 : Math.min(1, (performance.now() - beganMs) / durationMs)
      // Quick at first, so that nobody waits for the end of it.
      latestMinor.current = Math.round(amountMinor + (fromMinor - amountMinor) * (1 - done) ** 3)
      setShownMinor(latestMinor.current)
      if (done < 1) frame = requestAnimationFrame(step)
    }
    step()
    return () => cancelAnimationFrame(frame)
  }, [amountMinor])
  return shownMinor
}
