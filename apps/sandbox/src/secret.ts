import { hkdfSync, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The keys the sandbox shares with the server, each 64 hex digits (rulings 6.1). */
export type Keys = ReturnType<typeof readKeys>

/**
 * Reads the shared secret and derives the keys. Without a given secret the file `<dataFolder>/secret` is read, and made
 * when it is absent: server and sandbox start side by side, so the file appears whole under its name or not at all.
 * Throws an Error in words when the secret is not 32 bytes in hex.
 */
export function readKeys(dataFolder: string, givenSecret: string | null) {
  // Where several stand, the server being about to replace one, the first is in force.
  const [secret = ''] = (givenSecret ?? readOrMakeSecret(dataFolder)).split(/[\s,]+/)
  if (!/^[0-9a-f]{64}$/i.test(secret)) {
    const place = givenSecret === null ? join(dataFolder, 'secret') : 'KRAPAO_SECRET'
    throw new Error(`${place} must hold 32 bytes as 64 hex digits.`)
  }
  return {
    sms: deriveKey(secret, 'sandbox-sms'),
    bank: deriveKey(secret, 'sandbox-bank'),
    game: deriveKey(secret, 'sandbox-game'),
    bankHook: deriveKey(secret, 'bank-hook'),
    /** The key of a provider; those that speak plain JSON take `game` instead. */
    gameOf: (code: string): string => deriveKey(secret, `sandbox-game:${code}`),
    /** What a gateway gave the operator, by its name. */
    gatewayOf: (name: string): string => deriveKey(secret, `sandbox-gateway:${name}`),
    /** What one of the demo's staff gets in by. */
    staffOf: (username: string): string => deriveKey(secret, `demo-staff:${username}`),
  }
}

function deriveKey(secret: string, label: string): string {
  return Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'hex'), '', label, 32)).toString('hex')
}

function readOrMakeSecret(dataFolder: string): string {
  mkdirSync(dataFolder, { recursive: true })
  const file = join(dataFolder, 'secret')
  const found = readSecretFile(file)
  if (found !== null) return found
  const draft = `${file}.${process.pid}.${randomBytes(6).toString('hex')}`
  writeFileSync(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  try {
    linkSync(draft, file)
  } catch (error) {
    if (!isFileError(error, 'EEXIST')) throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(file, 'utf8').trim()
}

function readSecretFile(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (isFileError(error, 'ENOENT')) return null
    throw error
  }
}

function isFileError(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
