import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/types.ts'
import { refuse } from '../errors.ts'
import { zeroBitsOf } from './proof.rules.ts'
import { spendProof } from './proof-store.ts'
import { MINUTE_MS } from '../durations.ts'

/** How long a challenge may be worked on. */
const LIFE_MS = 5 * MINUTE_MS
/** While somebody works on a challenge the door may become busier; his work counts as long as it is not far less. */
const BITS_SLACK = 2

/** What a call has shown that was let in for a proof: it opens all further doors of the call, which has one `x-proof`. */
export const PROVEN: unique symbol = Symbol('proven')

/** The proof of work that came with a call, PROVEN when it is used up already; null for none. */
export type ShownProof = string | typeof PROVEN | null

export type Proofs = ReturnType<typeof createProofs>

/** Proofs of work in place of refusals: a person's phone does them unseen, who wants thousands pays for each. */
export function createProofs(deps: { database: Database; clock: Clock; keyHex: string }) {
  const { database, clock } = deps
  const key = Buffer.from(deps.keyHex, 'hex')
  const signatureOf = (purpose: string, terms: string) =>
    createHmac('sha256', key).update(`proof:${purpose}:${terms}`).digest().subarray(0, 16)

  function challenge(purpose: string, bits: number): string {
    const expiresMs = clock.now().getTime() + LIFE_MS
    const terms = `${expiresMs.toString(36)}.${bits}.${randomBytes(12).toString('base64url')}`
    return `${terms}.${signatureOf(purpose, terms).toString('base64url')}`
  }

  async function isGood(shown: string, purpose: string, wantedBits: number): Promise<boolean> {
    const [expires = '', bits = '', random = '', signature = '', nonce = '', ...rest] = shown.split('.')
    if (rest.length > 0 || !/^\d{1,16}$/.test(nonce)) return false
    const given = Buffer.from(signature, 'base64url')
    const right = signatureOf(purpose, `${expires}.${bits}.${random}`)
    if (given.length !== right.length || !timingSafeEqual(given, right)) return false
    const expiresAt = new Date(Number.parseInt(expires, 36))
    const now = clock.now()
    if (now >= expiresAt || Number(bits) < wantedBits - BITS_SLACK || zeroBitsOf(shown) < Number(bits)) return false
    return spendProof(database, random, expiresAt, now)
  }

  return {
    /**
     * Lets go on who shows the proof of at least this much work for this purpose (`x-proof`), once. Refuses everybody else
     * with PROOF_NEEDED, whose details are a challenge: the client finds a number so that the SHA-256 of `challenge.number`
     * begins with `bits` zeros, and makes its call again with that text. Who is PROVEN goes on.
     */
    async demand(shown: ShownProof, { purpose, bits }: { purpose: string; bits: number }): Promise<void> {
      if (shown === PROVEN) return
      if (shown !== null && shown.length < 200 && (await isGood(shown, purpose, bits))) return
      refuse('PROOF_NEEDED', { details: { challenge: challenge(purpose, bits), bits } })
    },
  }
}
