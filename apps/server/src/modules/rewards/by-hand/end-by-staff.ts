import type { Sql } from '../../../platform/database/types.ts'
import { type By, writeDeed } from '../../deeds/index.ts'
import { cancel } from '../bonuses/arm.ts'
import { markEnding } from '../bonuses/end.ts'
import { heldBonus } from '../bonuses/progress.ts'
import type { UserBonusRow } from '../bonuses/user-bonuses.store.ts'
import type { RewardsParts } from '../rewards.parts.ts'
import type { Outcome } from '../terms/terms.rules.ts'

/** How it went: over, on its way home, there is none, or why it cannot be ended now. */
export type EndedByStaff = 'given-back' | 'ending' | 'none' | 'ends-already' | 'under-way' | 'moved'

export interface StaffEnding {
  outcome: Outcome
  by: By
  reason: string | null
}

/**
 * Ends a bonus whatever its condition: one that is only armed is given back, a granted one ends as it is said, its games
 * being brought home first. The deed stands in the transaction that marks it.
 */
export async function endByStaff(
  parts: RewardsParts,
  bonus: UserBonusRow,
  { outcome, by, reason }: StaffEnding,
): Promise<EndedByStaff> {
  if (bonus.state === 'ending') return 'ends-already'
  const { id, memberId, code, state } = bonus
  const at = parts.clock.now()
  const note = (tx: Sql) =>
    writeDeed(tx, {
      ...by,
      deed: 'bonus-ended',
      memberId,
      subject: `bonus:${id}`,
      before: { code, state },
      after: state === 'armed' ? { state: 'cancelled' } : { state: 'ending', outcome },
      reason,
      at,
    })
  if (state === 'armed') {
    return (await cancel(parts, bonus, { by: 'operator', operationId: null, note })) ? 'given-back' : 'moved'
  }
  const positions = await parts.games.positions(parts.database, memberId)
  if (positions.some(({ isPending }) => isPending)) return 'under-way'
  const isMarked = await markEnding(parts, bonus, positions, { outcome, by: 'operator', operationId: null, note })
  return isMarked ? 'ending' : 'moved'
}

/** The same for whatever bonus a member holds: what he has not earned of a granted one goes back to the house. */
export async function endBonusOf(
  parts: RewardsParts,
  memberId: string,
  given: { by: By; reason: string },
): Promise<EndedByStaff> {
  const bonus = await heldBonus(parts, memberId)
  return bonus === null ? 'none' : endByStaff(parts, bonus, { outcome: 'failed', ...given })
}
