import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

/** Seals and opens secrets that are needed again as they are, and so cannot be hashed. */
export interface Sealer {
  seal(text: string): string
  /** Throws when the text was touched, or sealed by a key that is not kept any more. */
  open(sealed: string): string
  /** The same sealed by the key of now; null when it is already. Throws as `open` does. */
  reseal(sealed: string): string | null
}

interface Key {
  /** By which a sealed text says what sealed it; tells nothing of the key. */
  name: string
  bytes: Buffer
}

/** Parts the name of the key from the rest, neither of which has it. */
const MARK = '.'

function readKey(keyHex: string): Key {
  const bytes = Buffer.from(keyHex, 'hex')
  const name = createHash('sha256').update('krapao sealing key').update(bytes).digest('hex').slice(0, 8)
  return { name, bytes }
}

function decrypt(key: Key, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, bytes.subarray(0, 12), { authTagLength: 16 })
  decipher.setAuthTag(bytes.subarray(-16))
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8')
}

/**
 * AES-256-GCM under derived keys of 64 hexadecimal digits each, the newest first: that one seals, all of them open. What
 * was sealed before keys had names is tried with each.
 */
export function createSealer(keysHex: readonly string[]): Sealer {
  const [newest, ...older] = keysHex.map(readKey)
  if (newest === undefined) throw new Error('a sealer needs a key')
  return sealerOf(newest, older)
}

function sealerOf(newest: Key, older: readonly Key[]): Sealer {
  const keys = [newest, ...older]

  function seal(text: string): string {
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', newest.bytes, nonce, { authTagLength: 16 })
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return `${newest.name}${MARK}${Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64url')}`
  }

  function open(sealed: string): string {
    const [name = '', text] = sealed.split(MARK)
    if (text !== undefined) {
      const key = keys.find((candidate) => candidate.name === name)
      if (key === undefined)
        throw new Error(`what the key ${name} sealed cannot be opened: it is none of KRAPAO_SECRET`)
      return decrypt(key, text)
    }
    for (const key of keys.slice(0, -1)) {
      try {
        return decrypt(key, sealed)
      } catch {
        // Another key's.
      }
    }
    return decrypt(keys.at(-1) ?? newest, sealed)
  }

  return {
    seal,
    open,
    reseal: (sealed) => (sealed.startsWith(`${newest.name}${MARK}`) ? null : seal(open(sealed))),
  }
}
