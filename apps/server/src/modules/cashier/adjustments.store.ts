import type { RowWrite } from '@krapao/ledger'
import type { Sql } from '../../platform/database/types.ts'
import { deriveId } from '../../platform/ids.ts'

/** What the house gives a member, or takes back from him, to set right what was booked before. */
export interface Adjustment {
  memberId: string
  /** Satang for his wallet; below zero what was taken from it. */
  changeMinor: number
  /** What it is about, once for each: the case's id, or that and a word. */
  about: string
  at: Date
}

/** The line of his statement, as the ledger writes it with the money that it tells of. */
export function adjustmentLine({ memberId, changeMinor, about, at }: Adjustment): RowWrite {
  return {
    table: 'adjustment_line',
    insert: {
      id: idOf(about),
      member_id: memberId,
      change_minor: changeMinor,
      created_at: at.toISOString(),
    },
  }
}

/** What was set right of these, summed, for one member. */
export async function adjustedMinor(sql: Sql, memberId: string, abouts: readonly string[]): Promise<number> {
  const [row] = await sql.query<{ sum: number }>(
    `select coalesce(sum(change_minor), 0)::bigint as sum from adjustment_line
     where member_id = $1 and id = any($2::text[])`,
    [memberId, abouts.map(idOf)],
  )
  return Number(row?.sum ?? 0)
}

function idOf(about: string): string {
  return deriveId('adjustment', about)
}
