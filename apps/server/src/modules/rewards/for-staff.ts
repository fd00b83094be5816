import type { Sql } from '../../platform/database/types.ts'
import type { UserBonusRow } from './bonus.store.ts'
import type { FlagKind, FlagSeverity } from './flags.store.ts'
import { heldBonus, type Progress, progressOf } from './progress.ts'
import type { RewardsParts } from './rewards.parts.ts'

/** The bonus that a member holds, and how far it is; null when he holds none. */
export async function heldOf(
  parts: RewardsParts,
  memberId: string,
): Promise<{ bonus: UserBonusRow; progress: Progress | null } | null> {
  const bonus = await heldBonus(parts, memberId)
  return bonus === null ? null : { bonus, progress: await progressOf(parts, bonus) }
}

/** The open flags that name a member, the oldest first. */
export function flagsOf(
  sql: Sql,
  memberId: string,
): Promise<{ id: string; kind: FlagKind; severity: FlagSeverity; memberCount: number; openedAt: Date }[]> {
  return sql.query(
    `select id, kind, severity, member_count as "memberCount", opened_at as "openedAt" from abuse_flag
     where state = 'open' and member_ids @> array[$1::text] order by opened_at, id`,
    [memberId],
  )
}
