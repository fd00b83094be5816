import type { Sql } from '../../platform/database/types.ts'

/** For how many days after the end of a bonus what an open bet pays is looked at. */
const LATE_WIN_DAYS = 7

/**
 * Whether a member has won, since the day in Bangkok on which he lost a bonus of which not all could be taken back, within
 * the week after it: bets that were open at its end may have paid, and the bonus with them (docs/decisions/0013).
 */
export async function hasLateWin(sql: Sql, memberId: string, now: Date): Promise<boolean> {
  const rows = await sql.query(
    `select from user_bonus where member_id = $1 and state = 'failed' and taken_minor < bonus_minor
       and ended_at > $2::timestamptz - make_interval(days => ${LATE_WIN_DAYS}) and (
         select sum(result_minor) from loss_day
         where loss_day.member_id = $1 and day >= (ended_at at time zone interval '7 hours')::date
       ) > 0
     limit 1`,
    [memberId, now],
  )
  return rows.length > 0
}
