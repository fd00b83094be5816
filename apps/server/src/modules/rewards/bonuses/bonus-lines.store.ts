import type { ReadSql } from '../../../platform/database/types.ts'
import { type Movement, type MovementRange, rowsInRange } from '../../members/index.ts'
import type { Words } from '../terms/rule-versions.store.ts'
import type { BonusSource } from './user-bonuses.store.ts'

/** Lines of the statement of a range: bonuses that were received and ended, in no order. */
export async function linesBetween(sql: ReadSql, range: MovementRange): Promise<Movement[]> {
  const lines = await rowsInRange<
    Pick<Movement, 'number' | 'id' | 'kind' | 'amountMinor' | 'createdAt'> & { about: BonusSource; descriptions: Words }
  >(
    sql,
    range,
    ['bonus', 'finish_bonus'],
    `select movement_number as "number", id, kind, about, descriptions, amount_minor as "amountMinor",
       created_at as "createdAt"
     from reward_line`,
  )
  return lines.map(({ about, descriptions, ...line }) => ({
    ...line,
    from: line.kind === 'bonus' ? 'HOUSE' : 'WALLET',
    to: line.kind === 'bonus' ? 'WALLET' : 'HOUSE',
    status: 'SUCCESS',
    descriptor: { of: about, description: descriptions },
  }))
}

/** Where bonuses, refunds and invite bonuses stand, by their kinds in the statement. */
export const rewardsMovementSources = [
  { kind: 'bonus', table: 'reward_line', condition: "kind = 'bonus'" },
  { kind: 'finish_bonus', table: 'reward_line', condition: "kind = 'finish_bonus'" },
  { kind: 'bonus', table: 'reward_credit' },
] as const
