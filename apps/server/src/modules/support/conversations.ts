import { randomUUID } from 'node:crypto'
import type { BodyOf, calls, ChatMessage } from '@krapao/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Sql } from '../../platform/database/types.ts'
import { refuse } from '../../platform/errors.ts'
import type { Files } from '../../platform/files/index.ts'
import type { Language } from '../../platform/http/index.ts'
import { newId } from '../../platform/ids.ts'
import type { MembersDoor } from '../members/index.ts'
import type { OperatorDoor } from '../operator/index.ts'
import type { ChatFiles } from './chat-files.ts'
import { postMessage } from './post-message.ts'
import {
  markReadByCustomer,
  openRoom,
  pageAfter,
  pageBefore,
  roomById,
  type RoomOwner,
  unreadOf,
} from './support.store.ts'
import type { MessageContent } from './support.types.ts'
import type { Telling } from './telling.ts'
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

export interface Conversations {
  /**
   * Stores a message of the customer's, once for a client id, and tells it. Refuses with NO_DATA when it names a file
   * that is not his, and with IDEMPOTENCY_MISMATCH when the id was another message's.
   */
  send(customer: Customer, words: SentWords): Promise<ChatMessage>
  /** A page of his messages, the oldest first: before the newest `skip`, or with `after` the first ones above that. */
  history(
    customer: Customer,
    page: { limit: number; skip: number; after: number | null },
  ): Promise<{ messages: ChatMessage[]; unread: number }>
  /** Marks what there is up to a number as read by him, null for all; nothing happens where there is nothing. */
  read(customer: Customer, seq: number | null): Promise<void>
}

export interface ConversationsDeps {
  database: Database
  clock: Clock
  operator: Pick<OperatorDoor, 'settings'>
  members: Pick<MembersDoor, 'profile'>
  files: Pick<Files, 'link'>
  chatFiles: ChatFiles
  telling: Telling
  /** Has the robot look for whom to answer. */
  wakeRobot(): void
}

/** The chat as customers have it: members and guests, each with one room, his own. */
export function createConversations(deps: ConversationsDeps): Conversations {
  const { database, clock, files, chatFiles, telling } = deps

  /** Members are called what they are called; of a guest only what he says himself is known. */
  async function ownerOf({ id, kind }: Customer, { language, name }: SentWords): Promise<RoomOwner> {
    if (kind === 'guest') return { id, kind, language, name, username: null }
    if ((await roomById(database, id)) !== null) return { id, kind, language, name: null, username: null }
    const profile = await deps.members.profile(id)
    return { id, kind, language, name: profile.name, username: profile.username }
  }

  async function contentOf(tx: Sql, owner: string, message: SentMessage): Promise<MessageContent> {
    if (message.message_type !== 'media') return message
    const { message: caption, filePath } = message.payload
    const kept = (await chatFiles.keep(tx, { filePath, owner })) ?? refuse('NO_DATA')
    return { message_type: 'media', payload: { message: caption, url: true, ...kept } }
  }

  return {
    async send(customer, words) {
      const { id: roomId } = customer
      const { chatRobot } = await deps.operator.settings()
      const owner = await ownerOf(customer, words)
      const clientId = words.clientId ?? randomUUID()
      const now = clock.now()
      const posted = await database.transaction(async (tx) => {
        await openRoom(tx, owner, { sessionId: newId(now), now })
        const content = await contentOf(tx, roomId, words.message)
        const by = { sender: 'customer', customer: { language: words.language, isRobotOn: chatRobot } } as const
        return postMessage(tx, { roomId, clientId, content, ...by }, now)
      })
      if (posted.isNew) {
        telling.tell([posted.message])
        if (chatRobot) deps.wakeRobot()
      }
      return toWire(posted.message, files)
    },
    async history({ id }, { limit, skip, after }) {
      const [messages, unread] = await Promise.all([
        after === null ? pageBefore(database, id, skip, limit) : pageAfter(database, id, after, limit),
        unreadOf(database, id),
      ])
      return { messages: messages.map((message) => toWire(message, files)), unread }
    },
    read: ({ id }, seq) => markReadByCustomer(database, id, seq),
  }
}
