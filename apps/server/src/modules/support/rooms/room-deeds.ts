import type { Sql } from '../../../platform/database/types.ts'
import { MINUTE_MS } from '../../../platform/durations.ts'
import type { AgentIdentity } from '../../../platform/http/index.ts'
import { byAgent, type Deed, deedsSince, writeDeed } from '../../deeds/index.ts'
import type { SupportParts } from '../support.parts.ts'
import { memberOfRoom } from './rooms.store.ts'

const ROOM = 'room:'

/** How deeds name a room that they are about, and which one that is; null for anything else. */
export const subjectOfRoom = (roomId: string): string => `${ROOM}${roomId}`
export const roomOfSubject = (subject: string): string | null =>
  subject.startsWith(ROOM) ? subject.slice(ROOM.length) : null

/** Writes down what was done about a room, in the transaction that does it. */
export async function writeRoomDeed(tx: Sql, roomId: string, deed: Deed): Promise<void> {
  await writeDeed(tx, { ...deed, subject: subjectOfRoom(roomId), memberId: await memberOfRoom(tx, roomId) })
}

/** How long one row says that an agent reads something: pages ask for it again and again. */
export const READ_NOTED_MS = 10 * MINUTE_MS

/** Writes down that an agent looks into a room, unless that was written a moment ago. */
export async function noteReading(
  sql: Sql,
  { clock }: SupportParts,
  agent: AgentIdentity,
  roomId: string,
): Promise<void> {
  const at = clock.now()
  const by = byAgent(agent)
  const since = new Date(at.getTime() - READ_NOTED_MS)
  const seen = await deedsSince(sql, { actor: by.actor, deed: 'room-read', since, subject: subjectOfRoom(roomId) })
  if (seen.length === 0) await writeRoomDeed(sql, roomId, { ...by, deed: 'room-read', at })
}
