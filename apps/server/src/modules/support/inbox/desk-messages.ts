import { randomUUID } from 'node:crypto'
import type { ComposedMessage, DeskMessage } from '@krapao/contract'
import type { Sql } from '../../../platform/database/types.ts'
import { refuse } from '../../../platform/errors.ts'
import type { AgentIdentity } from '../../../platform/http/index.ts'
import { newId } from '../../../platform/ids.ts'
import { byAgent, writeDeed } from '../../deeds/index.ts'
import { agentNames } from '../../staff/index.ts'
import { contentOfAgent, fileOwner, toDeskFile } from './agent-files.ts'
import { takeFile, type TakenFile } from '../files/chat-files.ts'
import { claimRoom } from './desk-rooms.store.ts'
import { refuseHeld, requireRoom } from './desk-rooms.ts'
import { foreignHost, linkHosts } from './link-hosts.rules.ts'
import { writerOf } from './listed-room.ts'
import { type Posted, postMessage } from '../messages/post-message.ts'
import { noteReading, writeRoomDeed } from '../rooms/room-deeds.ts'
import type { SupportParts } from '../support.parts.ts'
import { messageByClientId, pageAfter, pageBefore, pageBelow } from '../messages/messages.store.ts'
import { roomById } from '../rooms/rooms.store.ts'
import type { StoredMessage } from '../support.types.ts'
import { tell } from '../messages/telling.ts'
import { toWire } from '../messages/wire-message.ts'

export interface HistoryPage {
  limit: number
  before: number | null
  after: number | null
}

// What staff read and write in rooms.

async function toDesk(parts: SupportParts, messages: readonly StoredMessage[]): Promise<DeskMessage[]> {
  const names = await agentNames(
    parts.database,
    messages.flatMap(({ agentId }) => agentId ?? []),
  )
  const files = { link: (file: Parameters<typeof parts.files.link>[0]) => toDeskFile(parts.files.link(file)) }
  return messages.map((message) => ({
    ...toWire({ files }, message),
    from: writerOf(message.sender),
    agent: message.agentId === null ? null : { _id: message.agentId, name: names.get(message.agentId) ?? '' },
  }))
}

/** The room is locked first, so that of many who answer at once one claims it, and the others see that he did. */
async function postAsAgent(
  parts: SupportParts,
  tx: Sql,
  agent: AgentIdentity,
  given: { roomId: string; clientId: string; message: ComposedMessage },
): Promise<Posted> {
  const { roomId, clientId, message } = given
  const { agentId } = agent
  const room = await requireRoom(tx, roomId)
  const now = parts.clock.now()
  const isRepeated = (await messageByClientId(tx, roomId, clientId)) !== null
  if (!isRepeated && room.agentId !== agentId) {
    const isClaimed = await claimRoom(tx, { roomId, agentId, sessionId: newId(now), now })
    if (!isClaimed) await refuseHeld(tx, room.agentId ?? '')
    await writeRoomDeed(tx, roomId, { ...byAgent(agent), deed: 'claim', before: { state: room.sessionState }, at: now })
  }
  const content = await contentOfAgent(parts, tx, agent, message)
  const posted = await postMessage(tx, { roomId, sender: 'admin', agentId, clientId, content }, now)
  if (posted.isNew) {
    const after = { seq: posted.message.seq, kind: content.message_type }
    await writeRoomDeed(tx, roomId, { ...byAgent(agent), deed: 'message', after, at: now })
  }
  return posted
}

/** Messages of a room, the oldest first. Refuses with NO_DATA where there is no such room. That he looked is written down. */
export async function historyOfRoom(
  parts: SupportParts,
  agent: AgentIdentity,
  roomId: string,
  { limit, before, after }: HistoryPage,
): Promise<DeskMessage[]> {
  if ((await roomById(parts.database, roomId)) === null) refuse('NO_DATA')
  await noteReading(parts.database, parts, agent, roomId)
  if (after !== null) return toDesk(parts, await pageAfter(parts.database, roomId, after, limit))
  if (before !== null) return toDesk(parts, await pageBelow(parts.database, roomId, before, limit))
  return toDesk(parts, await pageBefore(parts.database, roomId, 0, limit))
}

/** Refuses with NO_DATA where there is no such room. */
export async function requireThere(parts: SupportParts, roomId: string): Promise<void> {
  // Asked before the rules of the call are: a database cannot even be asked for a name with NUL.
  const room = roomId.includes('\0') ? null : await roomById(parts.database, roomId)
  if (room === null || room.lastSeq === 0) refuse('NO_DATA')
}

/**
 * Sends a message, once for a client id, and claims a room that nobody has. Refuses with NO_DATA where there is no such room or
 * file, with LINK_NOT_ALLOWED for a button that leads elsewhere, with ROOM_HELD when another has the room, and with
 * IDEMPOTENCY_MISMATCH when the id was another message's.
 */
export async function sendAsAgent(
  parts: SupportParts,
  agent: AgentIdentity,
  roomId: string,
  { message, clientId = randomUUID() }: { message: ComposedMessage; clientId: string | undefined },
): Promise<DeskMessage> {
  const host = foreignHost(message, linkHosts(await parts.operator.settings(), parts.website))
  if (host !== null) refuse('LINK_NOT_ALLOWED', { details: { host } })
  const posted = await parts.database.transaction((tx) => postAsAgent(parts, tx, agent, { roomId, clientId, message }))
  if (posted.isNew) tell(parts, [posted.message])
  const [sent] = await toDesk(parts, [posted.message])
  if (!sent) throw new Error('a message that was sent is gone')
  return sent
}

export async function uploadAsAgent(
  parts: SupportParts,
  agent: AgentIdentity,
  { bytes, type }: { bytes: Buffer; type: string },
): Promise<TakenFile> {
  const taken = await takeFile(parts, { owner: fileOwner(agent), bytes, type }, (tx, name) =>
    writeDeed(tx, { ...byAgent(agent), deed: 'upload', after: { name }, at: parts.clock.now() }),
  )
  return { ...taken, filePath: toDeskFile(taken.filePath) }
}
