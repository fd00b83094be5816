const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** For so long a factor counts in the session that it was given in (beyond 4.2). */
export const FRESH_MS = 5 * MINUTE_MS
/** Between the asking by SMS and the removal of all factors (beyond 4.3). */
export const REMOVAL_MS = 72 * HOUR_MS
/** For so long withdrawals wait for a person after a password or a factor changed (beyond 4.3). */
export const KEYS_CHANGED_MS = 24 * HOUR_MS
/** For so long a device counts as a new one. */
export const NEW_DEVICE_MS = 24 * HOUR_MS
const FAILURES_MAX = 5
export const BLOCK_MS = 15 * MINUTE_MS
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

/** The failures after one more: each fifth one has that place wait for 15 minutes. */
export function countFactorFailure(before: FactorFailures, now: Date): FactorFailures {
  const isOver = now.getTime() - before.lastAt.getTime() >= BLOCK_MS
  const count = isOver ? 1 : before.count + 1
  if (count < FAILURES_MAX) return { count, blockedUntil: null, lastAt: now }
  return { count: 0, blockedUntil: new Date(now.getTime() + BLOCK_MS), lastAt: now }
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
