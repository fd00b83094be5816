import type { CoolOffHours, ExclusionMonths } from '@krapao/contract'
import type { Sql } from '../../platform/database/types.ts'
import { refuse } from '../../platform/errors.ts'
import type { Identity } from '../../platform/http/index.ts'
import { newId } from '../../platform/ids.ts'
import { type Excluded, walletNews } from '../members/index.ts'
import { coolOffUntil, exclusionUntil, type ExclusionInForce, inForce, returnTerms } from './exclusion.rules.ts'
import { addExclusion, askReturn, endExclusions, readExclusions, withdrawConsents } from './exclusions.store.ts'
import { addHomecoming } from './homecoming.store.ts'
import type { ProtectionParts } from './protection.parts.ts'

// Breaks and exclusions: taken at once, ended by their time or by a return that waits (beyond 3.4).

/** Writes on the member's row what holds now, which refuses whatever was begun before this commit, and tells his open pages. */
async function mark(parts: ProtectionParts, tx: Sql, memberId: string): Promise<void> {
  const standing = await parts.members.standing(tx, memberId)
  const exclusion = inForce(await readExclusions(tx, memberId), parts.clock.now())
  const { kind: excludedAs = null, until: excludedUntil = null } = exclusion ?? {}
  await parts.members.writeProtection(tx, memberId, { ...standing, excludedAs, excludedUntil })
  await parts.ledger.post(tx, { movements: [], news: [walletNews(memberId, 'protection')] })
}

/** A break or an exclusion that is taken; `until` null is for good. */
interface Taking {
  memberId: string
  kind: Excluded
  until: Date | null
  /** `member`, or the actor who does it for him. */
  takenBy: string
}

/** Writes a break or an exclusion down and takes back what he allowed us to tell him of offers, in the caller's transaction. */
export async function take(parts: ProtectionParts, tx: Sql, taking: Taking): Promise<void> {
  await parts.members.lockStanding(tx, taking.memberId)
  const now = parts.clock.now()
  const id = newId(now)
  await addExclusion(tx, { id, takenAt: now, ...taking })
  await addHomecoming(tx, { id, memberId: taking.memberId, cause: 'exclusion', createdAt: now })
  await withdrawConsents(tx, taking.memberId)
  await parts.cashier.cancelLiveQrAbove(tx, taking.memberId, 0)
  await mark(parts, tx, taking.memberId)
}

/** POST /api/protection/cool-off. */
export async function coolOff(parts: ProtectionParts, memberId: string, hours: CoolOffHours): Promise<void> {
  const until = coolOffUntil(parts.clock.now(), hours)
  await parts.database.transaction((tx) => take(parts, tx, { memberId, kind: 'cool-off', until, takenBy: 'member' }))
}

/** POST /api/protection/self-exclusion. Refuses with WRONG_PASSWORD, or with REQUEST_LIMIT after several of them. */
export async function excludeOneself(
  parts: ProtectionParts,
  member: Identity,
  { months, password }: { months: ExclusionMonths; password: string },
): Promise<void> {
  await parts.members.confirmPassword(member, password, 'password')
  const { memberId } = member
  const until = exclusionUntil(parts.clock.now(), months)
  const taking = { memberId, kind: 'self-exclusion', until, takenBy: 'member' } as const
  await parts.database.transaction((tx) => take(parts, tx, taking))
}

/** Does something about the exclusion of a member's own; refuses with NO_DATA (404) when he has none. */
async function changeOwn(
  parts: ProtectionParts,
  memberId: string,
  work: (tx: Sql, exclusion: ExclusionInForce, now: Date) => Promise<void>,
): Promise<void> {
  await parts.database.transaction(async (tx) => {
    await parts.members.lockStanding(tx, memberId)
    const now = parts.clock.now()
    const exclusion = inForce(await readExclusions(tx, memberId), now)
    if (exclusion === null || exclusion.kind !== 'self-exclusion') return refuse('NO_DATA')
    return work(tx, exclusion, now)
  })
}

/** Asks to come back; refuses with NO_DATA, or with TOO_EARLY before the term is over. Asking again changes nothing. */
export function askToReturn(parts: ProtectionParts, memberId: string): Promise<void> {
  return changeOwn(parts, memberId, async (tx, exclusion, now) => {
    const terms = returnTerms(exclusion, now) ?? refuse('NO_DATA')
    if (now < terms.askFrom) refuse('TOO_EARLY', { details: { from: terms.askFrom.toISOString() } })
    if (terms.askedAt === null) await askReturn(tx, memberId, now)
  })
}

/** Comes back, once the wait is over; refuses with NO_DATA where it was not asked for or lapsed, or with TOO_EARLY. */
export function confirmReturn(parts: ProtectionParts, memberId: string): Promise<void> {
  return changeOwn(parts, memberId, async (tx, exclusion, now) => {
    const { confirmFrom = null } = returnTerms(exclusion, now) ?? {}
    if (confirmFrom === null) return refuse('NO_DATA')
    if (now < confirmFrom) return refuse('TOO_EARLY', { details: { from: confirmFrom.toISOString() } })
    await endExclusions(tx, memberId, now)
    return mark(parts, tx, memberId)
  })
}
