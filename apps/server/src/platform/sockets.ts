import { CHAT_ROOM_PREFIX, type Code, isGuestId, type LiveEvents } from '@krapao/contract'
import type { FastifyInstance } from 'fastify'
import type { Authenticate, Identity, Limit } from './http/route.ts'
import { guestRoomId } from './ids.ts'
import type { Job } from './jobs.ts'
import { closeEnded, isRoomFull, type Listener, openSocketServer, type SocketServerTerms } from './socket-server.ts'

/** How often every open socket's session is looked at; most ends of sessions are told at once. */
export const SOCKETS_CHECK_EVERY_MS = 15_000

/** How many connections there may be at a time; KRAPAO_LIMIT_FACTOR multiplies them. */
const OPEN_MAX = { perMember: 20, perGuest: 10 }
/** Whoever has no account can be anybody any number of times. */
const GUESTS_CONNECTING_PER_ADDRESS: Limit = { max: 120, windowS: 60 }

export interface SocketsTerms extends SocketServerTerms {
  authenticate: Authenticate
  isTerminated(): Promise<boolean>
  /** Which of these sessions are neither ended nor expired, and of members who may still come in. */
  liveSessions(sessionIds: readonly string[]): Promise<ReadonlySet<string>>
  /** Whether the support chat is open, so that guests may listen; never unless told. */
  isChatOpen?(): Promise<boolean>
}

/** Who listens: a member, or a guest by his id. */
interface Customer {
  member?: Identity
  guestId?: string
}

type CustomerSocket = Listener<LiveEvents, Customer>

/** The room of all sockets of a member. */
const roomOf = (memberId: string): string => `member:${memberId}`
/** The room of all sockets of a member or guest for his chat (CHT-047), and of what is said in a chat of this id. */
const chatRoomOf = (id: string): string => `${CHAT_ROOM_PREFIX}${id}`

const sessionOf = ({ member }: Customer): string | undefined => member?.sessionId

/**
 * Lets open pages connect by Socket.IO beside the calls of the same server (rulings 5.9): a member's socket is put into
 * his rooms and hears when his money moved, a member's and a guest's what is said in his support chat. A socket is closed
 * when its session has ended (rulings 5.5): at once when the end is told, at the latest by the job.
 *
 * @returns the job that closes the sockets of ended sessions.
 */
export function bindSockets(server: FastifyInstance, terms: SocketsTerms): Job {
  const { authenticate, isTerminated, isChatOpen, liveSessions, limits, config } = terms
  const { io, listen, closeEndedIn } = openSocketServer<LiveEvents, Customer>(server, terms)
  const isFull = (room: string, max: number): boolean => isRoomFull(io, room, max, config.limitFactor)

  async function admitMember(socket: CustomerSocket, token: string): Promise<Code | null> {
    const found = await authenticate(token)
    if (!found.ok) return found.code
    if (isFull(roomOf(found.member.memberId), OPEN_MAX.perMember)) return 'REQUEST_LIMIT'
    socket.data.member = found.member
    return null
  }

  async function admitGuest(socket: CustomerSocket, guestId: unknown, address: string): Promise<Code | null> {
    if (typeof guestId !== 'string' || !isGuestId(guestId) || !(await isChatOpen?.())) return 'UNAUTHORIZED'
    const { allowed } = await limits.take(`guest sockets ${address}`, GUESTS_CONNECTING_PER_ADDRESS)
    if (!allowed || isFull(chatRoomOf(guestId), OPEN_MAX.perGuest)) return 'REQUEST_LIMIT'
    socket.data.guestId = guestId
    return null
  }

  let told = 0
  /** Each process that found out says so: open pages of this one hear it once. */
  function tellContent(number: number): void {
    if (number > told) io.emit('content')
    told = Math.max(told, number)
  }

  async function closeGuests(sockets: readonly CustomerSocket[]): Promise<void> {
    const guests = sockets.filter(({ data }) => data.guestId !== undefined)
    if (guests.length === 0 || (await isChatOpen?.())) return
    for (const guest of guests) guest.disconnect(true)
  }

  listen({
    async admit(socket, address) {
      if (await isTerminated()) return 'gone'
      // A token goes before an id.
      const { token, guestId } = socket.handshake.auth as Record<string, unknown>
      return typeof token === 'string' ? admitMember(socket, token) : admitGuest(socket, guestId, address)
    },
    roomsOf({ member, guestId }) {
      if (member) return [roomOf(member.memberId), chatRoomOf(member.memberId)]
      // What is said to him is known by the id of his chat alone, from which nobody finds his own.
      return guestId === undefined ? [] : [chatRoomOf(guestId), chatRoomOf(guestRoomId(guestId))]
    },
    hear(signal) {
      if (signal.kind === 'wallet') io.to(roomOf(signal.memberId)).emit('wallet', { reason: signal.reason })
      else if (signal.kind === 'chat') io.to(chatRoomOf(signal.roomId)).emit('messaging', signal.message)
      else if (signal.kind === 'security') io.to(roomOf(signal.memberId)).emit('security', { what: signal.what })
      else if (signal.kind === 'content') tellContent(signal.number)
      else if (signal.kind === 'sessions-ended') closeEndedIn(roomOf(signal.memberId), sessionOf, liveSessions)
    },
  })

  return {
    name: 'sockets-check',
    everyMs: SOCKETS_CHECK_EVERY_MS,
    async run() {
      if (await isTerminated()) io.disconnectSockets(true)
      const sockets = [...io.sockets.sockets.values()]
      await closeGuests(sockets)
      await closeEnded(sockets, sessionOf, liveSessions)
      // It always waits for its turn.
      return 0
    },
  }
}
