import { addRow } from '../../../platform/database/put-row.ts'
import type { Sql } from '../../../platform/database/types.ts'
import { messageColumns } from '../messages/messages.store.ts'
import type { Room, StoredMessage } from '../support.types.ts'

/** Rooms whose customers wait for the robot, those who wait longest first. */
export async function roomsForRobot(sql: Sql, limit: number): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `select id from support_room where session_state = 'robot' and customer_seq > robot_seq
     order by updated_at limit $1`,
    [limit],
  )
  return rows.map(({ id }) => id)
}

/** The customer's last messages of this conversation that the robot has not dealt with, the oldest first. */
export async function unansweredMessages(sql: Sql, room: Room, limit: number): Promise<StoredMessage[]> {
  const rows = await sql.query<StoredMessage>(
    `select ${messageColumns} from support_message where room_id = $1 and seq > $2 and sender = 'customer'
       and session_id = $3
     order by seq desc limit $4`,
    [room.id, room.robotSeq, room.sessionId, limit],
  )
  return rows.toReversed()
}

/** Whether the robot has said anything in the present conversation. */
export async function hasRobotSpoken(sql: Sql, room: Room): Promise<boolean> {
  const rows = await sql.query(
    `select 1 from support_message where room_id = $1 and session_id = $2 and sender = 'robot' limit 1`,
    [room.id, room.sessionId],
  )
  return rows.length > 0
}

/** Writes down that the robot has dealt with everything that the customer said until now. The room must be locked. */
export async function markAnswered(tx: Sql, room: Room): Promise<void> {
  await tx.query('update support_room set robot_seq = customer_seq where id = $1', [room.id])
}

/** Has a person answer wherever the robot was to. @returns in how many rooms. */
export async function handRoomsOver(sql: Sql, now: Date): Promise<number> {
  const rows = await sql.query(
    `update support_room set session_state = 'waiting', waiting_since = $1
     where session_state = 'robot' and customer_seq > robot_seq returning id`,
    [now],
  )
  return rows.length
}

export async function robotFileRows(sql: Sql): Promise<{ name: string; fileId: string }[]> {
  return sql.query('select name, file_id as "fileId" from support_robot_file')
}

/** @returns false when it has a file of this name already. */
export function writeRobotFile(sql: Sql, name: string, fileId: string): Promise<boolean> {
  return addRow(sql, 'support_robot_file', { name, fileId }, '(name)')
}
