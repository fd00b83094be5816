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

/** The room of an owner; null when nobody ever wrote in it. */
export async function roomById(sql: Sql, id: string): Promise<Room | null> {
  const [row] = await sql.query<Room>(`select ${roomColumns} from support_room where id = $1`, [id])
  return row ?? null
}

/** Locks a room until the transaction ends: whoever writes into a room or changes who answers in it does so first. */
export async function lockRoom(tx: Sql, id: string): Promise<Room | null> {
  const [row] = await tx.query<Room>(`select ${roomColumns} from support_room where id = $1 for update`, [id])
  return row ?? null
}

/** What is known of a room's owner when he writes. */
export interface RoomOwner {
  id: string
  kind: 'member' | 'guest'
  language: string
  name: string | null
  username: string | null
}

async function makeRoom(tx: Sql, owner: RoomOwner, given: { sessionId: string; now: Date }): Promise<Room | null> {
  await tx.query(
    `insert into support_room (id, owner_kind, language, name, username, session_id, session_state, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, 'ended', $7, $7) on conflict (id) do nothing`,
    [owner.id, owner.kind, owner.language, owner.name, owner.username, given.sessionId, given.now],
  )
  return lockRoom(tx, owner.id)
}

/** Makes the room of an owner unless it is there, and locks it until the transaction ends. */
export async function openRoom(tx: Sql, owner: RoomOwner, given: { sessionId: string; now: Date }): Promise<Room> {
  // A room that was there may be forgotten (retention) while its lock is waited for: the second one is new.
  const room = (await makeRoom(tx, owner, given)) ?? (await makeRoom(tx, owner, given))
  if (room === null) throw new Error('a room that was just made is gone')
  return room
}

export async function messageByClientId(sql: Sql, roomId: string, clientId: string): Promise<StoredMessage | null> {
  const [row] = await sql.query<StoredMessage>(
    `select ${messageColumns} from support_message where room_id = $1 and client_id = $2`,
    [roomId, clientId],
  )
  return row ?? null
}

export type NewMessage = Omit<StoredMessage, 'seq'>

/** Gives a message the next number of its locked room, and writes it down together with whose turn it is then. */
export async function insertMessage(
  tx: Sql,
  message: NewMessage,
  room: Turn & { language: string | null },
): Promise<StoredMessage> {
  const [row] = await tx.query<StoredMessage>(
    `with counted as (
       update support_room set last_seq = last_seq + 1, updated_at = $10, session_id = $9, session_state = $11,
         waiting_since = $12, agent_id = $13, claimed_at = $14, language = coalesce($15, language),
         customer_seq = case when $5 = 'customer' then last_seq + 1 else customer_seq end
       where id = $2 returning last_seq
     )
     insert into support_message
       (id, room_id, seq, client_id, content_hash, sender, agent_id, kind, message, session_id, created_at)
     select $1, $2, last_seq, $3, $4, $5, $6, $7, $8::text::jsonb, $9, $10 from counted returning ${messageColumns}`,
    [
      message.id,
      message.roomId,
      message.clientId,
      message.contentHash,
      message.sender,
      message.agentId,
      message.content.message_type,
      JSON.stringify(message.content),
      message.sessionId,
      message.createdAt,
      room.sessionState,
      room.waitingSince,
      room.agentId,
      room.claimedAt,
      room.language,
    ],
  )
  if (!row) throw new Error('a message has no room')
  return row
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

/**
 * What of this module waits for somebody, and since when, as rows of `(what, since)`: what a person must do ends on
 * `-to-decide`. `names` are all there may be.
 */
export const supportWaiting = {
  names: ['chat-member', 'chat-guest'],
  select: `select 'chat-' || owner_kind, waiting_since from support_room where waiting_since is not null`,
}
