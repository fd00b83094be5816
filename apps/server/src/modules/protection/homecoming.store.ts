import { addRow } from '../../platform/database/put-row.ts'
import { takeDue } from '../../platform/database/take-due.ts'
import type { Sql } from '../../platform/database/types.ts'

/** What of a member is to come home from the games, and how far that is. */
export interface Homecoming {
  id: string
  memberId: string
  cause: 'exclusion' | 'loss-limit'
  createdAt: Date
  rounds: number
  /** Games whose passwords were changed, or that have none. */
  lockedOut: string[]
  reportedAt: Date | null
}

const columns = `id, member_id as "memberId", cause, created_at as "createdAt", rounds, locked_out as "lockedOut",
  reported_at as "reportedAt"`

/** Has all that a member has in games come home. */
export async function addHomecoming(
  tx: Sql,
  given: Pick<Homecoming, 'id' | 'memberId' | 'cause' | 'createdAt'>,
): Promise<void> {
  await addRow(tx, 'protection_homecoming', { ...given, askAt: given.createdAt })
}

export function takeHomecomings(
  sql: Sql,
  given: { now: Date; leaseUntil: Date; limit: number },
): Promise<Homecoming[]> {
  return takeDue(sql, { table: 'protection_homecoming', columns }, given)
}

/** Writes down how far a round came; `askAt` null: all is home. */
export async function endRound(
  sql: Sql,
  { id, lockedOut, reportedAt }: Pick<Homecoming, 'id' | 'lockedOut' | 'reportedAt'>,
  askAt: Date | null,
): Promise<void> {
  await sql.query(
    `update protection_homecoming set rounds = rounds + 1, locked_out = $2::text[], reported_at = $3, ask_at = $4
     where id = $1`,
    [id, lockedOut, reportedAt, askAt],
  )
}
