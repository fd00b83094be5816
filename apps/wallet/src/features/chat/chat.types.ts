import type { ChatMessage } from '@krapao/contract'

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

/** The delivery of what was sent here (CHT-037); what comes from the server has succeeded. */
type DeliveryStatus = 'uploading_file' | 'sending' | 'succeed' | 'failed'

/** A message of this reader that the server's history does not have yet. */
export interface Outgoing {
  /** Made here: the message is stored once by it, however often it is sent. */
  readonly clientId: string
  readonly content: Content
  readonly status: DeliveryStatus
  /** How much of its file is uploaded, from 0 to 1. */
  readonly share: number
  /** As the server stored it, when the history around it is not here yet. */
  readonly stored: ChatMessage | undefined
}

/** One message as it is shown. */
export interface Entry {
  /** Stays when a sent message becomes a stored one. */
  readonly key: string
  /** This reader, a person of the support, or what answers there by itself. */
  readonly writer: 'you' | 'admin' | 'robot'
  readonly content: Content
  readonly status: DeliveryStatus
  readonly share: number
  /** Of the server; undefined until it has stored the message. */
  readonly createdAt: string | undefined
  readonly sessionId: string | undefined
  readonly seq: number | undefined
}
