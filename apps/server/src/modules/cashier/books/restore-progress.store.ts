import type { Sql } from '../../../platform/database/types.ts'

/** One after the other is asked about, the newest first: all before this place is still to come. */
export interface Place {
  createdAt: Date
  id: string
}

/** How far the bank was asked anew since a restored copy was marked; null where nothing is left. */
export interface RestoreProgress {
  qrs: Place | null
  payouts: Place | null
}

/** What is asked about anew: at most so many, of those between the two. */
interface AskedAnew {
  since: Date
  before: Place
  now: Date
  limit: number
}

/**
 * How far the bank was asked anew since a mark; from the start where it is a new one. A concurrent transaction is waited
 * for, so that two processes never take the same step.
 */
export async function restoreProgress(
  tx: Sql,
  markedAt: Date,
  start: RestoreProgress,
  now: Date,
): Promise<RestoreProgress> {
  const mark = markedAt.toISOString()
  const [row] = await tx.query<{ cursor: string }>(
    `insert into bank_feed (name, cursor, read_at) values ('asked-after-restore', '', $1)
     on conflict (name) do update set read_at = excluded.read_at returning cursor`,
    [now],
  )
  const [known, left] = (row?.cursor ?? '').split(' ')
  if (known !== mark) return start
  if (left === undefined) return { qrs: null, payouts: null }
  const read = JSON.parse(left) as { [Kind in keyof RestoreProgress]: { createdAt: string; id: string } | null }
  const placeOf = (place: { createdAt: string; id: string } | null) =>
    place === null ? null : { createdAt: new Date(place.createdAt), id: place.id }
  return { qrs: placeOf(read.qrs), payouts: placeOf(read.payouts) }
}

export async function setRestoreProgress(tx: Sql, markedAt: Date, progress: RestoreProgress, now: Date): Promise<void> {
  const isDone = progress.qrs === null && progress.payouts === null
  const left = isDone ? '' : ` ${JSON.stringify(progress)}`
  await tx.query(`update bank_feed set cursor = $1, read_at = $2 where name = 'asked-after-restore'`, [
    `${markedAt.toISOString()}${left}`,
    now,
  ])
}

/** A table of what the bank is asked about, in words of this program: by which column it is due, and what of it is meant. */
export interface AskedTable {
  name: 'qr_code' | 'withdrawal'
  dueColumn: 'poll_at' | 'ask_at'
  /** The narrow table of those that are due at some time. */
  due: 'qr_code_due' | 'withdrawal_open'
  /** Which rows are asked about anew, besides that they are not due. */
  condition: string
}

/** How many rows something is to be done about by now, as far as a limit. */
export async function countDue(
  sql: Sql,
  { due, dueColumn }: Pick<AskedTable, 'due' | 'dueColumn'>,
  now: Date,
  limit: number,
): Promise<number> {
  const rows = await sql.query(`select from ${due} where ${dueColumn} <= $1 limit $2`, [now, limit])
  return rows.length
}

/** Has the bank asked once more about rows that were made between two moments. @returns where they stood, the newest first. */
export async function askAnew(
  sql: Sql,
  { name, dueColumn, condition }: AskedTable,
  { since, before, now, limit }: AskedAnew,
): Promise<Place[]> {
  return sql.query<Place>(
    `with chosen as materialized (
       select id, created_at from ${name}
       where ${dueColumn} is null and ${condition} and created_at >= $1 and (created_at, id) < ($2, $3)
       order by created_at desc, id desc limit $5),
     asked as (update ${name} set ${dueColumn} = $4 where id in (select id from chosen))
     select id, created_at as "createdAt" from chosen order by created_at desc, id desc`,
    [since, before.createdAt, before.id, now, limit],
  )
}
