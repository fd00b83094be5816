import { addRow } from '../../platform/database/put-row.ts'
import type { Sql } from '../../platform/database/types.ts'
import type { Exclusion } from './exclusion.rules.ts'

/** What a member took and did not end, the oldest first. */
export function readExclusions(sql: Sql, memberId: string): Promise<Exclusion[]> {
  return sql.query<Exclusion>(
    `select kind, taken_at as "takenAt", until, return_asked_at as "returnAskedAt"
     from protection_exclusion where member_id = $1 and ended_at is null order by taken_at, id`,
    [memberId],
  )
}

/** Whether a member ever excluded himself, be it over by now. */
export async function hadExcluded(sql: Sql, memberId: string): Promise<boolean> {
  const rows = await sql.query(
    `select from protection_exclusion where member_id = $1 and kind = 'self-exclusion' limit 1`,
    [memberId],
  )
  return rows.length > 0
}

/** Writes down a break or an exclusion; who asked to come back has to ask anew. */
export async function addExclusion(
  tx: Sql,
  given: Pick<Exclusion, 'kind' | 'takenAt' | 'until'> & { id: string; memberId: string; takenBy: string },
): Promise<void> {
  await addRow(tx, 'protection_exclusion', given)
  await askReturn(tx, given.memberId, null)
}

/** Notes on all that was taken when the member asked to come back; null: he has not. */
export async function askReturn(tx: Sql, memberId: string, at: Date | null): Promise<void> {
  await tx.query(
    `update protection_exclusion set return_asked_at = $2
     where member_id = $1 and ended_at is null and kind = 'self-exclusion'`,
    [memberId, at],
  )
}

export async function endExclusions(tx: Sql, memberId: string, at: Date): Promise<void> {
  await tx.query('update protection_exclusion set ended_at = $2 where member_id = $1 and ended_at is null', [
    memberId,
    at,
  ])
}

/** Takes back whatever a member allowed us to tell him of offers. */
export async function withdrawConsents(tx: Sql, memberId: string): Promise<void> {
  await tx.query('delete from marketing_consent where member_id = $1', [memberId])
}
