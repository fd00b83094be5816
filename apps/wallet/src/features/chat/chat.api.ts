import type { AnswerOf, calls, ChatMessage } from '@krapao/contract'
import { CHAT_PAGE_SIZE, chatFileKind, UPLOAD_TIMEOUT_MS } from '@krapao/contract'
import type { UploadProgress } from '@krapao/web'
import { sendWithProgress } from '@krapao/web'
import { callApi } from '../../lib/api/call-api.ts'
import type { SentContent, Visitor } from './chat.types.ts'

/** A part of the conversation, and how many messages of the support the customer has not read. */
type HistoryPage = AnswerOf<typeof calls.chatHistory>

/** What the chat asks the server for. */
export interface ChatApi {
  /** The page of messages before the newest ones that are here (CHT-064). */
  before(stored: readonly ChatMessage[]): Promise<HistoryPage>
  /** The first messages after one, oldest first. */
  after(seq: number, most: number): Promise<HistoryPage>
  /** Stores a message; the same client id stores it once. */
  send(content: SentContent, clientId: string): Promise<ChatMessage>
  /** Uploads a file; answers the message that it is sent by. */
  upload(file: File, terms: { signal: AbortSignal; onProgress: UploadProgress }): Promise<SentContent>
  /** Marks what the support said as read, up to this message. */
  markRead(seq: number): Promise<void>
}

/** The calls of the chat in the name of a member or a guest. Fail with an `CallError`. */
export function chatApiOf(visitor: Visitor): ChatApi {
  const { userId, guestId, username, name } = visitor
  const reader = { userId, guestId }
  const history = (limit: number, place: { skip: number } | { after: number }): Promise<HistoryPage> =>
    callApi<typeof calls.chatHistory>('POST', '/api/chat/history', { body: { ...reader, limit, ...place } })
  return {
    before: ({ length }) => history(CHAT_PAGE_SIZE, { skip: length }),
    after: (seq, most) => history(most, { after: seq }),
    send: (message, clientId) =>
      callApi<typeof calls.chatSendMessage>('POST', '/api/chat/send-message', {
        body: { sender: 'customer', message, ...reader, username, name, deviceToken: '' },
        idempotencyKey: clientId,
      }),
    async upload(file, { signal, onProgress }) {
      const form = new FormData()
      // Before the file: whose it is must be known when it comes.
      if (guestId !== null) form.append('guestId', guestId)
      form.append('file', file)
      const options = { form, signal, timeoutMs: UPLOAD_TIMEOUT_MS, send: sendWithProgress(onProgress) }
      const { filePath, fileType } = await (chatFileKind(file.type) === 'video'
        ? callApi<typeof calls.chatUploadVideo>('POST', '/api/chat/upload-video', options)
        : callApi<typeof calls.chatUploadImage>('POST', '/api/chat/upload-image', options))
      return { message_type: 'media', payload: { message: file.name, url: true, fileType, filePath } }
    },
    async markRead(seq) {
      await callApi<typeof calls.chatReadCustomer>('PUT', '/api/chat/read-customer/', {
        body: { ...reader, seq },
      })
    },
  }
}
