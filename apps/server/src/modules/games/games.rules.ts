import { mulDiv } from '@krapao/money'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/durations.ts'

// The arithmetic between wallet and games, and what follows from what a provider says. Pure decisions only.

/**
 * A factor (ftWalletSlot) is an exact decimal of at most four places, kept as an integer of ten-thousandths. Credits are
 * integer hundredths of a game's own credit; amounts are satang (ruling 1.5).
 */
const FACTOR_ONE = 10_000

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}

/** The smallest amount in satang that is a whole number of credit hundredths (ruling 1.5). */
export function gridMinor(factorTenThousandths: number): number {
  return FACTOR_ONE / greatestCommonDivisor(factorTenThousandths, FACTOR_ONE)
}

/** True when the amount is whole in credits. */
export function isOnGrid(amountMinor: number, factorTenThousandths: number): boolean {
  return amountMinor % gridMinor(factorTenThousandths) === 0
}

/** The largest amount on the grid that is not above the given one. */
export function floorToGrid(amountMinor: number, factorTenThousandths: number): number {
  return amountMinor - (amountMinor % gridMinor(factorTenThousandths))
}

/** The smallest amount on the grid that is not below the given one. */
export function ceilToGrid(amountMinor: number, factorTenThousandths: number): number {
  const grid = gridMinor(factorTenThousandths)
  return floorToGrid(amountMinor + grid - 1, factorTenThousandths)
}

/** The credits (hundredths) of an amount on the grid; throws a RangeError off the grid, which would lose money. */
export function creditsOf(amountMinor: number, factorTenThousandths: number): number {
  if (!isOnGrid(amountMinor, factorTenThousandths)) throw new RangeError(`${amountMinor} is not whole in credits`)
  return mulDiv(amountMinor, factorTenThousandths, FACTOR_ONE, 'floor')
}

/** What credits are worth in the wallet: floored to satang, the rest stays at the provider, unbooked (ruling 1.5). */
export function amountOfCredits(credits: number, factorTenThousandths: number): number {
  return mulDiv(credits, FACTOR_ONE, factorTenThousandths, 'floor')
}

/** The wire's ftWalletSlot of a factor. */
export function wireFactor(factorTenThousandths: number): number {
  return factorTenThousandths / FACTOR_ONE
}

/** What a provider's answer to a balance question comes to. */
export type Reading = { kind: 'amount'; amountMinor: number } | { kind: 'absurd'; raw: string }

/**
 * Reads a balance that a provider reports, in credits. Negative, not a number or worth more than the ceiling is absurd:
 * such a reading is never booked (ruling 1.1). A third decimal is beyond what credits have, and is floored away.
 */
export function readBalance(raw: unknown, factorTenThousandths: number, ceilingMinor: number): Reading {
  const absurd: Reading = { kind: 'absurd', raw: String(raw).slice(0, 64) }
  if (typeof raw !== 'number' || !Number.isFinite(raw) || raw < 0 || Object.is(raw, -0)) return absurd
  const hundredths = Math.round(raw * 100)
  const credits = hundredths / 100 > raw ? hundredths - 1 : hundredths
  if (!Number.isSafeInteger(credits)) return absurd
  if (BigInt(credits) * BigInt(FACTOR_ONE) > BigInt(ceilingMinor) * BigInt(factorTenThousandths)) return absurd
  return { kind: 'amount', amountMinor: amountOfCredits(credits, factorTenThousandths) }
}

/** What a reading that nobody believed says, in satang: null where it is no amount. Of a restored copy it is kept in baht. */
export function saidAmountMinor(
  { kind, raw }: { kind: 'absurd' | 'restored'; raw: string },
  factorTenThousandths: number,
): number | null {
  if (kind === 'restored') return Math.round(Number(raw.replaceAll(',', '')) * 100)
  const reading = raw.trim() === '' ? null : readBalance(Number(raw), factorTenThousandths, Number.MAX_SAFE_INTEGER)
  return reading?.kind === 'amount' ? reading.amountMinor : null
}

/**
 * When an unknown transfer is asked about, in ms after the call: 1, 2, 4, 8, 15, 30 s, then each minute (ruling 1.3), and
 * from there on at a falling pace for ever: after a twentieth of its age, each hour at last (beyond 7.8).
 */
const ASK_AFTER_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000]
const ASK_EVERY_MS = MINUTE_MS
const ASK_EVERY_MAX_MS = HOUR_MS
const ASK_AGE_PARTS = 20

/** While the call of a fresh hold runs nobody else asks: the party's time-out and a little. */
export const CALL_LEASE_MS = 12_000

/**
 * From when the questions about a call are counted: from the call itself, and of a call that was made before our process
 * began from then, as soon as whoever made it is done with it.
 */
export function askedFrom(calledAt: Date, startedAt: Date): Date {
  if (calledAt >= startedAt) return calledAt
  return new Date(Math.max(startedAt.getTime(), calledAt.getTime() + CALL_LEASE_MS))
}

/** The time of the next question about a call, after `asks` questions counted from a time. */
export function nextAskAt(from: Date, asks: number, now: Date): Date {
  const planned = ASK_AFTER_MS[asks]
  if (planned !== undefined) return new Date(Math.max(from.getTime() + planned, now.getTime() + 1))
  return askAgainAt(from, now)
}

/** The time of the next question about what has stayed unknown since a time; never sooner than after `atLeastMs`. */
export function askAgainAt(since: Date, now: Date, atLeastMs = ASK_EVERY_MS): Date {
  const ageMs = now.getTime() - since.getTime()
  const waitMs = Math.min(Math.max(Math.floor(ageMs / ASK_AGE_PARTS), atLeastMs), ASK_EVERY_MAX_MS)
  return new Date(now.getTime() + waitMs)
}

/** "Not found" once: whether it is said twice is asked soon, at whatever age. */
export function askTwiceAt(now: Date): Date {
  return new Date(now.getTime() + ASK_EVERY_MS)
}

/** Two agreeing "not found" later than this after the call free a hold, where a provider's row says nothing else (ruling 1.3). */
const NOT_FOUND_AFTER_MS = 20_000
/** Unknown for this long: a person looks at it. */
const REVIEW_AFTER_MS = HOUR_MS
/** Of what persons saw who end a transfer that nothing told of. */
export const TRANSFER_EVIDENCE_MIN = 10

/** After a hold was freed on "not found", the transfer is asked about again at these times (ruling 1.2). */
const WATCH_AFTER_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, DAY_MS]

/** The time of the next look at a freed transfer, null when it is no longer watched. */
export function nextWatchAt(voidedAt: Date, looks: number): Date | null {
  const after = WATCH_AFTER_MS[looks]
  return after === undefined ? null : new Date(voidedAt.getTime() + after)
}

/** What a provider says of a transfer that was asked about by its id: `under-way` it says, `unknown` is no answer. */
export type TransferStatus = 'done' | 'refused' | 'not-found' | 'under-way' | 'unknown'

/** What to do with an open hold after an answer. */
export type Step =
  | { do: 'settle' }
  | { do: 'void'; watch: boolean }
  | { do: 'wait'; notFounds: number }
  | { do: 'review' }

/**
 * Decides what an answer means for an open hold: a definite yes settles, a definite no frees, two agreeing "not found"
 * late enough free and are watched, everything else waits, and after an hour a person is shown it (rulings 1.2, 1.3).
 * `notFounds` counts the agreeing late answers so far; `notFoundAfterMs` is the provider's own wait.
 */
export function decideLegStep(
  status: TransferStatus,
  calledAt: Date,
  notFounds: number,
  now: Date,
  notFoundAfterMs = NOT_FOUND_AFTER_MS,
): Step {
  const ageMs = now.getTime() - calledAt.getTime()
  if (status === 'done') return { do: 'settle' }
  if (status === 'refused') return { do: 'void', watch: false }
  if (status === 'not-found' && ageMs > notFoundAfterMs) {
    if (notFounds + 1 >= 2) return { do: 'void', watch: true }
    return { do: 'wait', notFounds: notFounds + 1 }
  }
  if (ageMs >= REVIEW_AFTER_MS) return { do: 'review' }
  return { do: 'wait', notFounds: 0 }
}

/** How a whole gathering ended, from its parts (ruling 1.6). */
export type PartStatus = 'SUCCESS' | 'IN_PROGRESS' | 'FAILED' | 'NONE'

/** IN_PROGRESS if any part is, FAILED when nothing moved and one failed, else SUCCESS (ruling 1.6). */
export function statusOfParts(parts: readonly PartStatus[]): 'SUCCESS' | 'IN_PROGRESS' | 'FAILED' {
  if (parts.includes('IN_PROGRESS')) return 'IN_PROGRESS'
  if (!parts.includes('SUCCESS') && parts.includes('FAILED')) return 'FAILED'
  return 'SUCCESS'
}
