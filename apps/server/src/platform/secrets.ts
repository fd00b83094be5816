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
  | 'member-totp'
  | 'proofs'
  | 'devices'
  | 'excluded-marks'
  | `demo-staff:${string}`

export type Secrets = ReturnType<typeof createSecrets>

/** Several secrets in one text, the one in force first, by commas or lines; null when one of them is none. */
export function readSecrets(text: string): string[] | null {
  const secrets = text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((secret) => secret !== '')
  return secrets.length > 0 && secrets.every((secret) => /^[0-9a-f]{64}$/.test(secret)) ? secrets : null
}

/**
 * Derives keys from the one secret, 32 bytes in hexadecimal (rulings 6.1), or from each of several where it is being
 * replaced: see docs/operations.md. The sandbox derives its own in the same way.
 */
export function createSecrets(secretsHex: readonly string[]) {
  const secrets = secretsHex.map((hex) => Buffer.from(hex, 'hex'))
  const [newest] = secrets
  if (newest === undefined || secrets.some(({ length }) => length !== 32)) {
    throw new Error('each secret must be 64 hexadecimal digits')
  }
  const deriveOf = (secret: Buffer, label: SecretLabel) =>
    Buffer.from(hkdfSync('sha256', secret, '', label, 32)).toString('hex')
  return {
    /** 32 bytes as 64 hexadecimal digits, always the same for a label: of the secret that is in force. */
    derive: (label: SecretLabel): string => deriveOf(newest, label),
    /** The same of every secret that is kept, the one in force first: what older ones made is still known by them. */
    deriveAll: (label: SecretLabel): string[] => secrets.map((secret) => deriveOf(secret, label)),
  }
}

/**
 * Reads the secrets of a data folder, 64 hexadecimal digits each, the one in force first; makes folder and one secret when
 * they are absent.
 *
 * Server and sandbox may start at the same moment: the file is written aside and linked into place, which only one of
 * them can do; both then read what stands there. Throws when the file holds something else.
 */
export function readOrMakeSecret(dataFolder: string): string[] {
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

function checked(text: string, file: string): string[] {
  const secrets = readSecrets(text)
  if (secrets === null) throw new Error(`${file} must hold 64 hexadecimal digits and nothing else, one secret a line`)
  return secrets
}
