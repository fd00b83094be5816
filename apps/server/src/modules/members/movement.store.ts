import type { StatementKind } from '@krapao/contract'
import type { ReadSql } from '../../platform/database/types.ts'
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
