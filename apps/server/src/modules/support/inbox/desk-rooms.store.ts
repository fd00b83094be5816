import { type DeskBox, type DeskRoom } from '@krapao/contract'
import type { Sql } from '../../../platform/database/types.ts'
import { pageOf, type Place } from '../../../platform/place.ts'
import { agentsJoined } from '../../staff/index.ts'
import { type ListedRow, toRoom } from './listed-room.ts'
import type { Room } from '../support.types.ts'

/**
 * Rooms as the desk lists them; `unread` counts what the customer wrote after what staff read. Of who waits it shows his own
 * last words, not the robot's after them: they are what is to be answered.
 */
const listed = `select room.id as "roomId", room.owner_kind as kind, room.name, room.username, room.language,
    room.session_state as state, room.agent_id as "agentId", agent.name as "agentName",
    room.waiting_since as "waitingSince", room.updated_at as "updatedAt", room.last_seq as "lastSeq", last.sender as "lastSender",
    last.message as "lastContent", last.created_at as "lastAt",
    (select count(*) from support_message unread where unread.room_id = room.id
       and unread.seq > room.agent_read_seq and unread.sender = 'customer') as unread
  from support_room room
    left join ${agentsJoined} agent on agent.id = room.agent_id
    left join support_message last on last.room_id = room.id and last.seq =
      case when room.waiting_since is not null and room.customer_seq > 0 then room.customer_seq else room.last_seq end`

/** Where a box goes on: behind the room of this id, which stood in this part of it with this time. */
export interface BoxPlace extends Place {
  part: 'member' | 'guest' | 'waits' | 'rests' | 'moved'
}

interface Box {
  holds: string
  order: string
  /** What stands behind a place: its part is `$4`, its time `$5`, its room `$6`. */
  behind: string
  placeOf: (row: ListedRow) => Omit<BoxPlace, 'id'>
}

/** What moved last stands first. */
const movedLast: Omit<Box, 'holds'> = {
  order: 'room.updated_at desc, room.id',
  behind: '$4::text is not null and room.updated_at <= $5::timestamptz and (room.updated_at < $5 or room.id > $6)',
  placeOf: ({ updatedAt: at }) => ({ part: 'moved', at }),
}

/** `$1` is the agent who asks. Guests come without end and may be nobody: members who wait stand before all of them. */
const boxes: Record<DeskBox, Box> = {
  waiting: {
    holds: `room.session_state = 'waiting'`,
    order: 'room.owner_kind desc, room.waiting_since, room.id',
    behind: `room.owner_kind <= $4 and (room.owner_kind < $4 or (room.waiting_since, room.id) > ($5::timestamptz, $6))`,
    placeOf: ({ kind, waitingSince, updatedAt }) => ({ part: kind, at: waitingSince ?? updatedAt }),
  },
  mine: {
    holds: 'room.agent_id = $1',
    order: `room.waiting_since is null, room.waiting_since,
      case when room.waiting_since is null then room.updated_at end desc, room.id`,
    behind: `case when $4 = 'waits' then room.waiting_since is null or (room.waiting_since, room.id) > ($5::timestamptz, $6)
      else room.waiting_since is null and (room.updated_at < $5 or (room.updated_at = $5 and room.id > $6)) end`,
    placeOf: ({ waitingSince, updatedAt }) =>
      waitingSince === null ? { part: 'rests', at: updatedAt } : { part: 'waits', at: waitingSince },
  },
  open: { holds: `room.session_state in ('robot', 'waiting', 'held')`, ...movedLast },
  ended: { holds: `room.session_state = 'ended'`, ...movedLast },
}

/**
 * Rooms without a word are none yet. `$2` finds a room by a part of a name, by a whole phone number or its last four
 * digits, or by its id: digits that lead from one to the next would spell out what is shown to nobody.
 */
const isFound = `room.last_seq > 0 and ($2::text is null or room.id = $2 or room.username = $2 or right(room.username, 4) = $2
  or position(lower($2) in lower(room.name)) > 0)`

/**
 * Rooms of a box behind a place: of members and then of guests who wait the longest first, otherwise what moved last first;
 * and where it goes on, null at its end.
 */
export async function roomsOfBox(
  sql: Sql,
  given: { box: DeskBox; agentId: string; find: string | null; behind: BoxPlace | null; limit: number },
): Promise<{ rooms: DeskRoom[]; next: BoxPlace | null }> {
  const { holds, order, behind, placeOf } = boxes[given.box]
  const { agentId, find, limit, behind: from } = given
  const found = await sql.query<ListedRow>(
    `${listed} where $1::text is not null and ${holds} and ${isFound} ${from === null ? '' : `and (${behind})`}
     order by ${order} limit $3`,
    [agentId, find, limit + 1, ...(from === null ? [] : [from.part, from.at, from.id])],
  )
  const { rows, last } = pageOf(found, limit)
  return { rooms: rows.map(toRoom), next: last && { ...placeOf(last), id: last.roomId } }
}

/** How many rooms there are in the boxes of what is not over. Every page of the desk asks: it looks at no other rooms. */
export async function countOpenBoxes(sql: Sql, agentId: string): Promise<Record<Exclude<DeskBox, 'ended'>, number>> {
  const [row] = await sql.query<Record<Exclude<DeskBox, 'ended'>, number>>(
    `select count(*) filter (where ${boxes.waiting.holds}) as waiting, count(*) filter (where ${boxes.mine.holds}) as mine,
       count(*) as open
     from support_room room where room.last_seq > 0 and ${boxes.open.holds}`,
    [agentId],
  )
  return row ?? { waiting: 0, mine: 0, open: 0 }
}

/** One room as the desk lists it; null when nobody wrote in it. */
export async function listedRoom(sql: Sql, roomId: string): Promise<DeskRoom | null> {
  const [row] = await sql.query<ListedRow>(`${listed} where room.id = $1 and room.last_seq > 0`, [roomId])
  return row ? toRoom(row) : null
}

/** Room `$1` is agent `$2`'s from `$4` on; a conversation that had ended begins anew, as `$3`. */
const held = `update support_room set agent_id = $2, session_state = 'held', claimed_at = $4,
    session_id = case when session_state = 'ended' then $3 else session_id end
  where id = $1`

/**
 * Gives a room to an agent if nobody else has it: decided by this one statement, however many try at once. A conversation
 * that had ended begins anew. False when another has it, or there is no such room.
 */
export async function claimRoom(
  tx: Sql,
  given: { roomId: string; agentId: string; sessionId: string; now: Date },
): Promise<boolean> {
  const rows = await tx.query(`${held} and last_seq > 0 and (agent_id is null or agent_id = $2) returning id`, [
    given.roomId,
    given.agentId,
    given.sessionId,
    given.now,
  ])
  return rows.length > 0
}

/** Takes a locked room away from whoever has it. */
export async function setRoomHolder(
  tx: Sql,
  given: { roomId: string; agentId: string; sessionId: string; now: Date },
): Promise<void> {
  await tx.query(held, [given.roomId, given.agentId, given.sessionId, given.now])
}

/** Leaves a locked room to nobody: its customer waits for another person, or the conversation is over. */
export async function setRoomFree(
  tx: Sql,
  room: Pick<Room, 'id'>,
  state: 'waiting' | 'ended',
  now: Date,
): Promise<void> {
  await tx.query(
    `update support_room set agent_id = null, claimed_at = null, session_state = $2,
       waiting_since = case when $2 = 'waiting' then coalesce(waiting_since, $3) end where id = $1`,
    [room.id, state, now],
  )
}

/**
 * Gives back rooms whose customers have waited since before a time for the agent who has had them since before it too, or
 * all that an agent has: their customers wait for another person. Rooms that are being written in are left for the next
 * time, and waited for when an agent is to have none, for which there is no next time.
 */
export async function freeRooms(
  tx: Sql,
  given: { waitingBefore: Date } | { agentId: string; now: Date },
): Promise<{ roomId: string; agentId: string; lastSeq: number }[]> {
  const [which, parameters] =
    'agentId' in given
      ? ['agent_id = $1 for update', [given.agentId, given.now]]
      : [
          'agent_id is not null and waiting_since < $1 and claimed_at < $1 for update skip locked',
          [given.waitingBefore, given.waitingBefore],
        ]
  return tx.query<{ roomId: string; agentId: string; lastSeq: number }>(
    `with held as (select id, agent_id from support_room where ${which})
     update support_room room set agent_id = null, claimed_at = null, session_state = 'waiting',
       waiting_since = coalesce(room.waiting_since, $2)
     from held where room.id = held.id
     returning room.id as "roomId", held.agent_id as "agentId", room.last_seq as "lastSeq"`,
    parameters,
  )
}

/** Marks what the customer wrote up to a number as read by the staff; it never goes back. */
export async function markReadByStaff(sql: Sql, roomId: string, seq: number): Promise<boolean> {
  const rows = await sql.query(
    `update support_room set agent_read_seq = greatest(agent_read_seq, least($2, last_seq)) where id = $1 returning id`,
    [roomId, seq],
  )
  return rows.length > 0
}
