import { type DeedName, DESK_PAGE_SIZE, type DeskBox, type DeskFacts, type DeskRoom } from '@krapao/contract'
import type { Sql } from '../../../platform/database/types.ts'
import { MINUTE_MS } from '../../../platform/durations.ts'
import { refuse } from '../../../platform/errors.ts'
import type { AgentIdentity } from '../../../platform/http/index.ts'
import { newId } from '../../../platform/ids.ts'
import { readPlace, writePlace } from '../../../platform/place.ts'
import { type By, byAgent, BY_ITSELF, type Deed } from '../../deeds/index.ts'
import { agentNames } from '../../staff/index.ts'
import { deskFacts } from './desk-facts.ts'
import {
  type BoxPlace,
  claimRoom,
  countOpenBoxes,
  freeRooms,
  listedRoom,
  markReadByStaff,
  roomsOfBox,
  setRoomFree,
  setRoomHolder,
} from './desk-rooms.store.ts'
import { noteInboxPage } from './inbox-deeds.ts'
import { noteReading, writeRoomDeed } from '../rooms/room-deeds.ts'
import type { SupportParts } from '../support.parts.ts'
import { lockRoom } from '../rooms/rooms.store.ts'
import type { Room } from '../support.types.ts'

export interface Inbox {
  rooms: DeskRoom[]
  /** Where the list goes on; null at its end. */
  next: string | null
  counts: { waiting: number; mine: number; open: number }
}

/** How long a customer waits for the one agent who has his room before he waits for any. */
const NEGLECTED_AFTER_MS = 10 * MINUTE_MS

/** Refuses with ROOM_HELD, naming who has the room. */
export async function refuseHeld(sql: Sql, holderId: string): Promise<never> {
  const names = await agentNames(sql, [holderId])
  return refuse('ROOM_HELD', { details: { agent: { _id: holderId, name: names.get(holderId) ?? '' } } })
}

/** Locks a room that somebody wrote in. Refuses with NO_DATA. */
export async function requireRoom(tx: Sql, roomId: string): Promise<Room> {
  const room = await lockRoom(tx, roomId)
  return room === null || room.lastSeq === 0 ? refuse('NO_DATA') : room
}

// The rooms as staff have them. Whoever answers in one holds it: two never do at once.

async function requireListed(parts: SupportParts, roomId: string): Promise<DeskRoom> {
  return (await listedRoom(parts.database, roomId)) ?? refuse('NO_DATA')
}

/** Changes who has a room, in one transaction with the note of it; a change that is none is not written down. */
async function changeRoom(
  parts: SupportParts,
  agent: AgentIdentity,
  roomId: string,
  deed: DeedName,
  work: (tx: Sql, room: Room) => Promise<Pick<Deed, 'before' | 'after'> | null>,
): Promise<{ room: DeskRoom }> {
  const isChanged = await parts.database.transaction(async (tx) => {
    const facts = await work(tx, await requireRoom(tx, roomId))
    if (facts === null) return false
    await writeRoomDeed(tx, roomId, { ...byAgent(agent), deed, ...facts, at: parts.clock.now() })
    return true
  })
  const room = await requireListed(parts, roomId)
  if (isChanged) parts.signals.publish({ kind: 'desk', roomId, seq: room.lastSeq })
  return { room }
}

function holding(parts: SupportParts, agent: AgentIdentity, roomId: string) {
  const now = parts.clock.now()
  return { roomId, agentId: agent.agentId, sessionId: newId(now), now }
}

/** Gives a room back, or ends its conversation; refuses with ROOM_HELD when another has it. */
export function leave(
  parts: SupportParts,
  agent: AgentIdentity,
  roomId: string,
  action: 'release' | 'end',
): Promise<{ room: DeskRoom }> {
  return changeRoom(parts, agent, roomId, action, async (tx, room) => {
    if (room.agentId !== null && room.agentId !== agent.agentId) await refuseHeld(tx, room.agentId)
    const isDone = action === 'end' ? room.sessionState === 'ended' : room.agentId === null
    if (isDone) return null
    await setRoomFree(tx, room, action === 'end' ? 'ended' : 'waiting', parts.clock.now())
    return { before: { state: room.sessionState } }
  })
}

/** Refuses with ROOM_HELD (409, `details.agent`) when another has the room. Claiming one's own changes nothing. */
export function claim(parts: SupportParts, agent: AgentIdentity, roomId: string): Promise<{ room: DeskRoom }> {
  return changeRoom(parts, agent, roomId, 'claim', async (tx, room) => {
    if (room.agentId === agent.agentId) return null
    if (!(await claimRoom(tx, holding(parts, agent, roomId)))) await refuseHeld(tx, room.agentId ?? '')
    return { before: { state: room.sessionState } }
  })
}

export function takeOver(parts: SupportParts, agent: AgentIdentity, roomId: string): Promise<{ room: DeskRoom }> {
  return changeRoom(parts, agent, roomId, 'take-over', async (tx, room) => {
    if (room.agentId === agent.agentId) return null
    await setRoomHolder(tx, holding(parts, agent, roomId))
    return { before: { state: room.sessionState }, after: { from: room.agentId } }
  })
}

export async function readInbox(
  parts: SupportParts,
  agent: AgentIdentity,
  { box, after, find }: { box: DeskBox; after: string | null; find: string | null },
): Promise<Inbox> {
  const { agentId } = agent
  const behind = readBoxPlace(after)
  if (!(await noteInboxPage(parts, agent, { box, behind: after, find }))) {
    refuse('REQUEST_LIMIT', { retryAfterS: 600 })
  }
  const [{ rooms, next }, counts] = await Promise.all([
    roomsOfBox(parts.database, { box, agentId, find, behind, limit: DESK_PAGE_SIZE }),
    countOpenBoxes(parts.database, agentId),
  ])
  return { rooms, next: next && `${next.part}.${writePlace(next)}`, counts }
}

const BOX_PLACE = /^(member|guest|waits|rests|moved)\.(.+)$/

/** Refuses with NO_DATA what no list has answered. */
function readBoxPlace(after: string | null): BoxPlace | null {
  if (after === null) return null
  const [, part, rest] = BOX_PLACE.exec(after) ?? []
  const place = readPlace(rest ?? '_')
  return place && { ...place, part: part as BoxPlace['part'] }
}

/** Refuses with NO_DATA, as all of these, where there is no such room. That he looked is written down. */
export async function readRoom(
  parts: SupportParts,
  agent: AgentIdentity,
  roomId: string,
): Promise<{ room: DeskRoom; facts: DeskFacts | null }> {
  const room = await requireListed(parts, roomId)
  const facts = room.kind === 'member' ? await deskFacts(parts, roomId) : null
  await noteReading(parts.database, parts, agent, roomId)
  return { room, facts }
}

/**
 * Gives back the rooms whose customers have waited ten minutes for the agent who has them: he may have gone home. He
 * gets one again by answering in it, like anybody. @returns how many.
 */
export async function releaseNeglected(parts: SupportParts): Promise<number> {
  const at = parts.clock.now()
  const freed = await parts.database.transaction(async (tx) => {
    const rooms = await freeRooms(tx, { waitingBefore: new Date(at.getTime() - NEGLECTED_AFTER_MS) })
    for (const { roomId, agentId } of rooms) {
      await writeRoomDeed(tx, roomId, { ...BY_ITSELF, deed: 'release', after: { from: agentId }, at })
    }
    return rooms
  })
  for (const { roomId, lastSeq } of freed) parts.signals.publish({ kind: 'desk', roomId, seq: lastSeq })
  return freed.length
}

/** Gives back all rooms of one of the staff, who is locked out. `by` did it, where that is to be written down. @returns how many. */
export async function freeRoomsOf(
  tx: Sql,
  { agentId, at, by }: { agentId: string; at: Date; by?: By },
): Promise<number> {
  const rooms = await freeRooms(tx, { agentId, now: at })
  if (by !== undefined) {
    for (const { roomId } of rooms)
      await writeRoomDeed(tx, roomId, { ...by, deed: 'release', after: { from: agentId }, at })
  }
  return rooms.length
}

export async function markRoomRead(
  parts: SupportParts,
  agent: AgentIdentity,
  roomId: string,
  seq: number,
): Promise<void> {
  await parts.database.transaction(async (tx) => {
    if (!(await markReadByStaff(tx, roomId, seq))) refuse('NO_DATA')
    await noteReading(tx, parts, agent, roomId)
  })
  parts.signals.publish({ kind: 'desk', roomId, seq })
}
