/** Wrong passwords from one address for one name, a phone number or a user name, before delays begin. */
const FREE_FAILURES = 5
const DELAY_FIRST_S = 2
const DELAY_MAX_S = 60
/** Failures of a pair are forgotten after this much quiet. */
export const PAIR_MEMORY_MS = 3_600_000
/** Wrong passwords for one name in an hour from addresses that its owner has not used. */
export const NAME_FAILURES_MAX = 100
const NAME_WINDOW_MS = 3_600_000

/** Failed logins of one name from one address. */
export interface PairFailures {
  count: number
  retryAt: Date
  lastAt: Date
}

/** Failed logins of one name from anywhere, counted over an hour that begins with the first. */
export interface NameFailures {
  count: number
  since: Date
}

/**
 * How long a login has to wait, in seconds; null when it may go on (rulings 5.5). Delays belong to (name, address), so
 * nobody can lock the owner out; the ceiling of a name does not hold for addresses its owner has logged in from.
 */
export function loginWait(given: {
  now: Date
  pair: PairFailures | null
  name: NameFailures | null
  isKnownAddress: boolean
}): number | null {
  const { pair, name } = given
  const now = given.now.getTime()
  if (pair && now < pair.retryAt.getTime()) return Math.ceil((pair.retryAt.getTime() - now) / 1000)
  if (!name || given.isKnownAddress || name.count < NAME_FAILURES_MAX) return null
  const endsAt = name.since.getTime() + NAME_WINDOW_MS
  return now < endsAt ? Math.ceil((endsAt - now) / 1000) : null
}

/** The failures of a pair after one more: from the fifth on each doubles the wait, up to a minute. */
export function countPairFailure(pair: PairFailures | null, now: Date): PairFailures {
  const isForgotten = !pair || now.getTime() - pair.lastAt.getTime() >= PAIR_MEMORY_MS
  const count = isForgotten ? 1 : pair.count + 1
  const delayS = count < FREE_FAILURES ? 0 : Math.min(DELAY_MAX_S, DELAY_FIRST_S * 2 ** (count - FREE_FAILURES))
  return { count, retryAt: new Date(now.getTime() + delayS * 1000), lastAt: now }
}

/** The failures of a name after one more. */
export function countNameFailure(name: NameFailures | null, now: Date): NameFailures {
  const isOver = !name || now.getTime() - name.since.getTime() >= NAME_WINDOW_MS
  return isOver ? { count: 1, since: now } : { count: name.count + 1, since: name.since }
}
