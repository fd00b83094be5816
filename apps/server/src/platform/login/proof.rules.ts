import { createHash } from 'node:crypto'

/** The least work that is asked for, and the most: a phone has done the one in a moment and the other in some seconds. */
export const PROOF_BITS_MIN = 16
export const PROOF_BITS_MAX = 20

/**
 * How much work is asked for, in bits, when something that has a ceiling is used this much; null while it is quiet. From
 * `busyFrom` on it grows with what is left, so that whoever wants to use it up works the more the nearer he comes.
 */
export function proofBitsAt({ used, busyFrom, max }: { used: number; busyFrom: number; max: number }): number | null {
  if (used < busyFrom) return null
  const share = max > busyFrom ? Math.min(1, (used - busyFrom) / (max - busyFrom)) : 1
  return PROOF_BITS_MIN + Math.floor(share * (PROOF_BITS_MAX - PROOF_BITS_MIN))
}

/** How many zeros the hash of a proof, `challenge.nonce`, begins with. */
export function zeroBitsOf(proof: string): number {
  const first = createHash('sha256').update(proof).digest().readUInt32BE(0)
  return Math.clz32(first)
}
