import type { Sql } from '../../../platform/database/types.ts'
import type { Turn } from '../rooms/session.rules.ts'
import type { Room, StoredMessage } from '../support.types.ts'

/** The columns of a message, under the names of `StoredMessage`. */
export const messageColumns = `id, room_id as "roomId", seq, client_id as "clientId", content_hash as "contentHash", sender,
  agent_id as "agentId", message as content, session_id as "sessionId", created_at as "createdAt"`

/** What was written under these ids of the rooms' writers. */
export function messagesByClientIds(
  sql: Sql,
  named: readonly { roomId: string; clientId: string }[],
): Promise<StoredMessage[]> {
  const [rooms, clients] = [named.map(({ roomId }) => roomId), named.map(({ clientId }) => clientId)]
  return sql.query<StoredMessage>(
    `select ${messageColumns} from support_message
     where (room_id, client_id) in (select * from unnest($1::text[], $2::text[]))`,
    [rooms, clients],
  )
}

export async function messageByClientId(sql: Sql, roomId: string, clientId: string): Promise<StoredMessage | null> {
  const [message] = await messagesByClientIds(sql, [{ roomId, clientId }])
  return message ?? null
}

/** How a locked room stands after what was written into it. */
export type WrittenRoom = Turn & Pick<Room, 'id' | 'language' | 'lastSeq' | 'customerSeq' | 'updatedAt'>

/** Writes down messages, each with the next number of its locked room, together with how those rooms stand then. */
export async function insertMessages(
  tx: Sql,
  messages: readonly StoredMessage[],
  rooms: readonly WrittenRoom[],
): Promise<void> {
  await tx.query(
    `with counted as (
       update support_room room set last_seq = written."lastSeq", updated_at = written."updatedAt",
         session_id = written."sessionId", session_state = written."sessionState",
         waiting_since = written."waitingSince", agent_id = written."agentId", claimed_at = written."claimedAt",
         language = written.language, customer_seq = written."customerSeq"
       from jsonb_to_recordset($1::text::jsonb) as written (
         id text, "lastSeq" bigint, "updatedAt" timestamptz, "sessionId" text, "sessionState" text,
         "waitingSince" timestamptz, "agentId" text, "claimedAt" timestamptz, language text, "customerSeq" bigint)
       where room.id = written.id
     )
     insert into support_message
       (id, room_id, seq, client_id, content_hash, sender, agent_id, kind, message, session_id, created_at)
     select id, "roomId", seq, "clientId", "contentHash", sender, "agentId", content ->> 'message_type', content,
       "sessionId", "createdAt"
     from jsonb_to_recordset($2::text::jsonb) as message (
       id text, "roomId" text, seq bigint, "clientId" text, "contentHash" text, sender text, "agentId" text,
       content jsonb, "sessionId" text, "createdAt" timestamptz)`,
    [JSON.stringify(rooms), JSON.stringify(messages)],
  )
}

/** The `limit` messages before the newest `skip`, the oldest first. */
export async function pageBefore(sql: Sql, roomId: string, skip: number, limit: number): Promise<StoredMessage[]> {
  return sql.query<StoredMessage>(
    `select ${messageColumns} from support_message where room_id = $1
       and seq <= (select last_seq from support_room where id = $1) - $2
       and seq > (select last_seq from support_room where id = $1) - $2 - $3
     order by seq`,
    [roomId, skip, limit],
  )
}

/** Up to `limit` messages with a number above `seq`, the oldest first. */
export async function pageAfter(sql: Sql, roomId: string, seq: number, limit: number): Promise<StoredMessage[]> {
  return sql.query<StoredMessage>(
    `select ${messageColumns} from support_message where room_id = $1 and seq > $2 order by seq limit $3`,
    [roomId, seq, limit],
  )
}

/** Up to `limit` messages with a number below `seq`, the oldest first. */
export async function pageBelow(sql: Sql, roomId: string, seq: number, limit: number): Promise<StoredMessage[]> {
  const rows = await sql.query<StoredMessage>(
    `select ${messageColumns} from support_message where room_id = $1 and seq < $2 order by seq desc limit $3`,
    [roomId, seq, limit],
  )
  return rows.toReversed()
}

/** How many messages of the other side a customer has not read. */
export async function unreadOf(sql: Sql, roomId: string): Promise<number> {
  const [row] = await sql.query<{ unread: number }>(
    `select count(*) as unread from support_message where room_id = $1 and sender <> 'customer'
       and seq > (select customer_read_seq from support_room where id = $1)`,
    [roomId],
  )
  return row?.unread ?? 0
}

/** Writes down that messages were told. Their rows are locked in one order, so that processes that note the same ones wait in line. */
export async function markTold(sql: Sql, ids: readonly string[]): Promise<void> {
  await sql.query(
    `with noted as (select id from support_message where id = any($1) and not told order by id for update)
     update support_message message set told = true from noted where message.id = noted.id`,
    [ids],
  )
}

/** Messages that nobody was told of although they were stored before a time, in the order of their rooms. */
export async function untoldMessages(sql: Sql, before: Date, limit: number): Promise<StoredMessage[]> {
  return sql.query<StoredMessage>(
    `select ${messageColumns} from (
       select * from support_message where not told and created_at < $1 order by created_at limit $2
     ) untold order by room_id, seq`,
    [before, limit],
  )
}

/** A message of a member's conversation, without what it says: who wrote it, and when. */
export interface Utterance {
  id: string
  at: Date
  seq: number
  sender: 'customer' | 'admin' | 'robot'
  agentId: string | null
}

/** Messages of a member's room, newest first, at or before a moment; of that moment below an id. */
export function utterancesOf(
  sql: Sql,
  memberId: string,
  { behind, limit }: { behind: { at: Date; id: string } | null; limit: number },
): Promise<Utterance[]> {
  return sql.query(
    `select id, created_at as at, seq, sender, agent_id as "agentId" from support_message
     where room_id = $1 and (created_at, id collate "C") < (coalesce($2::timestamptz, 'infinity'), $3::text)
     order by created_at desc, id collate "C" desc limit $4`,
    [memberId, behind?.at ?? null, behind?.id ?? '', limit],
  )
}

/** Which of these files stand in a message: staff may send one more than once. */
export async function filesInMessages(sql: Sql, fileIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await sql.query<{ id: string }>(
    `select file.id from unnest($1::text[]) file (id) where exists (
       select from support_message where kind in ('media', 'generic') and (
         message @> jsonb_build_object('payload', jsonb_build_object('file', jsonb_build_object('fileId', file.id)))
         or message @> jsonb_build_object('payloads',
           jsonb_build_array(jsonb_build_object('image', jsonb_build_object('fileId', file.id))))))`,
    [fileIds],
  )
  return new Set(rows.map(({ id }) => id))
}
