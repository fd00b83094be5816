import { createHash, randomBytes } from 'node:crypto'

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** 26 characters of Crockford's base 32 in lower case from 16 bytes: fits the wire's `[0-9a-z]{20,32}` (rulings 5.4). */
function encode(bytes: Uint8Array): string {
  let value = BigInt(`0x${Buffer.from(bytes.subarray(0, 16)).toString('hex')}`)
  let text = ''
  for (let index = 0; index < 26; index += 1) {
    text = alphabet[Number(value & 31n)] + text
    value >>= 5n
  }
  return text
}

/** A new id: 48 bits of time, so that rows made together lie together, then 80 random bits. */
export function newId(now: Date): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now.getTime(), 0, 6)
  return encode(bytes)
}

/** The same id for the same parts, for ever: how retries find what their first try made. */
export function deriveId(...parts: readonly string[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:${part}`)
  return encode(hash.digest())
}
