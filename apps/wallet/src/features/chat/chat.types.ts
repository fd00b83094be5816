import type { ChatMessage } from '@krapao/contract'
import type * as web from '@krapao/web'

/** Who writes to the support: a member, or a guest by an id of his browser. */
export interface Visitor {
  readonly userId: string | null
  readonly guestId: string | null
  readonly username: string | null
  readonly name: string | null
}

/** What a message holds, as it is shown. */
export type Content = ChatMessage['message']
export type Payload = NonNullable<Content['payload']>
export type Card = NonNullable<Content['payloads']>[number]
export type MessageButton = NonNullable<Payload['buttons']>[number]

/** What a customer can send. */
export type SentContent =
  | { readonly message_type: 'text'; readonly payload: { readonly message: string } }
  | { readonly message_type: 'postback'; readonly payload: { readonly title: string; readonly message: string } }
  | {
      readonly message_type: 'media'
      readonly payload: {
        readonly message: string
        readonly url: true
        readonly fileType: 'image' | 'video'
        readonly filePath: string
      }
    }

/** A message of this reader that the server's history does not have yet. */
export type Outgoing = web.Outgoing<Content, ChatMessage>

/** One message as it is shown. */
export interface Entry {
  /** Stays when a sent message becomes a stored one. */
  readonly key: string
  /** This reader, a person of the support, or what answers there by itself. */
  readonly writer: 'you' | 'admin' | 'robot'
  readonly content: Content
  readonly status: web.DeliveryStatus
  readonly share: number
  /** Of the server; undefined until it has stored the message. */
  readonly createdAt: string | undefined
  readonly sessionId: string | undefined
  readonly seq: number | undefined
}
