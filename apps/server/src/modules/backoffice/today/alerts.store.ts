import type { AlertKind } from '@krapao/contract'
import type { Sql } from '../../../platform/database/types.ts'

/** Something that somebody should look at, as it stands now. */
export interface Alert {
  alert: AlertKind
  /** Which queue or party; null for none. */
  what: string | null
  count: number
  /** Another moment is another matter, but of a party: who took note of the one before did not of this. */
  since: string | null
}

/** One that was seen and is not over. */
export interface OpenAlert extends Alert {
  id: string
  raisedAt: Date
  acknowledgedAt: Date | null
  /** Who of the staff took note of it. */
  acknowledgedBy: string | null
}

const columns = `id, alert, nullif(what, '') as what, count, since, raised_at as "raisedAt",
  acknowledged_at as "acknowledgedAt", acknowledged_by as "acknowledgedBy"`

/** Writes down what is so now: what is new, what is another matter by now, and what is over. */
export async function writeAlerts(tx: Sql, alerts: readonly (Alert & { id: string })[], now: Date): Promise<void> {
  const seen = JSON.stringify(alerts.map((alert) => ({ ...alert, what: alert.what ?? '' })))
  const shape =
    'jsonb_to_recordset($1::text::jsonb) as seen (id text, alert text, what text, count integer, since timestamptz)'
  await tx.query(
    `update desk_alert set over_at = $2 where over_at is null
       and not exists (select from ${shape} where seen.alert = desk_alert.alert and seen.what = desk_alert.what)`,
    [seen, now],
  )
  // A party that is down answers now and then, which is nothing new.
  const isOther = `known.alert <> 'party-down' and known.since is distinct from excluded.since`
  await tx.query(
    `insert into desk_alert as known (id, alert, what, count, since, raised_at, tell_at)
     select seen.id, seen.alert, seen.what, seen.count, seen.since, $2, $2 from ${shape} where true
     on conflict (alert, what) where over_at is null do update set count = excluded.count, since = excluded.since,
       tell_at = case when ${isOther} then $2 else known.tell_at end,
       acknowledged_at = case when ${isOther} then null else known.acknowledged_at end,
       acknowledged_by = case when ${isOther} then null else known.acknowledged_by end`,
    [seen, now],
  )
}

export function openAlerts(sql: Sql): Promise<OpenAlert[]> {
  return sql.query<OpenAlert>(`select ${columns} from desk_alert where over_at is null order by raised_at, id`)
}

/** Takes what is to be told now, so that of several processes one tells it. */
export function takeDueAlerts(sql: Sql, now: Date, next: Date): Promise<OpenAlert[]> {
  return sql.query<OpenAlert>(
    `update desk_alert set tell_at = $2
     where over_at is null and acknowledged_at is null and tell_at <= $1 returning ${columns}`,
    [now, next],
  )
}

/** It was not heard: it is told again then. */
export async function tellAgain(sql: Sql, id: string, at: Date): Promise<void> {
  await sql.query('update desk_alert set tell_at = $2 where id = $1', [id, at])
}

/** Null when it is over, or somebody has taken note of it. */
export async function acknowledge(tx: Sql, id: string, by: { agentId: string; at: Date }): Promise<Alert | null> {
  const [alert] = await tx.query<OpenAlert>(
    `update desk_alert set acknowledged_at = $2, acknowledged_by = $3
     where id = $1 and over_at is null and acknowledged_at is null returning ${columns}`,
    [id, by.at, by.agentId],
  )
  return alert ?? null
}

export async function hasAlert(sql: Sql, id: string): Promise<boolean> {
  return (await sql.query('select from desk_alert where id = $1', [id])).length > 0
}

/** @returns how many. */
export async function forgetAlerts(sql: Sql, before: Date): Promise<number> {
  return (await sql.query('delete from desk_alert where over_at < $1 returning id', [before])).length
}
