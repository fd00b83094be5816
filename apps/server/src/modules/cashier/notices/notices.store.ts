import { addRow } from '../../../platform/database/put-row.ts'
import { lockName } from '../../../platform/database/lock-name.ts'
import type { Sql } from '../../../platform/database/types.ts'

/** A deposit that a member says to have made by hand. */
export interface NoticeRow {
  id: string
  version: number
  memberId: string
  amountMinor: number
  state: 'open' | 'credited' | 'failed'
  note: string | null
  dueAt: Date
  createdAt: Date
}

const columns = `id, version, member_id as "memberId", amount_minor as "amountMinor", state, note, due_at as "dueAt",
  created_at as "createdAt"`

export async function noticeById(sql: Sql, id: string): Promise<NoticeRow | null> {
  const [row] = await sql.query<NoticeRow>(`select ${columns} from deposit_notice where id = $1`, [id])
  return row ?? null
}

/** Open notices of a member, the oldest first. Until the transaction ends nobody else gets to count them. */
export async function countingOpenNotices(tx: Sql, memberId: string): Promise<NoticeRow[]> {
  await lockName(tx, `notices ${memberId}`)
  return tx.query<NoticeRow>(
    `select ${columns} from deposit_notice where member_id = $1 and state = 'open' order by created_at, id`,
    [memberId],
  )
}

export async function insertNotice(
  tx: Sql,
  given: Pick<NoticeRow, 'id' | 'memberId' | 'amountMinor' | 'dueAt' | 'createdAt'>,
): Promise<void> {
  await addRow(tx, 'deposit_notice', { ...given, state: 'open' })
}

/** Fails an open notice; false when it is open no more. */
export async function failNotice(sql: Sql, id: string, note: string, now: Date): Promise<boolean> {
  const rows = await sql.query(
    `update deposit_notice set version = version + 1, state = 'failed', note = $2, closed_at = $3
     where id = $1 and state = 'open' returning id`,
    [id, note, now],
  )
  return rows.length > 0
}

/** Fails open notices whose time is over; whose they were. */
export async function failDueNotices(tx: Sql, now: Date, limit: number): Promise<{ memberId: string }[]> {
  return tx.query<{ memberId: string }>(
    `update deposit_notice set version = version + 1, state = 'failed', note = 'EXPIRED', closed_at = $1
     where id in (select id from deposit_notice where state = 'open' and due_at <= $1 order by due_at, id limit $2)
       and state = 'open'
     returning member_id as "memberId"`,
    [now, limit],
  )
}

/** Marks an open notice credited, and takes its number of the statement for the deposit; null when it is open no more. */
export async function takeNotice(
  tx: Sql,
  id: string,
  note: string,
  now: Date,
): Promise<{ movementNumber: number } | null> {
  const [taken] = await tx.query<{ movementNumber: number }>(
    `with before as (
       select id, movement_number from deposit_notice where id = $1 and state = 'open' for update
     )
     update deposit_notice notice set version = version + 1, state = 'credited', movement_number = null, note = $2,
       closed_at = $3
     from before where notice.id = before.id
     returning before.movement_number as "movementNumber"`,
    [id, note, now],
  )
  return taken ?? null
}
