import { proofBitsAt } from './proof.rules.ts'
import { HOUR_MS } from '../durations.ts'

/** Wrong passwords from one address for one name, a phone number or a user name, before delays begin. */
const FREE_FAILURES = 5
const DELAY_FIRST_S = 2
const DELAY_MAX_S = 60
/** Failures of a pair are forgotten after this much quiet. */
export const PAIR_MEMORY_MS = HOUR_MS
/** Wrong passwords for one name in an hour before strangers must work for each further try. */
export const NAME_FAILURES_MAX = 100
const NAME_WINDOW_MS = HOUR_MS
/** So many failures of a name ask for the most work. */
const NAME_FAILURES_MOST = 500

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

/** What a login meets before its password is looked at: a wait in seconds, then a proof of work; null for none. */
export interface LoginDoor {
  waitS: number | null
  proofBits: number | null
}

/**
 * What a login meets (rulings 5.5). Delays belong to a name at one place, a known device or an address, so that nobody
 * keeps the owner waiting elsewhere. Many failures of a name, wherever from, make strangers work for each try: nobody is
 * shut out by them, and whoever `isKnown`, by device or address, does not even notice.
 */
export function loginDoor(given: {
  now: Date
  pair: PairFailures | null
  name: NameFailures | null
  isKnown: boolean
}): LoginDoor {
  const { pair, name } = given
  const now = given.now.getTime()
  if (pair && now < pair.retryAt.getTime()) {
    return { waitS: Math.ceil((pair.retryAt.getTime() - now) / 1000), proofBits: null }
  }
  const isOver = !name || now >= name.since.getTime() + NAME_WINDOW_MS
  if (isOver || given.isKnown) return { waitS: null, proofBits: null }
  const terms = { used: name.count, busyFrom: NAME_FAILURES_MAX, max: NAME_FAILURES_MOST }
  return { waitS: null, proofBits: proofBitsAt(terms) }
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
