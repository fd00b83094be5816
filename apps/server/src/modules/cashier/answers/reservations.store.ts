import type { Sql } from '../../../platform/database/types.ts'

/** Deposits of a member that are on their way, in satang: a QR that can be paid still, and gifts whose share may be taken. */
export async function reservedMinor(
  sql: Sql,
  memberId: string,
  now: Date,
): Promise<{ qrMinor: number; giftsMinor: number }> {
  const [row] = await sql.query<{ qrMinor: number; giftsMinor: number }>(
    `select
       coalesce((select sum(amount_minor) from qr_code where member_id = $1 and state = 'live' and expires_at > $2), 0)::bigint as "qrMinor",
       coalesce((select sum(amount_minor) from gift_link where member_id = $1 and state in ('checking', 'redeeming')), 0)::bigint as "giftsMinor"`,
    [memberId, now],
  )
  return row ?? { qrMinor: 0, giftsMinor: 0 }
}

/** Whether a deposit of a member's is on its way: a QR that can be paid still, a gift, or a slip that is not decided. */
export async function hasOpenDeposit(sql: Sql, memberId: string, now: Date): Promise<boolean> {
  const rows = await sql.query(
    `select from qr_code where member_id = $1 and state = 'live' and expires_at > $2
     union all select from gift_link where member_id = $1 and state in ('checking', 'redeeming')
     union all select from slip where member_id = $1 and state in ('open', 'review') limit 1`,
    [memberId, now],
  )
  return rows.length > 0
}

/** What a member brought (above zero) and took (below) since a time, in satang, the oldest first; failed withdrawals are none. */
export function broughtAndTaken(sql: Sql, memberId: string, since: Date): Promise<{ changeMinor: number }[]> {
  return sql.query<{ changeMinor: number }>(
    `select "changeMinor" from (
       select amount_minor as "changeMinor", created_at, movement_number from deposit
       where member_id = $1 and created_at >= $2
       union all
       select -amount_minor, created_at, movement_number from withdrawal
       where member_id = $1 and created_at >= $2 and state <> 'failed'
     ) moved order by created_at, movement_number`,
    [memberId, since],
  )
}
