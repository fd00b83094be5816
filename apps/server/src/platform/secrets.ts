import { hkdfSync, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the one secret is derived for: one key a purpose, so that none can stand in for another. */
export type SecretLabel =
  | 'sandbox-sms'
  | 'sandbox-bank'
  | 'sandbox-game'
  | `sandbox-game:${string}`
  | 'bank-hook'
  | 'game-credentials'
  | 'otp'
  | 'file-links'
  | 'redis'
  | 'desk-totp'

export interface Secrets {
  /** 32 bytes as 64 hexadecimal digits, always the same for a label. */
  derive(label: SecretLabel): string
}

/** Derives keys from the one secret, 32 bytes in hexadecimal (rulings 6.1). The sandbox derives its own in the same way. */
export function createSecrets(secretHex: string): Secrets {
  const secret = Buffer.from(secretHex, 'hex')
  if (secret.length !== 32) throw new Error('the secret must be 64 hexadecimal digits')
  return {
    derive: (label) => Buffer.from(hkdfSync('sha256', secret, '', label, 32)).toString('hex'),
  }
}

/**
 * Reads the secret of a data folder, 64 hexadecimal digits, and makes both when they are absent.
 *
 * Server and sandbox may start at the same moment: the file is written aside and linked into place, which only one of
 * them can do; both then read what stands there. Throws when the file holds something else.
 */
export function readOrMakeSecret(dataFolder: string): string {
  mkdirSync(dataFolder, { recursive: true })
  const file = join(dataFolder, 'secret')
  const found = readIfThere(file)
  if (found !== undefined) return checked(found, file)
  const aside = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeFileSync(aside, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx', flush: true })
  try {
    linkSync(aside, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    unlinkSync(aside)
  }
  return checked(readFileSync(file, 'utf8'), file)
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function checked(text: string, file: string): string {
  const secret = text.trim()
  if (!/^[0-9a-f]{64}$/i.test(secret)) throw new Error(`${file} must hold 64 hexadecimal digits and nothing else`)
  return secret.toLowerCase()
}
