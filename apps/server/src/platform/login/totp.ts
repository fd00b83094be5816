import { Secret, TOTP } from 'otpauth'

/** RFC 6238 as every authenticator app has it. */
const TERMS = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** How long a code is the one of now. */
export const TOTP_STEP_MS = TERMS.period * 1000
/** Clocks of phones may be one step off. */
const WINDOW = 1
const KEY_BYTES = 20

/** A new random key, in base 32, as it is typed into an authenticator app. */
export function newTotpKey(): string {
  return new Secret({ size: KEY_BYTES }).base32
}

/** A key of given bytes, in the same form. */
export function totpKeyOf(bytes: Uint8Array): string {
  return new Secret({ buffer: new Uint8Array(bytes).buffer }).base32
}

/** The address that an authenticator app reads the key from. */
export function totpAddress(username: string, key: string): string {
  return new TOTP({ ...TERMS, issuer: 'Krapao', label: username, secret: key }).toString()
}

/** The time step that a code belongs to; null when it is none of the present step or its neighbours. */
export function totpStep(code: string, key: string, now: Date): number | null {
  const digits = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(digits)) return null
  const totp = new TOTP({ ...TERMS, secret: key })
  const timestamp = now.getTime()
  const delta = totp.validate({ token: digits, timestamp, window: WINDOW })
  return delta === null ? null : Math.floor(timestamp / 1000 / TERMS.period) + delta
}
