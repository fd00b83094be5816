import { createCipheriv, createDecipheriv, randomBytes, randomInt } from 'node:crypto'

const letters = 'abcdefghjkmnpqrstuvwxyz'
const digits = '23456789'

function pick(alphabet: string, count: number): string {
  return Array.from({ length: count }, () => alphabet[randomInt(alphabet.length)]).join('')
}

/** A user name for a provider: ours, random, 14 characters, so that no two members can meet in one (ruling 1.9). */
export function makeUsername(): string {
  return `k${pick(letters, 1)}${pick(letters + digits, 12)}`
}

/** A password for a provider, 12 characters with both letters and digits, which some of them demand. */
export function makePassword(): string {
  return `${pick(letters, 1).toUpperCase()}${pick(letters, 5)}${pick(digits, 6)}`
}

/** Seals and opens provider passwords, which members may see again and so cannot be hashed. */
export interface Sealer {
  seal(text: string): string
  open(sealed: string): string
}

/** AES-256-GCM under a derived key of 64 hexadecimal digits; `open` throws when the text was touched. */
export function createSealer(keyHex: string): Sealer {
  const key = Buffer.from(keyHex, 'hex')
  return {
    seal(text) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64url')
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(-16))
      return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8')
    },
  }
}
