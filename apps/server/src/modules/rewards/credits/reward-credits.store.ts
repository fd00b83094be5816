import type { ReadSql, Sql } from '../../../platform/database/types.ts'
import { type Movement, type MovementRange, rowsInRange } from '../../members/index.ts'
import { namesOfRewards, type RewardKind } from '../bonuses/grant.ts'

/** The amount of a credit that was made under this id; null when there is none. */
export async function creditMade(sql: Sql, memberId: string, id: string): Promise<number | null> {
  const [row] = await sql.query<{ amountMinor: number }>(
    'select amount_minor as "amountMinor" from reward_credit where id = $1 and member_id = $2',
    [id, memberId],
  )
  return row?.amountMinor ?? null
}

/** Whether a member has ever received a reward of this kind. */
export async function hasCredit(sql: Sql, memberId: string, kind: RewardKind): Promise<boolean> {
  const rows = await sql.query('select from reward_credit where member_id = $1 and kind = $2 limit 1', [memberId, kind])
  return rows.length > 0
}

/** Refunds and invite bonuses of a range, in no order. */
export async function creditsBetween(sql: ReadSql, range: MovementRange): Promise<Movement[]> {
  const rows = await rowsInRange<Pick<Movement, 'number' | 'id' | 'amountMinor' | 'createdAt'> & { kind: RewardKind }>(
    sql,
    range,
    ['bonus'],
    `select movement_number as "number", id, kind, amount_minor as "amountMinor", created_at as "createdAt"
     from reward_credit`,
  )
  return rows.map(({ kind, ...row }) => ({
    ...row,
    kind: 'bonus',
    from: 'HOUSE',
    to: 'WALLET',
    status: 'SUCCESS',
    descriptor: { of: kind, description: namesOfRewards[kind] },
  }))
}
