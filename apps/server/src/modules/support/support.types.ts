/** A file of ours inside a message: who owns it signs its address. */
export interface FileReference {
  fileId: string
  /** The owner in the store of files: the room's owner, `agent/ID`, or `robot`. */
  owner: string
}

export interface MessageButton {
  title: string
  /** `web`, `call` and `postback` are known to clients; of any other kind they send the title. */
  type: string
  payload: string
}

/** What a message says, as it is kept (specification section 3). */
export type MessageContent =
  | { message_type: 'text'; payload: { message: string } }
  | {
      message_type: 'media'
      payload: { message: string; name: string; url: boolean; fileType: 'image' | 'video'; file: FileReference }
    }
  | { message_type: 'postback'; payload: { title: string; message: string } }
  | { message_type: 'buttons' | 'quick_replies'; payload: { title: string; buttons: MessageButton[] } }
  | {
      message_type: 'generic'
      payloads: {
        /** A file of ours, or a public web address; null for a card without a picture. */
        image: FileReference | string | null
        title: string
        subtitle: string
        buttons: MessageButton[]
      }[]
    }

/** Who wrote a message. On the wire a robot is an `admin` too. */
export type Sender = 'customer' | 'admin' | 'robot'

export interface StoredMessage {
  id: string
  roomId: string
  /** From 1 up within its room, without holes. */
  seq: number
  /** Made by whoever wrote it; unique in its room. */
  clientId: string
  contentHash: string
  sender: Sender
  agentId: string | null
  content: MessageContent
  sessionId: string
  createdAt: Date
}

/** Who is to answer next: the robot, any agent, the agent who holds the room, or nobody, for the conversation ended. */
export type SessionState = 'robot' | 'waiting' | 'held' | 'ended'

export interface Room {
  /** A member's id, or what is derived of a guest's: his own is a secret. */
  id: string
  ownerKind: 'member' | 'guest'
  language: string | null
  name: string | null
  /** A member's phone number. */
  username: string | null
  lastSeq: number
  /** Up to where the customer and the agents have read. */
  customerReadSeq: number
  agentReadSeq: number
  /** The customer's last message, and the last of his that the robot has dealt with. */
  customerSeq: number
  robotSeq: number
  sessionId: string
  sessionState: SessionState
  /** Since when a person is waited for. */
  waitingSince: Date | null
  /** Who holds the room. */
  agentId: string | null
  claimedAt: Date | null
  createdAt: Date
  updatedAt: Date
}
