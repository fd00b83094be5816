import type { LimitKind, LimitPeriod } from '@krapao/contract'
import type { Sql } from '../../platform/database/types.ts'
import { refuse } from '../../platform/errors.ts'
import { walletNews } from '../members/index.ts'
import { changeOf, confirmationOf, RAISE_WAIT_MS } from './limit.rules.ts'
import { deleteLimit, type LimitKey, readLimits, writeLimit, writePending } from './limits.store.ts'
import { readPlayTime } from './play-time.store.ts'
import type { ProtectionParts } from './protection.parts.ts'
import { cancelLargerQr } from './require-limits.ts'

// Limits as a member sets them: lower at once, higher after a day and a second word (beyond 3.1).

/**
 * Writes on the member's row whether he has any limit now, of money or of time: his version rises, and what was checked
 * before is checked anew. His open pages hear of it.
 */
export async function markLimits(parts: ProtectionParts, tx: Sql, memberId: string): Promise<void> {
  const standing = await parts.members.standing(tx, memberId)
  const { limitMinutes } = await readPlayTime(tx, memberId)
  const hasLimits = limitMinutes !== null || (await readLimits(tx, memberId)).length > 0
  await parts.members.writeProtection(tx, memberId, { ...standing, hasLimits })
  await cancelLargerQr(parts, tx, memberId)
  await parts.ledger.post(tx, { movements: [], news: [walletNews(memberId, 'protection')] })
}

async function present(tx: Sql, { memberId, kind, period, setBy }: LimitKey) {
  const limits = await readLimits(tx, memberId)
  return limits.find((limit) => limit.kind === kind && limit.period === period && limit.setBy === setBy) ?? null
}

/** Sets a limit of the member's own to so many satang, or asks for none (null). */
export async function setLimit(
  parts: ProtectionParts,
  { amountMinor, ...asked }: { memberId: string; kind: LimitKind; period: LimitPeriod; amountMinor: number | null },
): Promise<void> {
  const limit: LimitKey = { ...asked, setBy: 'member' }
  await parts.database.transaction(async (tx) => {
    await parts.members.lockStanding(tx, limit.memberId)
    const now = parts.clock.now()
    const before = await present(tx, limit)
    const change = changeOf(before?.amountMinor ?? null, amountMinor)
    if (change === 'waits') {
      await writePending(tx, limit, { from: new Date(now.getTime() + RAISE_WAIT_MS), amountMinor })
    } else if (change === 'same') await writePending(tx, limit, null)
    else if (amountMinor !== null) await writeLimit(tx, limit, amountMinor, now)
    await markLimits(parts, tx, limit.memberId)
  })
}

/**
 * Puts a higher limit, or none, in force that has waited for a day. Refuses with NO_DATA where none waits or it lapsed, and
 * with TOO_EARLY.
 */
export async function confirmLimit(
  parts: ProtectionParts,
  asked: { memberId: string; kind: LimitKind; period: LimitPeriod },
): Promise<void> {
  const limit: LimitKey = { ...asked, setBy: 'member' }
  await parts.database.transaction(async (tx) => {
    await parts.members.lockStanding(tx, limit.memberId)
    const now = parts.clock.now()
    const before = await present(tx, limit)
    const waiting = before && confirmationOf(before, now)
    if (before === null || waiting === null) return refuse('NO_DATA')
    if (now < waiting.from) return refuse('TOO_EARLY', { details: { from: waiting.from.toISOString() } })
    if (before.pendingAmountMinor === null) await deleteLimit(tx, limit)
    else await writeLimit(tx, limit, before.pendingAmountMinor, now)
    return markLimits(parts, tx, limit.memberId)
  })
}

/** Sets our limit, or takes it away (null), in the caller's transaction. @returns what it was in satang; null for none. */
export async function writeOurLimit(
  parts: ProtectionParts,
  tx: Sql,
  { amountMinor, ...asked }: { memberId: string; kind: LimitKind; period: LimitPeriod; amountMinor: number | null },
): Promise<number | null> {
  const limit: LimitKey = { ...asked, setBy: 'operator' }
  await parts.members.lockStanding(tx, limit.memberId)
  const before = await present(tx, limit)
  if (amountMinor === null) await deleteLimit(tx, limit)
  else await writeLimit(tx, limit, amountMinor, parts.clock.now())
  await markLimits(parts, tx, limit.memberId)
  return before?.amountMinor ?? null
}
