import type { Sql } from '../../platform/database/types.ts'

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
export interface AskedAnew {
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
