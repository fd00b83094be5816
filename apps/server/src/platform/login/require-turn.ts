import type { Sql } from '../database/types.ts'
import { refuse } from '../errors.ts'
import { loginDoor, type PairFailures } from './failures.ts'
import type { FailureStore } from './failure-store.ts'

/**
 * Refuses with REQUEST_LIMIT while a session that shows what it has shown wrongly before has to wait, as at the login
 * (rulings 5.5); else answers what was counted of it. `place` is the session, and for what.
 */
export async function requireTurn(
  failures: Pick<FailureStore, 'pairOf'>,
  sql: Sql,
  { name, place, now }: { name: string; place: string; now: Date },
): Promise<PairFailures | null> {
  const pair = await failures.pairOf(sql, name, place)
  const { waitS } = loginDoor({ now, pair, name: null, isKnown: true })
  return waitS === null ? pair : refuse('REQUEST_LIMIT', { retryAfterS: waitS })
}
