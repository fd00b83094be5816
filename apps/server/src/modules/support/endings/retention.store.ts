import type { Sql } from '../../../platform/database/types.ts'
import type { MessageContent } from '../support.types.ts'

const FORGOTTEN_AT_ONCE = 100

/** What was deleted: how many rooms and messages, and the files that stood in them. */
export interface Forgotten {
  count: number
  /** Rooms that are gone altogether. */
  roomIds: string[]
  fileIds: string[]
}

/** The robot's own pictures are no message's: they stand in every answer of the same kind. */
function filesOf({ content }: { content: MessageContent }): string[] {
  const files =
    content.message_type === 'media'
      ? [content.payload.file]
      : content.message_type === 'generic'
        ? content.payloads.flatMap(({ image }) => (image === null || typeof image === 'string' ? [] : [image]))
        : []
  return files.filter(({ owner }) => owner !== 'robot').map(({ fileId }) => fileId)
}

/** Deletes rooms of guests that nobody has used since a time, with their messages. */
export async function forgetGuestRooms(tx: Sql, before: Date): Promise<Forgotten> {
  const rooms = await tx.query<{ id: string }>(
    `select id from support_room where owner_kind = 'guest' and session_state in ('robot', 'ended') and updated_at < $1
     order by updated_at limit $2 for update skip locked`,
    [before, FORGOTTEN_AT_ONCE],
  )
  const roomIds = rooms.map(({ id }) => id)
  const gone = await tx.query<{ content: MessageContent }>(
    'delete from support_message where room_id = any($1::text[]) returning message as content',
    [roomIds],
  )
  await tx.query('delete from support_room where id = any($1::text[])', [roomIds])
  return { count: roomIds.length, roomIds, fileIds: gone.flatMap(filesOf) }
}

/** Deletes messages that were written before a time. Ids are made in the order of time: the oldest are found by them. */
export async function forgetOldMessages(tx: Sql, before: Date): Promise<Forgotten> {
  const gone = await tx.query<{ content: MessageContent }>(
    `delete from support_message where id in (
       select id from (select id, created_at from support_message order by id limit $2) as oldest where created_at < $1)
     returning message as content`,
    [before, FORGOTTEN_AT_ONCE],
  )
  return { count: gone.length, roomIds: [], fileIds: gone.flatMap(filesOf) }
}
