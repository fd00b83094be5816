import type { RowWrite } from '@krapao/ledger'
import { insertOf } from '../../../platform/database/put-row.ts'
import type { ReadSql } from '../../../platform/database/types.ts'
import { deriveId } from '../../../platform/ids.ts'
import { rowsInRange } from './movement.store.ts'
import type { Movement, MovementRange } from './movement.ts'

/** What the house gives a member, or takes back from him, to set right what was booked before. */
export interface Adjustment {
  memberId: string
  /** Satang for his wallet; below zero what was taken from it. */
  changeMinor: number
  /** What it is about, once for each: the case's id, or that and a word. */
  about: string
  at: Date
}

/** The id of the line about something. */
export function adjustmentId(about: string): string {
  return deriveId('adjustment', about)
}

/**
 * The line of his statement, as the ledger writes it with the money that it tells of, into a module's table of them: `id`,
 * `member_id`, `movement_number`, `change_minor` and `created_at`.
 */
export function adjustmentRow(table: string, { memberId, changeMinor, about, at }: Adjustment): RowWrite {
  return insertOf(table, { id: adjustmentId(about), memberId, changeMinor, createdAt: at })
}

/** The adjustments of a range in such a table, in no order. */
export async function adjustmentsBetween(sql: ReadSql, table: string, range: MovementRange): Promise<Movement[]> {
  const rows = await rowsInRange<{ number: number; id: string; changeMinor: number; createdAt: Date }>(
    sql,
    range,
    ['adjustment'],
    `select id, movement_number as "number", change_minor as "changeMinor", created_at as "createdAt" from ${table}`,
  )
  return rows.map(({ changeMinor, ...row }) => ({
    ...row,
    kind: 'adjustment',
    from: changeMinor < 0 ? 'WALLET' : 'HOUSE',
    to: changeMinor < 0 ? 'HOUSE' : 'WALLET',
    amountMinor: Math.abs(changeMinor),
    status: 'SUCCESS',
  }))
}
