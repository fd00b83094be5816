import { newIdempotencyKey, readStored, serverNowMs } from '@krapao/web'
import type { Keeping } from '@krapao/web'
import { readToken, watchToken } from '../../lib/session.ts'
import { followChat } from '../../lib/socket.ts'
import { storageKeys } from '../../lib/storage-keys.ts'
import { chatApiOf } from './chat.api.ts'
import type { ChatClient } from './chat-client.ts'
import { createChatClient } from './chat-client.ts'
import { createChatStore } from './chat-store.ts'
import type { Visitor } from './chat.types.ts'

let current: { readonly owner: string; readonly token: string | null; readonly client: ChatClient } | undefined
let isWatching = false

/** Where the token lies. */
function tokenKeeping(): Keeping {
  return readStored(storageKeys.token, 'session') === null ? 'always' : 'session'
}

/** Nothing of one visitor is ever sent in the name of the next: another token ends what is under way. */
function endOfAnother(): void {
  if (current === undefined || current.token === readToken()) return
  current.client.stop()
  current = undefined
}

/**
 * The conversation of a visitor, one for the page: it outlives the widget, so that what is being sent arrives though its
 * reader has gone to another page of the app.
 */
export function chatOf(visitor: Visitor): ChatClient {
  const owner = visitor.userId ?? visitor.guestId ?? ''
  if (!isWatching) watchToken(endOfAnother)
  isWatching = true
  endOfAnother()
  if (current?.owner === owner) return current.client
  current?.client.stop()
  const client = createChatClient({
    api: chatApiOf(visitor),
    store:
      visitor.userId === null
        ? createChatStore(storageKeys.guestChat, owner)
        : createChatStore(storageKeys.chat, owner, tokenKeeping()),
    follow: followChat,
    newId: newIdempotencyKey,
    nowMs: serverNowMs,
  })
  current = { owner, token: readToken(), client }
  return client
}
