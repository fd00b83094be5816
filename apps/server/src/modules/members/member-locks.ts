import type { Clock } from '../../platform/clock.ts'
import type { Database, Sql } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids.ts'
import { insertAudit, setMemberState } from './member.store.ts'
import { countSessions, deleteSessions } from './session.store.ts'

/** Who does it, and why: both stand in the account of what was done about the member. */
export interface LockDeed {
  memberId: string
  actor: string
  reason: string
}

export interface MemberLocks {
  /**
   * Ends the member's sessions and lets him in no more: logins answer INACTIVE_USER, payouts that were not sent wait for a
   * person. Money that he sent before is credited all the same. False when he was locked already, or is no member any more.
   */
  lock(deed: LockDeed): Promise<boolean>
  /** Lets him in again; what waits goes on waiting for a person. False when he was not locked. */
  unlock(deed: LockDeed): Promise<boolean>
  /** @returns how many sessions ended. */
  endSessions(deed: LockDeed): Promise<number>
}

export interface MemberLocksDeps {
  database: Database
  clock: Clock
  /** Makes payouts of the member that were not sent wait for a person: the cashier knows them. @returns how many. */
  holdPayouts(tx: Sql, memberId: string): Promise<number>
  onSessionsEnded(memberId: string): void
}

/** Members whom the operator suspends, and sessions that he ends. */
export function createMemberLocks(deps: MemberLocksDeps): MemberLocks {
  const { database, clock, holdPayouts, onSessionsEnded } = deps

  async function writeDown(
    tx: Sql,
    { memberId, actor, reason }: LockDeed,
    action: string,
    counts: Readonly<Record<string, number>>,
  ): Promise<void> {
    const at = clock.now()
    const detail = { actor, reason, ...counts }
    await insertAudit(tx, { id: newId(at), memberId, action, detail, address: null, at })
  }

  async function endAll(tx: Sql, memberId: string): Promise<number> {
    const count = await countSessions(tx, memberId, clock.now())
    await deleteSessions(tx, memberId, null)
    return count
  }

  return {
    async lock(deed) {
      const { memberId } = deed
      const isLocked = await database.transaction(async (tx) => {
        // The row is locked by this: a login that is under way comes before it, and its session ends here, or after it.
        if (!(await setMemberState(tx, memberId, { from: 'active', to: 'inactive' }))) return false
        const sessions = await endAll(tx, memberId)
        await writeDown(tx, deed, 'locked', { sessions, payouts: await holdPayouts(tx, memberId) })
        return true
      })
      if (isLocked) onSessionsEnded(memberId)
      return isLocked
    },

    unlock: (deed) =>
      database.transaction(async (tx) => {
        if (!(await setMemberState(tx, deed.memberId, { from: 'inactive', to: 'active' }))) return false
        await writeDown(tx, deed, 'unlocked', {})
        return true
      }),

    async endSessions(deed) {
      const ended = await database.transaction(async (tx) => {
        const sessions = await endAll(tx, deed.memberId)
        await writeDown(tx, deed, 'sessions-ended', { sessions })
        return sessions
      })
      onSessionsEnded(deed.memberId)
      return ended
    },
  }
}
