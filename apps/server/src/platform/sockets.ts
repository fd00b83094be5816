import { CHAT_ROOM_PREFIX, type Code, isGuestId, LIVE_PATH, type LiveEvents } from '@krapao/contract'
import proxyAddress from '@fastify/proxy-addr'
import type { FastifyInstance } from 'fastify'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { Server, type Socket } from 'socket.io'
import type { Config } from '../config.ts'
import { addressGroup, type Limits } from './http/limits.ts'
import type { Authenticate, Identity, Limit } from './http/route.ts'
import type { Job } from './jobs.ts'
import type { Logger } from './logger.ts'
import type { Signals } from './signals.ts'

/** The largest message that a client may send; it sends its token and nothing else. */
const MESSAGE_BYTES_MAX = 4096
/** How long a client may take to show its token. */
const TOKEN_WITHIN_MS = 10_000
/** How often every open socket's session is looked at; most ends of sessions are told at once. */
const CHECK_EVERY_MS = 15_000
const CHECKED_AT_ONCE = 500
/** How long a client may take to say good-bye when the server stops. */
const LEAVE_WITHIN_MS = 1_000

/** Within which time all pages are cut off when it is not known what they were not told. */
const CUT_WITHIN_MS = 5_000

/** How many connections there may be at a time; KRAPAO_LIMIT_FACTOR multiplies them. */
const OPEN_MAX = { perMember: 20, perGuest: 10, perAddress: 500 }
const CONNECTING_PER_ADDRESS: Limit = { max: 600, windowS: 60 }
/** Whoever has no account can be anybody any number of times. */
const GUESTS_CONNECTING_PER_ADDRESS: Limit = { max: 120, windowS: 60 }

/** Where the hints to open pages come from, and which sessions still live. */
export interface LiveSource {
  signals: Pick<Signals, 'subscribe'>
  /** Which of these sessions are neither ended nor expired, and of members who may still come in. */
  liveSessions(sessionIds: readonly string[]): Promise<ReadonlySet<string>>
  /** Whether the support chat is open, so that guests may listen; never unless told. */
  isChatOpen?(): Promise<boolean>
}

export interface SocketsTerms extends LiveSource {
  authenticate: Authenticate
  isTerminated(): Promise<boolean>
  limits: Limits
  logger: Logger
  config: Pick<Config, 'publicUrl' | 'trustProxy' | 'limitFactor'>
}

/** Who listens: a member, or a guest by his id. */
interface SocketData {
  member?: Identity
  guestId?: string
}

type NoEvents = Record<string, never>
type LiveServer = Server<NoEvents, LiveEvents, NoEvents, SocketData>
type LiveSocket = Socket<NoEvents, LiveEvents, NoEvents, SocketData>

/** What lies below a socket: one of Engine.IO's. */
interface Connection {
  request: IncomingMessage
  once(event: 'close', listener: () => void): void
  close(): void
}

/** The room of all sockets of a member. */
const roomOf = (memberId: string): string => `member:${memberId}`
/** The room of all sockets of a member or guest for what is said in his chat (CHT-047). */
const chatRoomOf = (id: string): string => `${CHAT_ROOM_PREFIX}${id}`

/**
 * Lets open pages connect by Socket.IO beside the calls of the same server (rulings 5.9): a member's socket is put into
 * his rooms and hears when his money moved, a member's and a guest's what is said in his support chat. Clients send nothing and choose no room. A socket is closed when its session
 * has ended (rulings 5.5): at once when the end is told, at the latest by the job. What is told goes out through rooms,
 * so an adapter can carry it to other processes.
 *
 * @returns the job that closes the sockets of ended sessions.
 */
export function bindSockets(server: FastifyInstance, terms: SocketsTerms): Job {
  const { logger } = terms
  const door = createDoor(terms)
  const io: LiveServer = new Server(server.server, {
    path: LIVE_PATH,
    serveClient: false,
    maxHttpBufferSize: MESSAGE_BYTES_MAX,
    connectTimeout: TOKEN_WITHIN_MS,
    allowRequest: (request, answer) =>
      void orRefuse(logger, () => door.refusal(request)).then((refusal) => answer(refusal, refusal === null)),
  })
  const connections = new Set<Connection>()
  // Lines that carry nothing but a socket; those of calls are left to finish.
  const lines = new Set<Duplex>()
  server.server.on('upgrade', (_request, line) => {
    lines.add(line)
    line.once('close', () => lines.delete(line))
  })
  io.engine.on('headers', (headers: Record<string, string>) => {
    headers['x-content-type-options'] = 'nosniff'
  })
  io.engine.on('connection', (connection: Connection) => {
    const forget = door.count(connection.request)
    connections.add(connection)
    connection.once('close', () => {
      connections.delete(connection)
      forget()
    })
  })
  bindListeners(io, door, terms)

  const closing = createClosing(io, terms)
  const stop = terms.signals.subscribe((signal) => {
    if (signal.kind === 'wallet') io.to(roomOf(signal.memberId)).emit('wallet', { reason: signal.reason })
    else if (signal.kind === 'chat') io.to(chatRoomOf(signal.roomId)).emit('messaging', signal.message)
    else if (signal.kind === 'sessions-ended') closing.endedOf(signal.memberId)
    else if (signal.kind === 'missed') cutAll(connections)
  })
  let leaving: NodeJS.Timeout | undefined
  server.addHook('preClose', async () => {
    door.shut()
    stop()
    io.disconnectSockets(true)
    // Those that have not shown a token yet are no sockets of Socket.IO.
    for (const connection of connections) connection.close()
    leaving = setTimeout(() => {
      for (const line of lines) line.destroy()
    }, LEAVE_WITHIN_MS)
  })
  server.addHook('onClose', async () => {
    clearTimeout(leaving)
    await io.close()
  })
  return { name: 'sockets-check', everyMs: CHECK_EVERY_MS, run: () => closing.allEnded() }
}

/** Cuts pages off, not all at once: each connects again and asks for what it was not told, as after any lost connection. */
function cutAll(connections: ReadonlySet<Connection>): void {
  for (const connection of connections) setTimeout(() => connection.close(), Math.random() * CUT_WITHIN_MS).unref()
}

/** Whoever cannot be judged is not let in. */
async function orRefuse(logger: Logger, judge: () => Promise<Code | null>): Promise<Code | null> {
  try {
    return await judge()
  } catch (error) {
    logger.error({ err: error }, 'a connection could not be judged')
    return 'INTERNAL_SERVER_ERROR'
  }
}

interface Door {
  /** Why a connection is turned away before anything is kept of it; null when it is let in. */
  refusal(request: IncomingMessage): Promise<Code | null>
  /** The part of the connection's address that limits count by. */
  addressOf(request: IncomingMessage): string
  /** Counts an open connection. @returns what to call at its end. */
  count(request: IncomingMessage): () => void
  /** Lets nobody in any more. */
  shut(): void
}

function createDoor({ config, limits, logger }: SocketsTerms): Door {
  const own = new URL(config.publicUrl).origin
  const isTrusted = config.trustProxy === false ? () => false : proxyAddress.compile([...config.trustProxy])
  // Kept, because a connection that broke off has no address any more.
  const addresses = new WeakMap<IncomingMessage, string>()
  const most = Math.max(1, OPEN_MAX.perAddress * config.limitFactor)
  const open = new Map<string, number>()
  let isShut = false

  /** Pages of ours come from the public address or from the very host they connect to; machines name no origin. */
  function isForeign({ headers: { origin, host } }: IncomingMessage): boolean {
    if (origin === undefined || origin === own) return false
    return !URL.canParse(origin) || new URL(origin).host !== host?.toLowerCase()
  }

  return {
    async refusal(request) {
      if (isShut) return 'INTERNAL_SERVER_ERROR'
      if (isForeign(request)) {
        logger.info({ origin: request.headers.origin }, 'a connection from a foreign origin was refused')
        return 'UNAUTHORIZED'
      }
      const address = addressGroup(proxyAddress(request, isTrusted) ?? '')
      addresses.set(request, address)
      const { allowed } = await limits.take(`sockets ${address}`, CONNECTING_PER_ADDRESS)
      return allowed && (open.get(address) ?? 0) < most ? null : 'REQUEST_LIMIT'
    },
    addressOf: (request) => addresses.get(request) ?? '',
    count(request) {
      const address = addresses.get(request) ?? ''
      open.set(address, (open.get(address) ?? 0) + 1)
      return () => {
        const left = (open.get(address) ?? 1) - 1
        if (left > 0) open.set(address, left)
        else open.delete(address)
      }
    },
    shut() {
      isShut = true
    },
  }
}

/** Lets members in by their tokens and guests by their ids, each into the rooms of his own. A token goes before an id. */
function bindListeners(io: LiveServer, door: Door, terms: SocketsTerms): void {
  const { authenticate, isTerminated, isChatOpen, limits, config, logger } = terms

  function isFull(room: string, max: number): boolean {
    const most = Math.max(1, max * config.limitFactor)
    return (io.sockets.adapter.rooms.get(room)?.size ?? 0) >= most
  }

  async function admitMember(socket: LiveSocket, token: string): Promise<Code | null> {
    const found = await authenticate(token)
    if (!found.ok) return found.code
    if (isFull(roomOf(found.member.memberId), OPEN_MAX.perMember)) return 'REQUEST_LIMIT'
    socket.data.member = found.member
    return null
  }

  async function admitGuest(socket: LiveSocket, guestId: unknown): Promise<Code | null> {
    if (typeof guestId !== 'string' || !isGuestId(guestId) || !(await isChatOpen?.())) return 'UNAUTHORIZED'
    const address = door.addressOf(socket.request)
    const { allowed } = await limits.take(`guest sockets ${address}`, GUESTS_CONNECTING_PER_ADDRESS)
    if (!allowed || isFull(chatRoomOf(guestId), OPEN_MAX.perGuest)) return 'REQUEST_LIMIT'
    socket.data.guestId = guestId
    return null
  }

  async function admit(socket: LiveSocket): Promise<Code | null> {
    if (await isTerminated()) return 'gone'
    const { token, guestId } = socket.handshake.auth as Record<string, unknown>
    return typeof token === 'string' ? admitMember(socket, token) : admitGuest(socket, guestId)
  }

  async function judge(socket: LiveSocket, next: (error?: Error) => void): Promise<void> {
    const refusal = await orRefuse(logger, () => admit(socket))
    next(refusal === null ? undefined : new Error(refusal))
  }

  io.use((socket, next) => void judge(socket, next))
  io.on('connection', (socket) => {
    const { member, guestId } = socket.data
    if (member) void socket.join([roomOf(member.memberId), chatRoomOf(member.memberId)])
    else if (guestId !== undefined) void socket.join(chatRoomOf(guestId))
    socket.onAny(() => socket.disconnect(true))
    logger.debug({ member: member?.memberId }, 'a page listens')
  })
}

interface Closing {
  /** Closes those of a member whose sessions have ended. */
  endedOf(memberId: string): void
  /** Closes all whose sessions have ended, and all when the service has. @returns zero: it always waits for its turn. */
  allEnded(): Promise<number>
}

function createClosing(io: LiveServer, { liveSessions, isTerminated, isChatOpen, logger }: SocketsTerms): Closing {
  async function closeEnded(sockets: readonly LiveSocket[]): Promise<void> {
    const live = await liveSessions([...new Set(sockets.flatMap((socket) => socket.data.member?.sessionId ?? []))])
    for (const socket of sockets) {
      const { member } = socket.data
      if (member && !live.has(member.sessionId)) socket.disconnect(true)
    }
  }

  async function closeGuests(sockets: readonly LiveSocket[]): Promise<void> {
    const guests = sockets.filter(({ data }) => data.guestId !== undefined)
    if (guests.length === 0 || (await isChatOpen?.())) return
    for (const guest of guests) guest.disconnect(true)
  }

  function socketsOf(memberId: string): LiveSocket[] {
    const ids = [...(io.sockets.adapter.rooms.get(roomOf(memberId)) ?? [])]
    return ids.flatMap((id) => io.sockets.sockets.get(id) ?? [])
  }

  return {
    endedOf(memberId) {
      const sockets = socketsOf(memberId)
      if (sockets.length === 0) return
      closeEnded(sockets).catch((error: unknown) => logger.warn({ err: error }, 'sockets wait for their next check'))
    },
    async allEnded() {
      if (await isTerminated()) io.disconnectSockets(true)
      const sockets = [...io.sockets.sockets.values()]
      await closeGuests(sockets)
      for (let start = 0; start < sockets.length; start += CHECKED_AT_ONCE) {
        await closeEnded(sockets.slice(start, start + CHECKED_AT_ONCE))
      }
      return 0
    },
  }
}
