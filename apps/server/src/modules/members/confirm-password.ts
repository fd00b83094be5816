import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/types.ts'
import { refuse } from '../../platform/errors.ts'
import type { Identity } from '../../platform/http/index.ts'
import { countPairFailure, loginDoor } from '../../platform/login/failures.ts'
import { forgetPairFailures, lockPairFailures, readPairFailures, writePairFailures } from './login.store.ts'
import { readPasswordHash } from './member.store.ts'
import type { Passwords } from '../../platform/login/passwords.ts'
import { createTurns } from '../../platform/login/turns.ts'

/**
 * Asks a member who is logged in for his password once more; answers the kept form that it was checked against. Refuses
 * with WRONG_PASSWORD, naming `field`, or with REQUEST_LIMIT while the session has to wait: a stolen token guesses no
 * faster than a stranger at the login, and keeps no other session waiting.
 */
export type ConfirmPassword = (member: Identity, password: string | null, field: string) => Promise<string>

/** The password of a member asked for again, with the delays of the login (rulings 5.5) for each session. */
export function createConfirmPassword(deps: {
  database: Database
  clock: Clock
  passwords: Passwords
}): ConfirmPassword {
  const { database, clock, passwords } = deps
  const inTurn = createTurns()

  async function attempt({ memberId, username, sessionId }: Identity, password: string, field: string) {
    const place = `session ${sessionId}`
    const pair = await readPairFailures(database, username, place)
    const { waitS } = loginDoor({ now: clock.now(), pair, name: null, isKnown: true })
    if (waitS !== null) return refuse('REQUEST_LIMIT', { retryAfterS: waitS })
    const kept = await readPasswordHash(database, memberId)
    if (kept !== null && (await passwords.verify(password, kept))) {
      if (pair !== null) await forgetPairFailures(database, username, place)
      return kept
    }
    const now = clock.now()
    await database.transaction(async (tx) => {
      const failures = await lockPairFailures(tx, username, place, now)
      await writePairFailures(tx, username, place, countPairFailure(failures, now))
    })
    return refuse('WRONG_PASSWORD', { details: { fields: [field] } })
  }

  return async (member, password, field) => {
    if (password === null) return refuse('WRONG_PASSWORD', { details: { fields: [field] } })
    return inTurn(member.sessionId, () => attempt(member, password, field))
  }
}
