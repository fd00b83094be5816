import type { StatementKind } from '@krapao/contract'
import type { ReadSql } from '../../../platform/database/types.ts'
import type { MovementRange } from './movement.ts'

/** The rows of a range that `select` brings of a table whose movements are of these kinds. */
export async function rowsInRange<Row extends object>(
  sql: ReadSql,
  { memberId, fromNumber, toNumber, only, kinds }: MovementRange,
  itsKinds: readonly StatementKind[],
  select: string,
): Promise<readonly Row[]> {
  if (kinds !== undefined && !itsKinds.some((kind) => kinds.has(kind))) return []
  return only === undefined
    ? sql.query<Row>(`${select} where member_id = $1 and movement_number between $2 and $3`, [
        memberId,
        fromNumber,
        toNumber,
      ])
    : sql.query<Row>(`${select} where member_id = $1 and movement_number = any($2::bigint[])`, [memberId, only])
}

/** What is known of a history as a whole; kinds of which there is nothing may be absent. */
interface MovementHistory {
  memberNumber: number
  username: string
  name: string
  last: number
}

/** How many movements member `$1` has of each kind, as an expression: what reads beside it reads at the same moment. */
export const MOVEMENTS_BY_KIND = '(select by_kind from movement_counter where member_id = $1)'

/**
 * How an operator knows a member, and the number of his newest movement, which is also how many there are: the modules
 * that write movements share one counter a member, raised at each insert.
 */
export async function readHistory(sql: ReadSql, memberId: string): Promise<MovementHistory> {
  const [row] = await sql.query<MovementHistory>(
    `select member.member_number as "memberNumber", username, name, coalesce(counter.last, 0) as last
     from member left join movement_counter as counter on counter.member_id = member.id where member.id = $1`,
    [memberId],
  )
  if (row === undefined) throw new Error(`there is no member ${memberId}`)
  return row
}
