import { createHash } from 'node:crypto'
import type { Sql } from '../../platform/database/types.ts'
import { refuse } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { turnAfter } from './session.rules.ts'
import { insertMessage, lockRoom, messageByClientId } from './support.store.ts'
import type { MessageContent, Sender, StoredMessage } from './support.types.ts'

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

/**
 * Writes a message into a room that is there, in the caller's transaction: the one way in for customers, agents and the
 * robot. The room is locked until that ends, and the message gets its next number and a time no earlier than those before
 * it. A client id that was used before brings the message that was stored under it, or IDEMPOTENCY_MISMATCH (422) when
 * that says something else. Hand what is new to `telling.tell` after the commit.
 */
export async function postMessage(tx: Sql, given: MessageToPost, now: Date): Promise<Posted> {
  const { roomId, sender, clientId, content, agentId = null, customer, handsOver = false } = given
  const room = await lockRoom(tx, roomId)
  if (room === null) throw new Error('there is no such room')
  const contentHash = hashOf(sender, content)
  const earlier = await messageByClientId(tx, roomId, clientId)
  if (earlier !== null) {
    if (earlier.contentHash !== contentHash) refuse('IDEMPOTENCY_MISMATCH')
    return { message: earlier, isNew: false }
  }
  const createdAt = room.updatedAt > now ? room.updatedAt : now
  const turn = turnAfter(room, {
    sender,
    handsOver,
    isRobotOn: customer?.isRobotOn ?? false,
    nextSessionId: newId(now),
    at: createdAt,
  })
  const { sessionId } = turn
  const row = { id: newId(now), roomId, clientId, contentHash, sender, agentId, content, sessionId, createdAt }
  return { message: await insertMessage(tx, row, { ...turn, language: customer?.language ?? null }), isNew: true }
}

function hashOf(sender: Sender, content: MessageContent): string {
  return createHash('sha256')
    .update(JSON.stringify([sender, content]))
    .digest('hex')
}
