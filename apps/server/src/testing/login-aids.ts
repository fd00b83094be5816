import { createHash } from 'node:crypto'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/types.ts'
import { createDevices, type Devices } from '../platform/login/devices.ts'
import { createProofs, type Proofs } from '../platform/login/proofs.ts'

const keyHex = 'cd'.repeat(32)

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
    if (Math.clz32(createHash('sha256').update(proof).digest().readUInt32BE(0)) >= bits) return proof
  }
}
