/** What keeps a money call from being done twice: one key for one wish, however often it is sent. */

/** A new idempotency key. Plain http has no randomUUID but for localhost. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** The wish that a screen is trying to send. */
export interface Attempt {
  /** The key for this content: the one of the last time, until it was settled or something else is wished for. */
  keyFor: (content: string) => string
  /** The server has answered, with a yes or a no: the next wish is a new one. Without an answer nothing is settled. */
  settle: () => void
}

/** Begins without a wish. */
export function createAttempt(): Attempt {
  let last: { content: string; key: string } | undefined
  return {
    keyFor: (content) => {
      if (last?.content !== content) last = { content, key: newIdempotencyKey() }
      return last.key
    },
    settle: () => {
      last = undefined
    },
  }
}
