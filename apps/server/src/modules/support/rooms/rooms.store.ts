import { gatheredRows } from '../../../platform/database/gathered.ts'
import type { Sql } from '../../../platform/database/types.ts'
import type { Room } from '../support.types.ts'

const roomColumns = `id, owner_kind as "ownerKind", language, name, username, last_seq as "lastSeq",
  customer_read_seq as "customerReadSeq", agent_read_seq as "agentReadSeq", customer_seq as "customerSeq",
  robot_seq as "robotSeq", session_id as "sessionId", session_state as "sessionState",
  waiting_since as "waitingSince", agent_id as "agentId", claimed_at as "claimedAt", created_at as "createdAt",
  updated_at as "updatedAt"`

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

/** Writes down that a customer has read up to a number, or everything that there is now; it never goes back. */
export async function markReadByCustomer(sql: Sql, roomId: string, seq: number | null): Promise<void> {
  await sql.query(
    `update support_room set customer_read_seq = least(coalesce($2::bigint, last_seq), last_seq)
     where id = $1 and customer_read_seq < least(coalesce($2::bigint, last_seq), last_seq)`,
    [roomId, seq],
  )
}

/** Who waits for an answer, and since when, as rows of `(what, since)`. `names` are all there may be. */
export const supportWaiting = {
  names: ['chat-member', 'chat-guest'],
  select: `select 'chat-' || owner_kind, waiting_since from support_room where waiting_since is not null`,
}
