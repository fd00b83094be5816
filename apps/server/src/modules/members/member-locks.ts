import type { Sql } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids.ts'
import { insertAudit, setMemberState } from './member.store.ts'
import type { MembersParts } from './members.parts.ts'
import { countSessions, deleteSessions } from './session.store.ts'

/** Who does it, and why: both stand in the account of what was done about the member. */
export interface LockDeed {
  memberId: string
  actor: string
  reason: string
}

// Members whom the operator suspends, and sessions that he ends.

async function writeDown(
  parts: MembersParts,
  tx: Sql,
  { memberId, actor, reason }: LockDeed,
  action: string,
  counts: Readonly<Record<string, number>>,
): Promise<void> {
  const at = parts.clock.now()
  const detail = { actor, reason, ...counts }
  await insertAudit(tx, { id: newId(at), memberId, action, detail, address: null, at })
}

async function endAll(parts: MembersParts, tx: Sql, memberId: string): Promise<number> {
  const count = await countSessions(tx, memberId, parts.clock.now())
  await deleteSessions(tx, memberId, null)
  return count
}

/** Lets him in again; what waits goes on waiting for a person. False when he was not locked. */
export function unlockMember(parts: MembersParts, deed: LockDeed): Promise<boolean> {
  return parts.database.transaction(async (tx) => {
    if (!(await setMemberState(tx, deed.memberId, { from: 'inactive', to: 'active' }))) return false
    await writeDown(parts, tx, deed, 'unlocked', {})
    return true
  })
}

/**
 * Ends the member's sessions and lets him in no more: logins answer INACTIVE_USER, payouts that were not sent wait for a
 * person. Money that he sent before is credited all the same. False when he was locked already, or is no member any more.
 */
export async function lockMember(parts: MembersParts, deed: LockDeed): Promise<boolean> {
  const { memberId } = deed
  const isLocked = await parts.database.transaction(async (tx) => {
    // The row is locked by this: a login that is under way comes before it, and its session ends here, or after it.
    if (!(await setMemberState(tx, memberId, { from: 'active', to: 'inactive' }))) return false
    const sessions = await endAll(parts, tx, memberId)
    await writeDown(parts, tx, deed, 'locked', { sessions, payouts: await parts.holdPayouts(tx, memberId) })
    return true
  })
  if (isLocked) parts.onSessionsEnded(memberId)
  return isLocked
}

/** @returns how many sessions ended. */
export async function endSessions(parts: MembersParts, deed: LockDeed): Promise<number> {
  const ended = await parts.database.transaction(async (tx) => {
    const sessions = await endAll(parts, tx, deed.memberId)
    await writeDown(parts, tx, deed, 'sessions-ended', { sessions })
    return sessions
  })
  parts.onSessionsEnded(deed.memberId)
  return ended
}
