import { randomBytes } from 'node:crypto'

/** Digits and capital letters without those that are read for another (I, L, O, U). */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** So many random hexadecimal digits. */
export function randomHex(length: number): string {
  return randomBytes(length / 2).toString('hex')
}

/** A random code of `length` characters, five bits each. */
export function randomCode(length: number): string {
  return Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('')
}
