import { hash, randomFillSync } from 'node:crypto'

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** Digits of 5 bits in 128 of them; the first stands for the 3 that are left over. */
const DIGITS = 26
const DIGIT_BITS = 5

/** 26 characters of Crockford's base 32 in lower case from 16 bytes: fits the wire's `[0-9a-z]{20,32}` (rulings 5.4). */
function encode(bytes: Uint8Array): string {
  let text = ''
  let waiting = 0
  // Two bits of nothing in front make 26 digits of what is 128 bits.
  let bits = DIGITS * DIGIT_BITS - 128
  for (let index = 0; index < 16; index += 1) {
    waiting = (waiting << 8) | (bytes[index] ?? 0)
    bits += 8
    for (; bits >= DIGIT_BITS; bits -= DIGIT_BITS) text += alphabet[(waiting >>> (bits - DIGIT_BITS)) & 31]
    waiting &= (1 << bits) - 1
  }
  return text
}

/** Random bytes are asked of the system for many ids at a time; each is used once. */
const drawn = Buffer.alloc(4096)
let used = drawn.length

/** A new id: 48 bits of time, so that rows made together lie together, then 80 random bits. */
export function newId(now: Date): string {
  if (used === drawn.length) {
    randomFillSync(drawn)
    used = 0
  }
  const bytes = drawn.subarray(used, (used += 16))
  bytes.writeUIntBE(now.getTime(), 0, 6)
  return encode(bytes)
}

/** The same id for the same parts, for ever: how retries find what their first try made. */
export function deriveId(...parts: readonly string[]): string {
  return encode(hash('sha256', parts.map((part) => `${Buffer.byteLength(part)}:${part}`).join(''), 'buffer'))
}

/**
 * The id of a guest's room and of all that is his. His own id is his only proof: whoever knows it is that guest. So it is
 * kept nowhere, and staff, who see ids of rooms, cannot become a guest by them.
 */
export function guestRoomId(guestId: string): string {
  return deriveId('chat-guest', guestId)
}
