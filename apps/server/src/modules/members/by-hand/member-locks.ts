import type { DeedName } from '@krapao/contract'
import type { Sql } from '../../../platform/database/index.ts'
import { writeDeed } from '../../deeds/index.ts'
import { setMemberState } from '../member/member.store.ts'
import type { MembersParts } from '../members.parts.ts'
import type { MemberDeed } from '../members.types.ts'
import { countSessions, deleteSessions } from '../sessions/session.store.ts'

// Members whom the operator suspends, and sessions that he ends.

type MemberState = 'active' | 'inactive'

/** Writes the deed of a member's change of state, with what ended of it. */
function noteState(
  parts: MembersParts,
  tx: Sql,
  { memberId, by, reason }: MemberDeed,
  deed: DeedName,
  [before, after]: readonly [MemberState, MemberState],
  counts: Readonly<Record<string, number>> = {},
): Promise<void> {
  const at = parts.clock.now()
  const facts = { before: { state: before }, after: { state: after, ...counts } }
  return writeDeed(tx, { ...by, deed, memberId, ...facts, reason, at })
}

async function endAll(parts: MembersParts, tx: Sql, memberId: string): Promise<number> {
  const count = await countSessions(tx, memberId, parts.clock.now())
  await deleteSessions(tx, memberId, null)
  return count
}

/** Lets him in again; what waits goes on waiting for a person. False when he was not locked. */
export function unlockMember(parts: MembersParts, deed: MemberDeed): Promise<boolean> {
  return parts.database.transaction(async (tx) => {
    if (!(await setMemberState(tx, deed.memberId, { from: 'inactive', to: 'active' }))) return false
    await noteState(parts, tx, deed, 'member-unlocked', ['inactive', 'active'])
    return true
  })
}

/**
 * Ends the member's sessions and lets him in no more: logins answer INACTIVE_USER, payouts that were not sent wait for a
 * person. Money that he sent before is credited all the same. False when he was locked already, or is no member any more.
 */
export async function lockMember(parts: MembersParts, deed: MemberDeed): Promise<boolean> {
  const { memberId } = deed
  const isLocked = await parts.database.transaction(async (tx) => {
    // The row is locked by this: a login that is under way comes before it, and its session ends here, or after it.
    if (!(await setMemberState(tx, memberId, { from: 'active', to: 'inactive' }))) return false
    const sessions = await endAll(parts, tx, memberId)
    const payouts = await parts.holdPayouts(tx, memberId)
    await noteState(parts, tx, deed, 'member-locked', ['active', 'inactive'], { sessions, payouts })
    return true
  })
  if (isLocked) parts.onSessionsEnded(memberId)
  return isLocked
}

/** @returns how many sessions ended. */
export async function endSessions(parts: MembersParts, deed: MemberDeed): Promise<number> {
  const ended = await parts.database.transaction(async (tx) => {
    const sessions = await endAll(parts, tx, deed.memberId)
    const { memberId, by, reason } = deed
    const facts = { before: { sessions }, after: { sessions: 0 } }
    await writeDeed(tx, { ...by, deed: 'sessions-ended', memberId, ...facts, reason, at: parts.clock.now() })
    return sessions
  })
  parts.onSessionsEnded(deed.memberId)
  return ended
}
