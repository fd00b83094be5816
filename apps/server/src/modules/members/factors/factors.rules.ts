import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/durations.ts'

/** For so long a factor counts in the session that it was given in (beyond 4.2). */
export const FRESH_MS = 5 * MINUTE_MS
/** Between the asking by SMS and the removal of all factors (beyond 4.3). */
export const REMOVAL_MS = 3 * DAY_MS
/** For so long withdrawals wait for a person after a password or a factor changed (beyond 4.3). */
export const KEYS_CHANGED_MS = DAY_MS
/** For so long a device counts as a new one. */
export const NEW_DEVICE_MS = DAY_MS
/** After how many wrong ones a place waits, for how long, and after how much quiet they are forgotten. */
interface FactorTerms {
  failuresMax: number
  waitMs: number
  memoryMs: number
}
const QUARTER_MS = 15 * MINUTE_MS
const AT_ONE_PLACE: FactorTerms = { failuresMax: 5, waitMs: QUARTER_MS, memoryMs: QUARTER_MS }
/** Where codes of an app are counted together that are guessed by strangers, from wherever, and where he has logged in. */
export const STRANGERS = 'strangers'
export const WHERE_KNOWN = 'where known'
/** How each of the two counts. */
export const TOGETHER: FactorTerms = { failuresMax: 20, waitMs: HOUR_MS, memoryMs: DAY_MS }
export const FAILURES_KEPT_MS = 2 * TOGETHER.memoryMs
const STEP_UP_AMOUNT_MINOR = 2_000_000
const STEP_UP_DAY_MINOR = 5_000_000

/** Factors that were wrong at one place: a session, a device, or an address. */
export interface FactorFailures {
  count: number
  blockedUntil: Date | null
  lastAt: Date
}

/** Seconds to wait before a factor is looked at; null for none. */
export function waitForFactorS({ blockedUntil }: FactorFailures, now: Date): number | null {
  const leftMs = blockedUntil === null ? 0 : blockedUntil.getTime() - now.getTime()
  return leftMs > 0 ? Math.ceil(leftMs / 1000) : null
}

/** The failures after one more: each so-manyth has that place wait. */
export function countFactorFailure(
  before: FactorFailures,
  now: Date,
  { failuresMax, waitMs, memoryMs }: FactorTerms = AT_ONE_PLACE,
): FactorFailures {
  const isOver = now.getTime() - before.lastAt.getTime() >= memoryMs
  const count = isOver ? 1 : before.count + 1
  if (count < failuresMax) return { count, blockedUntil: null, lastAt: now }
  return { count: 0, blockedUntil: new Date(now.getTime() + waitMs), lastAt: now }
}

/** Whether something that happened then counts still. */
export function isWithin(at: Date | null, lastingMs: number, now: Date): boolean {
  return at !== null && now.getTime() - at.getTime() < lastingMs
}

/** Whether a withdrawal asks who has a factor for it; `dayMinor` is what was asked for on that day, this one included. */
export function wantsFactor(withdrawal: { amountMinor: number; dayMinor: number; isNewDevice: boolean }): boolean {
  const { amountMinor, dayMinor, isNewDevice } = withdrawal
  return isNewDevice || amountMinor > STEP_UP_AMOUNT_MINOR || dayMinor > STEP_UP_DAY_MINOR
}

/** Of an address what tells the network and not who it is there. */
export function placeOf(address: string | null): string | null {
  const [first, second, third, fourth] = address?.split('.') ?? []
  return fourth === undefined ? address : `${first}.${second}.${third}.x`
}
