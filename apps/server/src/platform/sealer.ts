import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Seals and opens secrets that are needed again as they are, and so cannot be hashed. */
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
