import { hash } from 'node:crypto'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/types.ts'
import { createDevices, type Devices } from '../platform/login/devices.ts'
import type { PasswordCost } from '../platform/login/passwords.ts'
import { createProofs, type Proofs } from '../platform/login/proofs.ts'

const keyHex = 'cd'.repeat(32)

/** Tests register thousands: at the product's cost most of their time would go into it. Nobody guesses at what they keep. */
export const TEST_PASSWORD_COST: PasswordCost = { memoryKib: 64, passes: 1 }

/** Proofs of work and known devices, as the app makes them, with a key of the tests' own. */
export function testLoginAids(on: { database: Database; clock: Clock }): { proofs: Proofs; devices: Devices } {
  return {
    proofs: createProofs({ ...on, keyHex }),
    devices: createDevices({ keysHex: [keyHex], kind: 'member', isSecure: false }),
  }
}

/** Does the work that a refusal with PROOF_NEEDED asks for; what comes out is sent as `x-proof`. */
export function solveProof(body: unknown): string {
  const { challenge, bits } = (body as { details: { challenge: string; bits: number } }).details
  for (let nonce = 0; ; nonce += 1) {
    const proof = `${challenge}.${nonce}`
    if (Math.clz32(Number.parseInt(hash('sha256', proof).slice(0, 8), 16)) >= bits) return proof
  }
}
