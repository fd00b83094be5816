import { createDecipheriv, createHash, hkdfSync } from 'node:crypto'
import type { Code } from '@krapao/contract'
import { toWireAmount } from '@krapao/money'
import type { ErrorDetails } from '../../../platform/errors.ts'
import type { GiftRefusal, Voucher } from '../providers/gift-issuer.ts'
import { isGiftCode } from '../providers/http-gift-issuer.ts'

/** Longer than an answer of the issuer is waited for: until then nobody else tends a gift that is being asked about. */
export const GIFT_TURN_MS = 15_000

const IV_BYTES = 12
const TAG_BYTES = 16

/** The key that the web app hides gift links with: HKDF-SHA-256 of the shared secret (api.md). */
export function giftLinkKey(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'krapao-truelink-v1', 32))
}

/** What was hidden: base64url of `iv(12) || ciphertext || tag(16)`, AES-256-GCM; null when it was not hidden so. */
export function decryptGiftLink(hidden: string, key: Buffer): string | null {
  if (!/^[A-Za-z0-9_-]+$/.test(hidden)) return null
  const bytes = Buffer.from(hidden, 'base64url')
  if (bytes.length <= IV_BYTES + TAG_BYTES) return null
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    const link = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()])
    return new TextDecoder('utf-8', { fatal: true }).decode(link)
  } catch {
    return null
  }
}

/**
 * The code of a gift, out of what a member sent: a link to one of `hosts` ("name" or "name:port") with the code as `v`,
 * alone, without its "https://" or inside a message, or the bare code. Null when there is none. Nobody ever calls the
 * link itself.
 */
export function giftCodeOf(text: string, hosts: readonly string[]): string | null {
  const sent = text.trim()
  if (isGiftCode(sent)) return sent
  const address = /https?:\/\/[^\s<>"']+/i.exec(sent)?.[0] ?? `https://${sent}`
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  const isIssuer = hosts.some((host) => host.toLowerCase() === url.host)
  const code = url.searchParams.get('v')
  return isIssuer && url.username === '' && url.password === '' && code !== null && isGiftCode(code) ? code : null
}

/** What a code is known by where it must not be told: whoever has the code has the money. */
export function giftCodeHash(code: string): string {
  return createHash('sha256').update(`voucher ${code}`).digest('hex')
}

/** Why a gift is not taken, as the member is told. */
export interface GiftProblem {
  code: Extract<
    Code,
    'TRUELINK_INVALID' | 'TRUELINK_DUPLICATE' | 'DEPOSIT_MINIMUM' | 'BONUS_REMAINING' | 'LIMIT_REACHED' | 'EXCLUDED'
  >
  details?: ErrorDetails
}

/** The issuer's no, as the member is told. */
export function giftProblemOf(refusal: GiftRefusal): GiftProblem {
  return { code: refusal === 'duplicate' ? 'TRUELINK_DUPLICATE' : 'TRUELINK_INVALID' }
}

/**
 * What is wrong with a gift before a share of it is taken, or null (rulings 3.4): it is over, all has been taken, or it
 * is for one person and worth too little. What a share of many is worth nobody knows before: it is taken as it comes.
 */
export function voucherProblem(voucher: Voucher, minimumMinor: number): GiftProblem | null {
  if (voucher.state === 'expired') return { code: 'TRUELINK_INVALID' }
  if (voucher.state === 'redeemed' || voucher.available === 0) return { code: 'TRUELINK_DUPLICATE' }
  if (voucher.people === 1 && voucher.valueMinor < minimumMinor) {
    return { code: 'DEPOSIT_MINIMUM', details: { min: toWireAmount(minimumMinor) } }
  }
  return null
}

/** What a share will be worth as far as one can tell before: all of a gift for one, the mean of one for many. */
export function expectedShareMinor({ valueMinor, people }: Voucher): number {
  return Math.max(1, Math.floor(valueMinor / people))
}

/** The most that a share can be worth: all of its gift, of which the mean is known; null while it is not described. */
export function mostShareMinor({ amountMinor, people }: { amountMinor: number | null; people: number | null }) {
  return amountMinor === null || people === null ? null : (amountMinor + 1) * people - 1
}

/** Two agreeing refusals end a share that may have been taken, the second no sooner than this after the first call. */
const REFUSED_AFTER_MS = 20_000

/**
 * Whether a refusal is the end of it. The first call's is. After a call whose answer is not known, the issuer must say
 * the same twice, at the earliest 20 seconds after the first call (as rulings 1.3 has it for transfers).
 */
export function isFinalRefusal(given: {
  status: string
  /** Calls before this one. */
  callsBefore: number
  /** The refusal of the call before, null when it was none. */
  refusedAs: string | null
  firstCallAt: Date
  now: Date
}): boolean {
  if (given.callsBefore === 0) return true
  const isAgreed = given.refusedAs === given.status
  return isAgreed && given.now.getTime() - given.firstCallAt.getTime() >= REFUSED_AFTER_MS
}
