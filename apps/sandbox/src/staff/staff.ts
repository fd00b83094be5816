import { createHmac } from 'node:crypto'
import type { Clock } from '../clock.ts'

/** One of the demo operator's staff, with what he types to get in at the desk now. */
export interface StaffMember {
  readonly username: string
  readonly password: string
  /** The code of this half minute; each is good once. */
  readonly totp: string
  readonly roles: readonly string[]
}

const demoStaff = [
  { username: 'mali', roles: ['OWNER', 'PAYMENTS', 'RISK'] },
  { username: 'noi', roles: ['SUPPORT', 'PAYMENTS', 'MARKETING'] },
] as const

const STEP_S = 30

/** The code of RFC 6238 with the terms that every authenticator app has: SHA-1, six digits, half minutes. */
export function totpOf(key: Uint8Array, now: Date): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(now.getTime() / 1000 / STEP_S)))
  const hash = createHmac('sha1', key).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 15
  return String((hash.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0')
}

/** The demo's staff, whose passwords and keys server and sandbox read from the secret that they share. */
export function listStaff(keyOf: (username: string) => string, clock: Clock): StaffMember[] {
  return demoStaff.map(({ username, roles }) => {
    const derived = keyOf(username)
    const password = (derived.slice(0, 20).match(/.{5}/g) ?? []).join('-')
    return { username, password, totp: totpOf(Buffer.from(derived.slice(24), 'hex'), clock.now()), roles }
  })
}
