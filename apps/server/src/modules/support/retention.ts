import type { Clock } from '../../platform/clock.ts'
import type { Database, Sql } from '../../platform/database/types.ts'
import type { Files } from '../../platform/files/index.ts'
import type { Job } from '../../platform/jobs.ts'

const DAY_MS = 24 * 3_600_000
/** A guest's room is gone this long after its last message: guests come without end, and none can ask for his again. */
export const GUEST_KEPT_DAYS = 180
/** Members' messages are gone after this long. Both are well above the 90 days for which a chat must be kept. */
export const MEMBER_KEPT_DAYS = 730
const LOOK_EVERY_MS = 10 * 60_000
const FORGOTTEN_AT_ONCE = 100

/** Deletes rooms that nobody has used since a day, with their messages. @returns their ids. */
async function forgetGuestRooms(tx: Sql, before: Date): Promise<string[]> {
  const rooms = await tx.query<{ id: string }>(
    `select id from support_room where owner_kind = 'guest' and session_state in ('robot', 'ended') and updated_at < $1
     order by updated_at limit $2 for update skip locked`,
    [before, FORGOTTEN_AT_ONCE],
  )
  const ids = rooms.map(({ id }) => id)
  await tx.query('delete from support_message where room_id = any($1::text[])', [ids])
  await tx.query('delete from support_room where id = any($1::text[])', [ids])
  return ids
}

/** Ids are made in the order of time: the oldest messages are found by them. */
async function forgetOldMessages(tx: Sql, before: Date): Promise<number> {
  const gone = await tx.query(
    `delete from support_message where id in (
       select id from (select id, created_at from support_message order by id limit $2) as oldest where created_at < $1)
     returning id`,
    [before, FORGOTTEN_AT_ONCE],
  )
  return gone.length
}

/** Keeps the chat from growing for ever. Files of rooms that are gone become drafts, which are swept. */
export function createRetention(deps: { database: Database; clock: Clock; files: Pick<Files, 'release'> }): Job {
  const { database, clock, files } = deps
  const daysAgo = (days: number): Date => new Date(clock.now().getTime() - days * DAY_MS)
  return {
    name: 'support-forget',
    everyMs: LOOK_EVERY_MS,
    run: () =>
      database.transaction(async (tx) => {
        const rooms = await forgetGuestRooms(tx, daysAgo(GUEST_KEPT_DAYS))
        if (rooms.length > 0) await files.release(tx, rooms)
        return rooms.length + (await forgetOldMessages(tx, daysAgo(MEMBER_KEPT_DAYS)))
      }),
  }
}
