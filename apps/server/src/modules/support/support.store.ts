import { gatheredRows } from '../../platform/database/gathered.ts'
import type { Sql } from '../../platform/database/types.ts'
import type { Turn } from './session.rules.ts'
import type { Room, StoredMessage } from './support.types.ts'

const roomColumns = `id, owner_kind as "ownerKind", language, name, username, last_seq as "lastSeq",
  customer_read_seq as "customerReadSeq", agent_read_seq as "agentReadSeq", customer_seq as "customerSeq",
  robot_seq as "robotSeq", session_id as "sessionId", session_state as "sessionState",
  waiting_since as "waitingSince", agent_id as "agentId", claimed_at as "claimedAt", created_at as "createdAt",
  updated_at as "updatedAt"`

/** The columns of a message, under the names of `StoredMessage`. */
export const messageColumns = `id, room_id as "roomId", seq, client_id as "clientId", content_hash as "contentHash", sender,
  agent_id as "agentId", message as content, session_id as "sessionId", created_at as "createdAt"`

/** The room of an owner; null when nobody ever wrote in it. Concurrent callers ask together. */
export const roomById = gatheredRows<Room>(
  (sql, ids) => sql.query<Room>(`select ${roomColumns} from support_room where id = any($1)`, [ids]),
  ({ id }) => id,
)

/**
 * Locks rooms until the transaction ends, in the order of their ids: whoever writes into a room or changes who answers in it
 * does so first. Answers those that there are.
 */
export function lockRooms(tx: Sql, ids: readonly string[]): Promise<Room[]> {
  return tx.query<Room>(`select ${roomColumns} from support_room where id = any($1) order by id for update`, [ids])
}

/** Whose a room is; null for a guest's. */
export async function memberOfRoom(sql: Sql, roomId: string): Promise<string | null> {
  const [row] = await sql.query<{ id: string }>(`select id from support_room where id = $1 and owner_kind = 'member'`, [
    roomId,
  ])
  return row?.id ?? null
}

export async function lockRoom(tx: Sql, id: string): Promise<Room | null> {
  const [room] = await lockRooms(tx, [id])
  return room ?? null
}

/** What is known of a room's owner when he writes. */
export interface RoomOwner {
  id: string
  kind: 'member' | 'guest'
  language: string
  name: string | null
  username: string | null
}

/** Makes the rooms that are not there, and locks those that are; one that came or went meanwhile is not answered. */
function makeOrLock(tx: Sql, owners: readonly RoomOwner[], given: { sessionId: string; now: Date }): Promise<Room[]> {
  return tx.query<Room>(
    `with made as (
       insert into support_room (id, owner_kind, language, name, username, session_id, session_state, created_at, updated_at)
       select id, kind, language, name, username, $2, 'ended', $3, $3
       from jsonb_to_recordset($1::text::jsonb) as owner (id text, kind text, language text, name text, username text)
       order by id on conflict (id) do nothing
       returning ${roomColumns}
     ), locked as (select ${roomColumns} from support_room where id = any($4) order by id for update)
     select * from made union all select * from locked`,
    [JSON.stringify(owners), given.sessionId, given.now, owners.map(({ id }) => id)],
  )
}

/** Makes the rooms of owners, of whom each stands there once, unless they are there, and locks them until the transaction ends. */
export async function openRooms(
  tx: Sql,
  owners: readonly RoomOwner[],
  given: { sessionId: string; now: Date },
): Promise<Room[]> {
  const rooms: Room[] = []
  // One that was there may be forgotten (retention) while its lock is waited for, and one that was made meanwhile is seen later.
  for (let round = 0; round < 3 && rooms.length < owners.length; round += 1) {
    const missing = owners.filter(({ id }) => !rooms.some((room) => room.id === id))
    rooms.push(...(await makeOrLock(tx, missing, given)))
  }
  if (rooms.length < owners.length) throw new Error('a room that was just made is gone')
  return rooms
}

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

/** Writes down that a customer has read up to a number, or everything that there is now; it never goes back. */
export async function markReadByCustomer(sql: Sql, roomId: string, seq: number | null): Promise<void> {
  await sql.query(
    `update support_room set customer_read_seq = least(coalesce($2::bigint, last_seq), last_seq)
     where id = $1 and customer_read_seq < least(coalesce($2::bigint, last_seq), last_seq)`,
    [roomId, seq],
  )
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

/** Who waits for an answer, and since when, as rows of `(what, since)`. `names` are all there may be. */
export const supportWaiting = {
  names: ['chat-member', 'chat-guest'],
  select: `select 'chat-' || owner_kind, waiting_since from support_room where waiting_since is not null`,
}
