import type { DataRequestKind, DataRequestReason, DataRequestState } from '@krapao/contract'
import { addRow } from '../../platform/database/put-row.ts'
import { BY_MEMBER_ID, type MemberRecords } from '../../platform/database/member-records.ts'
import type { Sql } from '../../platform/database/types.ts'
import type { Place } from '../../platform/place.ts'

export interface DataRequest {
  id: string
  memberId: string
  kind: DataRequestKind
  via: 'desk' | 'member'
  state: DataRequestState
  receivedAt: Date
  verifiedAt: Date | null
  makingAt: Date | null
  endedAt: Date | null
  reason: DataRequestReason | null
  note: string | null
}

/** Requests of a member; what staff wrote about them is theirs, and goes with him. */
export const privacyRecords: readonly MemberRecords[] = [
  { table: 'data_request', whose: BY_MEMBER_ID, secret: ['note'], erased: { note: 'null' } },
]

const columns = `id, member_id as "memberId", kind, via, state, received_at as "receivedAt", verified_at as "verifiedAt",
  making_at as "makingAt", ended_at as "endedAt", reason, note`

/** False when the member has one of this kind that is open. */
export function insertRequest(tx: Sql, row: DataRequest): Promise<boolean> {
  return addRow(tx, 'data_request', row, '')
}

export async function lockRequest(tx: Sql, id: string): Promise<DataRequest | null> {
  const [row] = await tx.query<DataRequest>(`select ${columns} from data_request where id = $1 for update`, [id])
  return row ?? null
}

export async function requestById(sql: Sql, id: string): Promise<DataRequest | null> {
  const [row] = await sql.query<DataRequest>(`select ${columns} from data_request where id = $1`, [id])
  return row ?? null
}

/** Those of a member that are open, locked in the order of their ids. */
export function lockOpenOf(tx: Sql, memberId: string): Promise<DataRequest[]> {
  return tx.query<DataRequest>(
    `select ${columns} from data_request where member_id = $1 and ended_at is null order by id for update`,
    [memberId],
  )
}

export async function verifyRequest(
  tx: Sql,
  id: string,
  { at, note }: { at: Date; note: string | null },
): Promise<void> {
  await tx.query(
    `update data_request set state = 'verified', verified_at = $2, note = coalesce($3, note) where id = $1`,
    [id, at, note],
  )
}

export async function makeForRequest(tx: Sql, id: string, { at, note }: { at: Date; note: string }): Promise<void> {
  await tx.query('update data_request set making_at = $2, note = $3 where id = $1', [id, at, note])
}

export async function endRequest(
  tx: Sql,
  id: string,
  end: { state: 'delivered' | 'refused'; at: Date; reason?: DataRequestReason; note?: string },
): Promise<void> {
  const { state, at, reason = null, note = null } = end
  await tx.query(
    'update data_request set state = $2, ended_at = $3, reason = $4, note = coalesce($5, note) where id = $1',
    [id, state, at, reason, note],
  )
}

/** The same for the request that is open, whoever wrote it down: the member has shown that it is his. */
export async function makeCopyOf(tx: Sql, memberId: string, at: Date): Promise<void> {
  await tx.query(
    `update data_request set state = 'verified', verified_at = coalesce(verified_at, $2), making_at = $2
     where member_id = $1 and kind = 'copy' and ended_at is null`,
    [memberId, at],
  )
}

/** The copy that was being made for a member is ready: what was asked for is delivered. */
export async function endCopyOf(tx: Sql, memberId: string, at: Date): Promise<void> {
  await tx.query(
    `update data_request set state = 'delivered', ended_at = $2
     where member_id = $1 and kind = 'copy' and ended_at is null and making_at is not null`,
    [memberId, at],
  )
}

/** Those that are open, the first due first, or those that came to an end, the last first; behind one of them. */
export function requestsBehind(
  sql: Sql,
  { of, behind, limit }: { of: 'open' | 'ended'; behind: Place | null; limit: number },
): Promise<DataRequest[]> {
  const [which, order] =
    of === 'open'
      ? [`ended_at is null and (received_at, id) > ($1::timestamptz, $2::text)`, 'received_at, id']
      : [`ended_at is not null and (ended_at, id) < ($1::timestamptz, $2::text)`, 'ended_at desc, id desc']
  return sql.query<DataRequest>(`select ${columns} from data_request where ${which} order by ${order} limit $3`, [
    behind?.at ?? (of === 'open' ? '-infinity' : 'infinity'),
    behind?.id ?? '',
    limit,
  ])
}

/** What staff wrote down that a member asked for, the last first. */
export function requestsOf(sql: Sql, memberId: string, limit: number): Promise<DataRequest[]> {
  return sql.query<DataRequest>(
    `select ${columns} from data_request where member_id = $1 and via = 'desk' order by received_at desc, id desc limit $2`,
    [memberId, limit],
  )
}

/** How many that were received by then are open, and when the last of them came. */
export async function openSince(sql: Sql, receivedBy: Date): Promise<{ count: number; lastAt: Date | null }> {
  const [row] = await sql.query<{ count: number; lastAt: Date | null }>(
    `select count(*) as count, max(received_at) as "lastAt" from data_request
     where ended_at is null and received_at <= $1`,
    [receivedBy],
  )
  return row ?? { count: 0, lastAt: null }
}
