import { FLAG_TRIAL_READERS, hasRole, type Role } from '@krapao/contract'
import type { Sql } from '../../platform/database/types.ts'
import type { UserBonusRow } from './bonus.store.ts'
import { type FlagKind, type FlagSeverity, NOT_TRIED } from './flags.store.ts'
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

/** The open flags that name a member, the oldest first; of kinds on trial those alone who judge them see any. */
export function flagsOf(
  sql: Sql,
  memberId: string,
  { now, roles }: { now: Date; roles: readonly Role[] },
): Promise<{ id: string; kind: FlagKind; severity: FlagSeverity; memberCount: number; openedAt: Date }[]> {
  return sql.query(
    `select id, kind, severity, member_count as "memberCount", opened_at as "openedAt" from abuse_flag
     where state = 'open' and member_ids @> array[$2::text] and ($3 or ${NOT_TRIED}) order by opened_at, id`,
    [now, memberId, hasRole(roles, FLAG_TRIAL_READERS)],
  )
}
