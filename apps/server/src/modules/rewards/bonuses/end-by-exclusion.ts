import type { Sql } from '../../../platform/database/types.ts'
import { isUnderBonus, type Standing } from '../../members/index.ts'
import type { RewardsParts } from '../rewards.parts.ts'
import { outcomeOf } from '../terms/terms.rules.ts'
import { cancel } from './arm.ts'
import { markEnding } from './end.ts'
import { heldBonus, progressOf } from './progress.ts'
import { userBonusById } from './user-bonuses.store.ts'

/**
 * Ends the bonus of a member who takes part no more (beyond 3.4): an armed one is given back, a granted one ends as it
 * stands by then, won where it has been won, else taking at most the bonus; its games come home by its own job.
 * @returns whether none is in force any more, or its end is under way; false when it is to be tried again.
 */
export async function endByExclusion(parts: RewardsParts, memberId: string): Promise<boolean> {
  const bonus = await heldBonus(parts, memberId)
  if (bonus === null || bonus.state === 'ending') return true
  if (bonus.state === 'armed') return cancel(parts, bonus, { by: 'member', operationId: null })
  await parts.games.refreshMoved(memberId, bonus.grantedAt ?? bonus.armedAt)
  // The positions come before the progress: whatever is booked after them moves a version that the mark is guarded by.
  const positions = await parts.games.positions(parts.database, memberId)
  if (positions.some(({ isPending }) => isPending)) return false
  const progress = await progressOf(parts, bonus)
  const outcome = (progress && outcomeOf(progress.currentMinor, progress)) ?? 'failed'
  return markEnding(parts, bonus, positions, { outcome, by: 'member', operationId: null })
}

/**
 * What the end of a bonus in force may still take at the most, in satang: all that the wallet has beyond it is the
 * member's already, however long a game says nothing. 0 without one, and of one that is known to be won.
 */
export async function takenAtMost(sql: Sql, standing: Standing): Promise<number> {
  if (standing.bonusId === null || !isUnderBonus(standing)) return 0
  const bonus = await userBonusById(sql, standing.bonusId)
  return bonus === null || bonus.outcome === 'passed' ? 0 : (bonus.bonusMinor ?? 0)
}
