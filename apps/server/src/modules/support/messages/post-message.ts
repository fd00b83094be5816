import { createHash } from 'node:crypto'
import { isUniqueViolation } from '../../../platform/database/index.ts'
import type { Sql } from '../../../platform/database/types.ts'
import { refuse } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { turnAfter } from '../rooms/session.rules.ts'
import { insertMessages, messagesByClientIds } from './messages.store.ts'
import { lockRooms } from '../rooms/rooms.store.ts'
import type { MessageContent, Room, Sender, StoredMessage } from '../support.types.ts'

export interface MessageToPost {
  roomId: string
  sender: Sender
  /** Of messages of an agent. */
  agentId?: string
  /** Made by the sender: the same again is the same message. */
  clientId: string
  content: MessageContent
  /** Of messages of a customer: his language, and whether the robot is there to answer. */
  customer?: { language: string; isRobotOn: boolean }
  /** Of messages of the robot: from now on a person is waited for. */
  handsOver?: boolean
}

export interface Posted {
  message: StoredMessage
  /** False when it stood there already: then nobody needs to be told. */
  isNew: boolean
}

/** That another message was stored under its client id. */
const MISMATCH = 'IDEMPOTENCY_MISMATCH'

/**
 * Writes messages into rooms that the caller's transaction has locked: the one way in for customers, agents and the robot.
 * Each gets its room's next number and a time no earlier than those before it. A client id that was used before brings the
 * message that was stored under it, or IDEMPOTENCY_MISMATCH when that says something else. Hand what is new to
 * `telling.tell` after the commit. Who takes them all for new is spared the search for those; when one is not, he is told by
 * `isPostedBefore`, with nothing written.
 */
export async function postMessages(
  tx: Sql,
  locked: readonly Room[],
  given: readonly MessageToPost[],
  now: Date,
  { areNew = false }: { areNew?: boolean } = {},
): Promise<(Posted | typeof MISMATCH)[]> {
  const earlierOnes = areNew ? [] : await messagesByClientIds(tx, given)
  const rooms = new Map(locked.map((room) => [room.id, room]))
  const stored = new Map(earlierOnes.map((message) => [nameOf(message), message]))
  const written: StoredMessage[] = []
  const posted = given.map((one): Posted | typeof MISMATCH => {
    const contentHash = hashOf(one.sender, one.content)
    const earlier = stored.get(nameOf(one))
    if (earlier) return earlier.contentHash === contentHash ? { message: earlier, isNew: false } : MISMATCH
    const room = rooms.get(one.roomId)
    if (!room) throw new Error('there is no such room')
    const { message, roomAfter } = writeInto(room, one, { contentHash, now })
    rooms.set(room.id, roomAfter)
    stored.set(nameOf(message), message)
    written.push(message)
    return { message, isNew: true }
  })
  const changed = new Set(written.map(({ roomId }) => roomId))
  if (written.length > 0)
    await insertMessages(
      tx,
      written,
      [...rooms.values()].filter(({ id }) => changed.has(id)),
    )
  return posted
}

/** Whether an error says that one of the messages was stored before. */
export const isPostedBefore = (error: unknown): boolean =>
  isUniqueViolation(error, 'support_message_room_id_client_id_key')

/** One message into a room that is there, which is locked first. Refuses with IDEMPOTENCY_MISMATCH. */
export async function postMessage(tx: Sql, given: MessageToPost, now: Date): Promise<Posted> {
  const [posted] = await postMessages(tx, await lockRooms(tx, [given.roomId]), [given], now)
  return posted === undefined || posted === MISMATCH ? refuse(MISMATCH) : posted
}

const nameOf = ({ roomId, clientId }: { roomId: string; clientId: string }): string =>
  JSON.stringify([roomId, clientId])

function writeInto(
  room: Room,
  given: MessageToPost,
  { contentHash, now }: { contentHash: string; now: Date },
): { message: StoredMessage; roomAfter: Room } {
  const { sender, clientId, content, agentId = null, customer, handsOver = false } = given
  const createdAt = room.updatedAt > now ? room.updatedAt : now
  const isRobotOn = customer?.isRobotOn ?? false
  const turn = turnAfter(room, { sender, handsOver, isRobotOn, nextSessionId: newId(now), at: createdAt })
  const seq = room.lastSeq + 1
  const customerSeq = sender === 'customer' ? seq : room.customerSeq
  const language = customer?.language ?? room.language
  const ids = { id: newId(now), roomId: room.id, clientId, sessionId: turn.sessionId }
  return {
    message: { ...ids, seq, contentHash, sender, agentId, content, createdAt },
    roomAfter: { ...room, ...turn, lastSeq: seq, customerSeq, language, updatedAt: createdAt },
  }
}

function hashOf(sender: Sender, content: MessageContent): string {
  return createHash('sha256')
    .update(JSON.stringify([sender, content]))
    .digest('hex')
}
