import type { LimitKind, LimitPeriod } from '@krapao/contract'
import { putRow } from '../../platform/database/put-row.ts'
import type { Sql } from '../../platform/database/types.ts'
import type { Limit } from './limit.rules.ts'

/** Which limit of a member's it is. */
export interface LimitKey {
  memberId: string
  kind: LimitKind
  period: LimitPeriod
  setBy: 'member' | 'operator'
}

const key = ['member_id', 'kind', 'period', 'set_by'] as const

const columns = `kind, period, set_by as "setBy", amount_minor as "amountMinor", pending_from as "pendingFrom",
  pending_amount_minor as "pendingAmountMinor"`

/** All limits of a member, in the order in which they are shown. */
export function readLimits(sql: Sql, memberId: string): Promise<Limit[]> {
  return sql.query<Limit>(
    `select ${columns} from protection_limit where member_id = $1
     order by kind, array_position('{day,week,month}'::text[], period), set_by`,
    [memberId],
  )
}

/** Sets a limit, and with it forgets a higher one that waited, and what was told of the one before. */
export function writeLimit(tx: Sql, limit: LimitKey, amountMinor: number, at: Date): Promise<void> {
  return putRow(tx, 'protection_limit', key, {
    ...limit,
    amountMinor,
    setAt: at,
    pendingFrom: null,
    pendingAmountMinor: null,
    told: null,
  })
}

export async function deleteLimit(tx: Sql, { memberId, kind, period, setBy }: LimitKey): Promise<void> {
  await tx.query('delete from protection_limit where member_id = $1 and kind = $2 and period = $3 and set_by = $4', [
    memberId,
    kind,
    period,
    setBy,
  ])
}

/** Has a higher limit, or none (null), wait; a time of null forgets what waited. */
export async function writePending(
  tx: Sql,
  { memberId, kind, period, setBy }: LimitKey,
  pending: { from: Date; amountMinor: number | null } | null,
): Promise<void> {
  await tx.query(
    `update protection_limit set pending_from = $5, pending_amount_minor = $6
     where member_id = $1 and kind = $2 and period = $3 and set_by = $4`,
    [memberId, kind, period, setBy, pending?.from ?? null, pending?.amountMinor ?? null],
  )
}

/** Takes the loss limits that were not looked at since a time, the longest ago first. */
export function takeLossLimits(
  sql: Sql,
  { now, before, limit }: { now: Date; before: Date; limit: number },
): Promise<(Limit & { memberId: string; told: string | null })[]> {
  return sql.query(
    `update protection_limit set looked_at = $1
     where ctid in (
       select ctid from protection_limit where kind = 'loss' and looked_at <= $2 order by looked_at limit $3
       for update skip locked
     )
     returning ${columns}, member_id as "memberId", told`,
    [now, before, limit],
  )
}

/**
 * Notes what a member is told of a limit, so that he is told it once in its period; false where it is no more as it was
 * looked at: set anew, or told of by another process.
 */
export async function noteTold(
  tx: Sql,
  { memberId, kind, period, setBy, amountMinor, told }: LimitKey & Pick<Limit, 'amountMinor'> & { told: string | null },
  next: string,
): Promise<boolean> {
  const rows = await tx.query(
    `update protection_limit set told = $5 where member_id = $1 and kind = $2 and period = $3 and set_by = $4
       and amount_minor = $6 and told is not distinct from $7::text
     returning kind`,
    [memberId, kind, period, setBy, next, amountMinor, told],
  )
  return rows.length > 0
}

/** Has the limits of a member that were reached be near alone, as there is room in each again: so they are reached anew. */
export async function noteRoom(tx: Sql, memberId: string): Promise<void> {
  await tx.query(
    `update protection_limit set told = replace(told, 'reached', 'near') where member_id = $1 and told like 'reached %'`,
    [memberId],
  )
}
