import type { Sql } from '../../platform/database/types.ts'

/**
 * The number of the member's newest movement, which is also how many there are: the modules that write movements share
 * one counter a member, raised at each insert.
 */
export async function lastMovementNumber(sql: Sql, memberId: string): Promise<number> {
  const [row] = await sql.query<{ last: number }>('select last from movement_counter where member_id = $1', [memberId])
  return row?.last ?? 0
}
