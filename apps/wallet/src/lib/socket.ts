import type { ChatMessage, LiveEvents } from '@krapao/contract'
import type { io, Socket } from 'socket.io-client'
import { chatBackend } from './chat-backend.ts'
import { readGuestId } from './guest-id.ts'
import type { Follower, Line, LineEvents } from './live-connection.ts'
import { createLive } from './live-connection.ts'
import { hasToken, readToken, watchToken } from './session.ts'

/** How long one way of connecting may take before it counts as failed. */
const CONNECT_TIMEOUT_MS = 10_000

/** Where the chat is, when not where the page came from; a build without chat ("off") has no address for it (rulings 6.1). */
function chatOrigin(): string | undefined {
  const url = import.meta.env.KRAPAO_CHAT_URL ?? ''
  return URL.canParse(url) ? new URL(url).origin : undefined
}

/**
 * The ways to connect, in the order to try them: requests where something between here and the server lets no WebSocket
 * through. Where it lets a WebSocket wait for ever, the next line begins with the other way.
 */
const ways = ['websocket', 'polling']

interface Client {
  io: typeof io
}

let triesAgain = 0

/**
 * Fetches the client of the connection. A browser remembers for the life of a page that a module did not come, but only
 * under the address that it names in its error: a try that failed is made again under another one of the same file.
 */
async function loadClient(): Promise<Client> {
  try {
    return await import('socket.io-client')
  } catch (error) {
    const address = /https?:\/\/\S+?\.js/.exec(String(error))?.[0]
    if (address === undefined || new URL(address).origin !== location.origin) throw error
    triesAgain += 1
    return (await import(/* @vite-ignore */ `${address}?again=${triesAgain}`)) as Client
  }
}

function connect(auth: { token: string } | { guestId: string }, events: LineEvents<ChatMessage>): Line {
  let socket: Socket<LiveEvents> | undefined
  let isOver = false

  function close(): void {
    isOver = true
    socket?.off()
    socket?.close()
  }
  function end(refusal?: string): void {
    if (isOver) return
    close()
    events.onEnd(refusal)
  }
  async function open(): Promise<void> {
    const { io } = await loadClient()
    if (isOver) return
    const options = {
      auth,
      transports: [...ways],
      tryAllTransports: true,
      // Trying again is the business of whoever asked for this line.
      reconnection: false,
      forceNew: true,
      timeout: CONNECT_TIMEOUT_MS,
    }
    const line: Socket<LiveEvents> = io(chatOrigin() ?? location.origin, options)
    socket = line
    line.on('connect', () => events.onOpen())
    line.on('wallet', () => events.onHint())
    line.on('messaging', (message) => events.onNews(message))
    line.on('disconnect', () => end())
    line.on('connect_error', (error) => {
      // A socket that was refused by the server, and not by the network, is not active any more.
      const refusal = line.active ? undefined : error.message
      if (refusal === undefined && error.message === 'timeout') ways.reverse()
      end(refusal)
    })
  }

  open().catch(() => end())
  return { close }
}

/** Tells of every change of the session and of whether the page is seen. */
function watch(onChange: () => void): () => void {
  const stopWatching = watchToken(onChange)
  document.addEventListener('visibilitychange', onChange)
  return () => {
    stopWatching()
    document.removeEventListener('visibilitychange', onChange)
  }
}

const isVisible = (): boolean => document.visibilityState === 'visible'

const live = createLive<ChatMessage>({
  connect: (token, events) => connect({ token }, events),
  readIdentity: readToken,
  isVisible,
  watch,
})

const guestLive = createLive<ChatMessage>({
  connect: (guestId, events) => connect({ guestId }, events),
  readIdentity: () => (hasToken() ? null : readGuestId()),
  isVisible,
  watch,
})

/**
 * Calls the listener whenever the member's money may have changed (rulings 5.9), and after each time without a
 * connection. It is to ask the server again: what it is told is no more than that. The connection stands only while
 * somebody listens, so never on pages of guests or on /terminated, and only while the page is seen.
 *
 * @returns how to stop.
 */
export function subscribeWallet(listener: () => void): () => void {
  return live.subscribe(listener)
}

/**
 * Tells the follower what is said in the chat: in the member's room while somebody is logged in, else in the guest's
 * (CHT-041, CHT-047). Members have one connection for this and for their money. A build without a chat backend connects
 * nobody (CHT-048).
 *
 * @returns how to stop.
 */
export function followChat(follower: Follower<ChatMessage>): () => void {
  if (!chatBackend.isConfigured) return () => undefined
  return (hasToken() ? live : guestLive).follow(follower)
}
