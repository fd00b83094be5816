import type { ChatMessage } from './chat.ts'
import type { SecurityNews } from './factors.ts'

/**
 * Where open pages connect by Socket.IO, with `auth: {token}`, or `auth: {guestId}` of a guest; a refused connection is
 * told the code of the reason.
 */
export const LIVE_PATH = '/socket.io/'

/** What the rooms of sockets for the chat are called, before the id of the member or guest (CHT-047). */
export const CHAT_ROOM_PREFIX = 'chat:'

/** Why the money of a member may have changed: "deposit", "withdraw", "transfer", "game-result". */
export interface WalletHint {
  reason: string
}

/** What open pages are told without asking (rulings 5.9). A hint may come twice or late: what is true, the calls tell. */
export interface LiveEvents {
  wallet: (hint: WalletHint) => void
  /** Something of how the member logs in changed, or somebody logged in from a device that was not known: what it was. */
  security: (news: { what: SecurityNews }) => void
  /** What players read is another since. */
  content: () => void
  /** A message of the chat's room of the member or guest; one with a `seq` after a gap has predecessors to be asked for. */
  messaging: (message: ChatMessage) => void
}
