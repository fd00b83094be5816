import type { Sql } from '../../../platform/database/types.ts'
import { MINUTE_MS } from '../../../platform/durations.ts'

/** Longer than two renewals take. */
const LEASE_MS = MINUTE_MS

/** Takes the lease when it is free or has run out. */
export async function takeLease(
  sql: Sql,
  memberId: string,
  holder: string,
  purpose: string,
  now: Date,
): Promise<boolean> {
  const rows = await sql.query(
    `insert into member_lease as lease (member_id, holder, purpose, until) values ($1, $2, $3, $4)
     on conflict (member_id) do update
       set holder = excluded.holder, purpose = excluded.purpose, until = excluded.until
       where lease.until <= $5
     returning member_id`,
    [memberId, holder, purpose, new Date(now.getTime() + LEASE_MS), now],
  )
  return rows.length > 0
}

export async function renewLease(sql: Sql, memberId: string, holder: string, now: Date): Promise<void> {
  await sql.query('update member_lease set until = $3 where member_id = $1 and holder = $2', [
    memberId,
    holder,
    new Date(now.getTime() + LEASE_MS),
  ])
}

export async function giveLeaseBack(sql: Sql, memberId: string, holder: string): Promise<void> {
  await sql.query('delete from member_lease where member_id = $1 and holder = $2', [memberId, holder])
}

/** Forgets all leases: for the sole process on its database, when it starts, since whoever held one is dead. */
export async function forgetLeases(sql: Sql): Promise<void> {
  await sql.query('delete from member_lease')
}
