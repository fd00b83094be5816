import { UNLIMITED } from '../../../platform/database/index.ts'
import { lockName } from '../../../platform/database/lock-name.ts'
import type { Database, Sql } from '../../../platform/database/types.ts'
import { membersJoined } from '../../members/index.ts'
import { derivedId } from '../derived-id.store.ts'

/** Which days take no more entries, and which have been computed; both days are texts such as "2026-11-21". */
export interface LossCalendar {
  closedThrough: string
  computedThrough: string
}

const calendarColumns = 'closed_through as "closedThrough", computed_through as "computedThrough"'

export async function readCalendar(sql: Sql): Promise<LossCalendar> {
  const [calendar] = await sql.query<LossCalendar>(`select ${calendarColumns} from loss_calendar`)
  if (calendar === undefined) throw new Error('the calendar of losses is gone')
  return calendar
}

/**
 * Closes all days up to this one: waits for the results that are being booked, and what is booked from then on counts on
 * the day after. Takes a moment only, and never opens a day again.
 */
export async function closeDays(database: Database, through: string): Promise<void> {
  await database.transaction(async (tx) => {
    await lockName(tx, 'loss-calendar')
    await tx.query('update loss_calendar set closed_through = $1 where closed_through < $1', [through])
  })
}

/**
 * All new losses of the days after `$1` up to `$2`, in one statement over the day totals: a running total of each
 * member's losses, its mark up to the day before, both within the month, and the rule that held when the day ended. What
 * is due to members and inviters is written, once for each member and day. `$3` is now.
 */
const COMPUTE = `
with player as materialized (
  select distinct member_id from loss_day where day > $1::date and day <= $2::date
), running as (
  select member_id, day, date_trunc('month', day) as month,
    sum(-result_minor) over (partition by member_id, date_trunc('month', day) order by day) as lost
  from loss_day join player using (member_id)
  where day >= date_trunc('month', $1::date + 1)::date and day <= $2::date
), marked as (
  select member_id, day, lost - greatest(0, max(lost) over (
      partition by member_id, month order by day rows between unbounded preceding and 1 preceding)) as loss
  from running
), figure as materialized (
  select member_id, day, loss::bigint as loss_minor from marked where loss > 0 and day > $1::date
), term as materialized (
  select day, refund.percent_hundredths as refund_percent, refund.minimum_minor, refund.lapse_days,
    invite.percent_hundredths as invite_percent
  from (select distinct day from figure) as days
  left join lateral (
    select * from refund_rule where valid_from < (day + 1)::timestamp at time zone interval '7 hours'
    order by valid_from desc limit 1
  ) as refund on refund.is_active
  left join lateral (
    select * from invite_rule where valid_from < (day + 1)::timestamp at time zone interval '7 hours'
    order by valid_from desc limit 1
  ) as invite on invite.is_active
), refunded as (
  insert into refund_day (id, member_id, day, loss_minor, amount_minor, computed_at, lapses_at)
  select ${derivedId("'refund:' || member_id || ':' || day")}, member_id, day,
    loss_minor, loss_minor * refund_percent / 10000, $3::timestamptz, $3::timestamptz + make_interval(days => lapse_days)
  from figure join term using (day)
  where loss_minor * refund_percent / 10000 >= greatest(1, minimum_minor)
  on conflict do nothing
), brought as (
  insert into invite_share (invitee_id, day, inviter_id, loss_minor, amount_minor, computed_at)
  select member_id, day, member.inviter_id, loss_minor, loss_minor * invite_percent / 10000, $3::timestamptz
  from figure join term using (day) join ${membersJoined.members} as member on member.id = member_id
  -- Who was erased comes no more for what his friends bring.
  join ${membersJoined.members} as inviter on inviter.id = member.inviter_id and not inviter.is_closed
  where loss_minor * invite_percent / 10000 > 0
  on conflict (invitee_id, day) do nothing
  returning inviter_id, day, amount_minor
), gathered as (
  insert into invite_day (id, inviter_id, day, amount_minor)
  select ${derivedId("'invite:' || inviter_id || ':' || day")}, inviter_id, day,
    sum(amount_minor)
  from brought group by inviter_id, day
  on conflict do nothing
)
select count(*) as "figures" from figure`

/**
 * Computes the closed days that were not computed yet. Whoever comes second waits and finds nothing to do; a run that
 * ends in the middle has done nothing. @returns how many new losses were found, null when no day was left.
 */
export function computeDays(database: Database, now: Date): Promise<number | null> {
  return database.transaction(async (tx) => {
    // The limit of a single statement is for requests.
    await tx.query(UNLIMITED)
    const [calendar] = await tx.query<LossCalendar>(`select ${calendarColumns} from loss_calendar for update`)
    if (calendar === undefined || calendar.computedThrough >= calendar.closedThrough) return null
    const [found] = await tx.query<{ figures: number }>(COMPUTE, [
      calendar.computedThrough,
      calendar.closedThrough,
      now,
    ])
    await tx.query('update loss_calendar set computed_through = closed_through')
    return found?.figures ?? 0
  })
}

/** What is to be posted to an inviter's account for a day. */
export interface InviteDayRow {
  id: string
  version: number
  inviterId: string
  day: string
  amountMinor: number
}

export function listUnpostedInviteDays(sql: Sql, limit: number): Promise<InviteDayRow[]> {
  return sql.query(
    `select id, version, inviter_id as "inviterId", day, amount_minor as "amountMinor"
     from invite_day where posted_at is null order by id limit $1`,
    [limit],
  )
}
