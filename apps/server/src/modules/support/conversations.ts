import { randomUUID } from 'node:crypto'
import type { BodyOf, calls, ChatMessage } from '@krapao/contract'
import type { Sql } from '../../platform/database/types.ts'
import { refuse } from '../../platform/errors.ts'
import type { Language } from '../../platform/http/index.ts'
import { newId } from '../../platform/ids.ts'
import { keepFile } from './chat-files.ts'
import { postMessage } from './post-message.ts'
import { ROBOT_JOB } from './robot.ts'
import type { SupportParts } from './support.parts.ts'
import { openRoom, pageAfter, pageBefore, roomById, type RoomOwner, unreadOf } from './support.store.ts'
import type { MessageContent } from './support.types.ts'
import { tell } from './telling.ts'
import { toWire } from './wire-message.ts'

/** Whose room a call is about: found from the token or the guest's id, never from what else a body says. */
export interface Customer {
  /** A member's id, or what is derived of a guest's (`guestRoomId`). */
  id: string
  kind: 'member' | 'guest'
}

type SentMessage = BodyOf<typeof calls.chatSendMessage>['message']

export interface SentWords {
  message: SentMessage
  /** The client's own id of the message; without one each call is a message of its own. */
  clientId: string | undefined
  language: Language
  /** What a guest calls himself. */
  name: string | null
}

// The chat as customers have it: members and guests, each with one room, his own.

/** Members are called what they are called; of a guest only what he says himself is known. */
async function ownerOf(parts: SupportParts, { id, kind }: Customer, { language, name }: SentWords): Promise<RoomOwner> {
  if (kind === 'guest') return { id, kind, language, name, username: null }
  if ((await roomById(parts.database, id)) !== null) return { id, kind, language, name: null, username: null }
  const profile = await parts.members.profile(id)
  return { id, kind, language, name: profile.name, username: profile.username }
}

async function contentOf(parts: SupportParts, tx: Sql, owner: string, message: SentMessage): Promise<MessageContent> {
  if (message.message_type !== 'media') return message
  const { message: caption, filePath } = message.payload
  const kept = (await keepFile(parts, tx, { filePath, owner })) ?? refuse('NO_DATA')
  return { message_type: 'media', payload: { message: caption, url: true, ...kept } }
}

/**
 * Stores a message of the customer's, once for a client id, and tells it. Refuses with NO_DATA when it names a file
 * that is not his, and with IDEMPOTENCY_MISMATCH when the id was another message's.
 */
export async function sendAsCustomer(parts: SupportParts, customer: Customer, words: SentWords): Promise<ChatMessage> {
  const { id: roomId } = customer
  const { chatRobot } = await parts.operator.settings()
  const owner = await ownerOf(parts, customer, words)
  const clientId = words.clientId ?? randomUUID()
  const now = parts.clock.now()
  const posted = await parts.database.transaction(async (tx) => {
    await openRoom(tx, owner, { sessionId: newId(now), now })
    const content = await contentOf(parts, tx, roomId, words.message)
    const by = { sender: 'customer', customer: { language: words.language, isRobotOn: chatRobot } } as const
    return postMessage(tx, { roomId, clientId, content, ...by }, now)
  })
  if (posted.isNew) {
    tell(parts, [posted.message])
    if (chatRobot) parts.jobs.wake(ROBOT_JOB)
  }
  return toWire(posted.message, parts.files)
}

/** A page of his messages, the oldest first: before the newest `skip`, or with `after` the first ones above that. */
export async function historyOfCustomer(
  parts: SupportParts,
  { id }: Customer,
  { limit, skip, after }: { limit: number; skip: number; after: number | null },
): Promise<{ messages: ChatMessage[]; unread: number }> {
  const [messages, unread] = await Promise.all([
    after === null ? pageBefore(parts.database, id, skip, limit) : pageAfter(parts.database, id, after, limit),
    unreadOf(parts.database, id),
  ])
  return { messages: messages.map((message) => toWire(message, parts.files)), unread }
}
