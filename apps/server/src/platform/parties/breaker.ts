import type { Clock } from '../clock.ts'
import { MINUTE_MS } from '../durations.ts'

/** So many calls in a row without an answer, and a party is left alone for a while. */
export const FAILURES_IN_A_ROW = 10
/** How long it is left alone at first, and at most: twice as long after each try that fails. */
export const PAUSE_MS = 5_000
export const PAUSE_MAX_MS = MINUTE_MS

/** `closed`: called as ever. `open`: left alone. `half-open`: one call is let through, to find out. */
export type BreakerState = 'closed' | 'open' | 'half-open'

export type Breaker = ReturnType<typeof createBreaker>

/**
 * Keeps a process from waiting for a party that fails again and again. While it is open nothing is sent; after the pause
 * one call tries whether the party is back, and all others wait for what comes of it.
 */
export function createBreaker({ clock }: { clock: Clock }) {
  let failures = 0
  let openings = 0
  let openUntilMs = 0
  let isTrying = false

  const state = (): BreakerState => {
    if (openings === 0) return 'closed'
    return clock.now().getTime() < openUntilMs ? 'open' : 'half-open'
  }

  return {
    state,
    /** Whether a call may go out; who is let through must tell how it ended. */
    mayCall(): boolean {
      const now = state()
      if (now === 'closed') return true
      if (now === 'open' || isTrying) return false
      isTrying = true
      return true
    },
    /** The party answered. True when it had been left alone until now. */
    succeeded(): boolean {
      const wasOpen = openings > 0
      failures = openings = 0
      isTrying = false
      return wasOpen
    },
    /** It did not. True when it is left alone from now on. */
    failed(): boolean {
      failures += 1
      const isTry = isTrying
      isTrying = false
      // Calls of before the opening that end now say nothing new.
      if (openings > 0 ? !isTry : failures < FAILURES_IN_A_ROW) return false
      openUntilMs = clock.now().getTime() + Math.min(PAUSE_MS * 2 ** openings, PAUSE_MAX_MS)
      openings += 1
      return true
    },
  }
}
