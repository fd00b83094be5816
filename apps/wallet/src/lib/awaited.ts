/**
 * What this page has sent for the first time and still waits for the answer of, by idempotency key. It is under way as
 * everything that was just pressed is; only when the answer is lost, or the page is fetched again, it is in doubt.
 */
const keys = new Set<string>()

/** From now on the answer to this call is waited for. */
export function beginAwaiting(key: string): void {
  keys.add(key)
}

/** The answer came, or will not come any more. */
export function endAwaiting(key: string): void {
  keys.delete(key)
}

/** Whether the first answer to this call may still come. */
export function isAwaited(key: string): boolean {
  return keys.has(key)
}
