import type { LimitKind, LimitPeriod } from '@krapao/contract'
import { toWireAmount } from '@krapao/money'
import { writeDeed } from '../deeds/index.ts'
import type { Excluded, MemberDeed } from '../members/index.ts'
import { take } from './exclude.ts'
import type { ProtectionParts } from './protection.parts.ts'
import { writeOurLimit } from './set-limit.ts'

// What staff set for a player. It stands beside what he set himself, which nothing here can loosen (beyond 3.1, 3.4).

/** Sets our limit for a member to so many satang, or takes it away (null). Refuses with NO_DATA (404). */
export async function limitByStaff(
  parts: ProtectionParts,
  asked: MemberDeed & { kind: LimitKind; period: LimitPeriod; amountMinor: number | null },
): Promise<void> {
  const { memberId, by, reason, kind, period, amountMinor } = asked
  await parts.members.requireCard(memberId)
  const amountOf = (minor: number | null) => (minor === null ? null : toWireAmount(minor))
  await parts.database.transaction(async (tx) => {
    const before = await writeOurLimit(parts, tx, { memberId, kind, period, amountMinor })
    const facts = {
      before: { kind, period, amount: amountOf(before) },
      after: { kind, period, amount: amountOf(amountMinor) },
    }
    await writeDeed(tx, { ...by, deed: 'limit-set', memberId, ...facts, reason, at: parts.clock.now() })
  })
}

/** Takes a break or an exclusion for a member who asked for it; `until` null is for good. Refuses with NO_DATA (404). */
export async function excludeByStaff(
  parts: ProtectionParts,
  { memberId, by, reason, kind, until }: MemberDeed & { kind: Excluded; until: Date | null },
): Promise<void> {
  await parts.members.requireCard(memberId)
  await parts.database.transaction(async (tx) => {
    await take(parts, tx, { memberId, kind, until, takenBy: by.actor })
    const after = { kind, until: until?.toISOString() ?? null }
    await writeDeed(tx, { ...by, deed: 'member-excluded', memberId, after, reason, at: parts.clock.now() })
  })
}
