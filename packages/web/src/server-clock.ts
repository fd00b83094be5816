/**
 * The server's clock, as far as its answers tell it: a phone's own clock may be wrong by minutes, and what ends at a time
 * of the server must not end early or late for that (decisions 2.76).
 */

/** The Date header tells whole seconds. */
const HEADER_PRECISION_MS = 1_000

/** By how much the server's clock is ahead of this device's: at least and at most. */
let least = -Infinity
let most = Infinity

/**
 * Learns from an answer: its Date header, and this device's times when the call went out and when the answer came. Each
 * answer narrows what is known; one that contradicts it, as when the device's clock was set, begins anew.
 */
export function noteServerDate(header: string | null, sentMs: number, receivedMs: number): void {
  const dateMs = Date.parse(header ?? '')
  if (Number.isNaN(dateMs) || receivedMs < sentMs) return
  const atLeast = dateMs - receivedMs
  const atMost = dateMs + HEADER_PRECISION_MS - sentMs
  const isContradicting = atLeast > most || atMost < least
  least = isContradicting ? atLeast : Math.max(least, atLeast)
  most = isContradicting ? atMost : Math.min(most, atMost)
}

/** The server's time in milliseconds since 1970; this device's own while nothing is known, or while it fits. */
export function serverNowMs(): number {
  const isFitting = least <= 0 && most >= 0
  return Date.now() + (isFitting ? 0 : Math.round((least + most) / 2))
}
