import { createHash } from 'node:crypto'
import type { Sql } from '../../platform/database/types.ts'
import { refuse } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
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
}

export interface Posted {
  message: StoredMessage
  /** False when it stood there already: then nobody needs to be told. */
  isNew: boolean
}

/**
 * Writes a message into a room that is there, in the caller's transaction: the one way in for customers, agents and the
 * robot. The room is locked until that ends, and the message gets its next number. A client id that was used before
 * brings the message that was stored under it, or IDEMPOTENCY_MISMATCH (422) when that says something else. Call `tell`
 * with what is new after the commit.
 */
export async function postMessage(tx: Sql, given: MessageToPost, now: Date): Promise<Posted> {
  const { roomId, sender, clientId, content, agentId = null } = given
  const room = await lockRoom(tx, roomId)
  if (room === null) throw new Error('there is no such room')
  const contentHash = hashOf(sender, content)
  const earlier = await messageByClientId(tx, roomId, clientId)
  if (earlier !== null) {
    if (earlier.contentHash !== contentHash) refuse('IDEMPOTENCY_MISMATCH')
    return { message: earlier, isNew: false }
  }
  const { sessionId } = room
  const row = { id: newId(now), roomId, clientId, contentHash, sender, agentId, content, sessionId, createdAt: now }
  return { message: await insertMessage(tx, row), isNew: true }
}

function hashOf(sender: Sender, content: MessageContent): string {
  return createHash('sha256')
    .update(JSON.stringify([sender, content]))
    .digest('hex')
}
