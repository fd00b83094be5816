import * as v from 'valibot'
import { whole } from '../../../platform/whole-numbers.ts'

/** Towards any outside party (rulings 1.3). */
export const PARTY_TIMEOUT_MS = 10_000
/** No honest answer about one QR or payout is longer. */
export const ANSWER_MAX_BYTES = 256 * 1024

/** Where a party answers, without a slash at the end. */
export const address = v.pipe(
  v.string(),
  v.check((url) => /^https?:\/\//.test(url) && URL.canParse(url)),
  v.transform((url) => url.replace(/\/+$/, '')),
)

/** A reference that no QR and no payout of ours has: who is asked about it has nothing to tell. */
export const CHECK_REFERENCE = 'KRAPAOCHECK'

/** A key or a word that a party gave the operator. */
export const word = v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,512}$/))

/** Shorter waits, for tests. */
export const timeout = v.optional(whole(50, PARTY_TIMEOUT_MS))

/** From our bank codes to the words of a party: a setting, never a guess. */
export const bankTable = v.record(v.pipe(v.string(), v.regex(/^[A-Z0-9]{1,12}$/)), word)

/** HTTP Basic with a key for a name and no password. */
export function basicKey(key: string): string {
  return `Basic ${Buffer.from(`${key}:`).toString('base64')}`
}
