import type { RowWrite } from '@krapao/ledger'
import type { Sql } from '../../../platform/database/types.ts'
import { type Adjustment, adjustmentId, adjustmentRow } from '../../members/index.ts'

/** The line of his statement, as the ledger writes it with the money that it tells of. */
export function adjustmentLine(adjustment: Adjustment): RowWrite {
  return adjustmentRow('adjustment_line', adjustment)
}

/** What was set right of these, summed, for one member. */
export async function adjustedMinor(sql: Sql, memberId: string, abouts: readonly string[]): Promise<number> {
  const [row] = await sql.query<{ sum: number }>(
    `select coalesce(sum(change_minor), 0)::bigint as sum from adjustment_line
     where member_id = $1 and id = any($2::text[])`,
    [memberId, abouts.map(adjustmentId)],
  )
  return Number(row?.sum ?? 0)
}
