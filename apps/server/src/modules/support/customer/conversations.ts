import { randomUUID } from 'node:crypto'
import type { BodyOf, calls, ChatMessage } from '@krapao/contract'
import { gathered } from '../../../platform/database/gathered.ts'
import type { Sql } from '../../../platform/database/types.ts'
import { refuse } from '../../../platform/errors.ts'
import type { Language } from '../../../platform/http/index.ts'
import { newId } from '../../../platform/ids.ts'
import { keepFile } from '../files/chat-files.ts'
import { isPostedBefore, type MessageToPost, postMessages } from '../messages/post-message.ts'
import { ROBOT_JOB } from '../robot/robot.ts'
import type { SupportParts } from '../support.parts.ts'
import { openRooms, roomById, type RoomOwner } from '../rooms/rooms.store.ts'
import { pageAfter, pageBefore, unreadOf } from '../messages/messages.store.ts'
import type { MessageContent } from '../support.types.ts'
import { tell } from '../messages/telling.ts'
import { toWire } from '../messages/wire-message.ts'

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

interface Sent {
  owner: RoomOwner
  clientId: string
  message: SentMessage
  isRobotOn: boolean
  now: Date
  parts: SupportParts
}

async function contentOfCustomer(parts: SupportParts, tx: Sql, { owner, message }: Sent): Promise<MessageContent> {
  if (message.message_type !== 'media') return message
  const { message: caption, filePath } = message.payload
  const kept = (await keepFile(parts, tx, { filePath, owner: owner.id })) ?? refuse('NO_DATA')
  return { message_type: 'media', payload: { message: caption, url: true, ...kept } }
}

/** Messages of one transaction; `first` of their time, which is no later than theirs. */
async function store(
  parts: SupportParts,
  tx: Sql,
  sent: readonly [Sent, ...Sent[]],
  areNew: boolean,
): ReturnType<typeof postMessages> {
  const owners = new Map(sent.map(({ owner }) => [owner.id, owner]))
  const { now } = sent[0]
  const rooms = await openRooms(tx, [...owners.values()], { sessionId: newId(now), now })
  const given: MessageToPost[] = []
  for (const one of sent) {
    const { owner, clientId, isRobotOn } = one
    const customer = { language: owner.language, isRobotOn }
    given.push({
      roomId: owner.id,
      clientId,
      content: await contentOfCustomer(parts, tx, one),
      sender: 'customer',
      customer,
    })
  }
  return postMessages(tx, rooms, given, now, { areNew })
}

/** What customers write at the same time is one commit. A file is taken by a commit of its own, for it may be refused. */
const storeTogether = gathered((_sql, sent: readonly Sent[]) => {
  const [first, ...others] = sent
  if (first === undefined) return Promise.resolve([])
  const all = [first, ...others] as const
  const { parts } = first
  // Few are sent again: only when one was, those of before are looked for.
  return parts.database
    .transaction((tx) => store(parts, tx, all, true))
    .catch((error: unknown) => {
      if (!isPostedBefore(error)) throw error
      return parts.database.transaction((tx) => store(parts, tx, all, false))
    })
})

/**
 * Stores a message of the customer's, once for a client id, and tells it. Refuses with NO_DATA when it names a file
 * that is not his, and with IDEMPOTENCY_MISMATCH when the id was another message's.
 */
export async function sendAsCustomer(parts: SupportParts, customer: Customer, words: SentWords): Promise<ChatMessage> {
  const { chatRobot } = await parts.operator.settings()
  const owner = await ownerOf(parts, customer, words)
  const { message, clientId = randomUUID() } = words
  const sent: Sent = { parts, owner, clientId, message, isRobotOn: chatRobot, now: parts.clock.now() }
  const [posted] =
    message.message_type === 'media'
      ? await parts.database.transaction((tx) => store(parts, tx, [sent], false))
      : [await storeTogether(parts.database, sent)]
  if (posted === undefined || posted === 'IDEMPOTENCY_MISMATCH') return refuse('IDEMPOTENCY_MISMATCH')
  if (posted.isNew) {
    tell(parts, [posted.message])
    if (chatRobot) parts.jobs.wake(ROBOT_JOB)
  }
  return toWire(parts, posted.message)
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
  return { messages: messages.map((message) => toWire(parts, message)), unread }
}
