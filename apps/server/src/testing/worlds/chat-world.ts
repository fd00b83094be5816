import { randomBytes, randomUUID } from 'node:crypto'
import { type AnswerOf, calls, type ChatMessage } from '@krapao/contract'
import { postMessage } from '../../modules/support/messages/post-message.ts'
import type { StoredMessage } from '../../modules/support/support.types.ts'
import { guestRoomId } from '../../platform/ids.ts'
import type { TestApp } from '../app.ts'
import type { Answered } from '../client.ts'
import { registeredMember } from './stories.ts'

/** Who chats: a member by his token, or a guest by his id. */
export interface Chatter {
  token?: string
  guestId?: string
  /** The id of his room. */
  roomId: string
}

export const newGuestId = (): string => `guest-${randomBytes(16).toString('base64url')}`

export function guest(guestId = newGuestId()): Chatter {
  return { guestId, roomId: guestRoomId(guestId) }
}

export async function chattingMember(app: TestApp): Promise<Chatter & { token: string; phone: string }> {
  const { token, memberId, phone } = await registeredMember(app)
  return { token, roomId: memberId, phone }
}

/** What stands in a call of his beside the rest. */
export function asHim({ token, guestId }: Chatter): { token: string | undefined; body: { guestId?: string } } {
  return { token, body: guestId === undefined ? {} : { guestId } }
}

type Content = string | object
function contentOf(said: Content): unknown {
  return typeof said === 'string' ? { message_type: 'text', payload: { message: said } } : said
}

/** Sends what he says, as it is: also what the contract does not allow. */
export function say(
  app: TestApp,
  who: Chatter,
  said: Content,
  more: { key?: string; headers?: Record<string, string>; address?: string; body?: object } = {},
): Promise<Answered<typeof calls.chatSendMessage>> {
  const { body, ...rest } = more
  const { body: own, ...auth } = asHim(who)
  const rawBody = { sender: 'customer', message: contentOf(said), ...own, ...body }
  return app.call(calls.chatSendMessage, { key: randomUUID(), ...auth, ...rest, rawBody })
}

/** A page of his history. */
export function historyOf(
  app: TestApp,
  who: Chatter,
  page: { limit?: number; skip?: number; after?: number } = {},
): Promise<AnswerOf<typeof calls.chatHistory>> {
  const { body, ...auth } = asHim(who)
  return app.ok(calls.chatHistory, { ...auth, body: { ...body, ...page } })
}

/** What was said, in order. */
export function textsOf(messages: readonly ChatMessage[]): string[] {
  return messages.map(({ message }) => message.payload?.message ?? message.payload?.title ?? message.message_type)
}

/** Sends a file for the chat. */
export async function upload(
  app: TestApp,
  who: Chatter,
  bytes: Buffer,
  kind: 'image' | 'video' = 'image',
  more: { fields?: Record<string, string>; address?: string } = {},
): Promise<Answered<typeof calls.chatUploadImage>> {
  const { token, guestId } = who
  const fields = { ...(guestId !== undefined && { guestId }), ...more.fields }
  const made = (kind === 'image' ? calls.chatUploadImage : calls.chatUploadVideo) as typeof calls.chatUploadImage
  return app.call(made, {
    ...{ token, address: more.address },
    form: { bytes, name: 'holiday.bin', type: 'application/octet-stream', fields },
  })
}

let answers = 0

/** Has staff say something in a room, as the desk would. */
export async function answerIn(app: TestApp, roomId: string, message: string): Promise<StoredMessage> {
  answers += 1
  const content = { message_type: 'text', payload: { message } } as const
  const given = { roomId, sender: 'admin', agentId: 'agent-1', clientId: `answer-${answers}`, content } as const
  return (await app.database.transaction((tx) => postMessage(tx, given, app.clock.now()))).message
}
