import { putRow } from '../../platform/database/put-row.ts'
import type { Sql } from '../../platform/database/types.ts'
import { newPlayTime, type PlayTime } from './play-time.rules.ts'

const columns = `limit_minutes as "limitMinutes", next_from as "nextFrom", next_minutes as "nextMinutes",
  check_minutes as "checkMinutes", used_ms as "usedMs", unchecked_ms as "uncheckedMs",
  unchecked_since as "uncheckedSince", heard_at as "heardAt"`

export async function readPlayTime(sql: Sql, memberId: string): Promise<PlayTime> {
  const [row] = await sql.query<PlayTime>(`select ${columns} from protection_time where member_id = $1`, [memberId])
  return row ?? newPlayTime
}

/** The same, held until the transaction ends: two pages that speak at once come one after the other. */
export async function lockPlayTime(tx: Sql, memberId: string): Promise<PlayTime> {
  await tx.query('insert into protection_time (member_id) values ($1) on conflict (member_id) do nothing', [memberId])
  const [row] = await tx.query<PlayTime>(`select ${columns} from protection_time where member_id = $1 for update`, [
    memberId,
  ])
  return row ?? newPlayTime
}

export function writePlayTime(tx: Sql, memberId: string, time: PlayTime): Promise<void> {
  return putRow(tx, 'protection_time', ['member_id'], { memberId, ...time })
}
