import { type Code, LIVE_PATH } from '@krapao/contract'
import proxyAddress from '@fastify/proxy-addr'
import type { FastifyInstance } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { Server, type Socket } from 'socket.io'
import { addressGroup, type Limits } from './http/limits.ts'
import type { Limit } from './http/route.ts'
import type { ListenerSettings } from './http/server.ts'
import { plainHeaders } from './http/security-headers.ts'
import type { Logger } from './logger.ts'
import type { Signal, Signals } from './signals.ts'

/** The largest message that a client may send; it sends its token and nothing else. */
const MESSAGE_BYTES_MAX = 4096
/** How long a client may take to show its token. */
const TOKEN_WITHIN_MS = 10_000
/** How long a client may take to say good-bye when the server stops. */
const LEAVE_WITHIN_MS = 1_000
/** Within which time all pages are cut off when it is not known what they were not told. */
const CUT_WITHIN_MS = 5_000
/** How many connections there may be of one address at a time; KRAPAO_LIMIT_FACTOR multiplies it. */
const OPEN_PER_ADDRESS_MAX = 500
const CONNECTING_PER_ADDRESS: Limit = { max: 600, windowS: 60 }
const CHECKED_AT_ONCE = 500
/** How often one connection may show who it is; a page that is refused connects anew. */
const TRIES_PER_CONNECTION_MAX = 3
/** An origin is its sender's to write. */
const LOGGED_MAX = 256

type NoEvents = Record<string, never>

/** Pages that listen: they are told `Events`, send nothing, and `Data` says who each of them is. */
export type ListenerServer<Events extends EventTerms<Events>, Data> = Server<NoEvents, Events, NoEvents, Data>
export type Listener<Events extends EventTerms<Events>, Data> = Socket<NoEvents, Events, NoEvents, Data>
type EventTerms<Events> = { [Name in keyof Events]: (...words: never[]) => void }

/** What all listeners of one origin share. */
export interface SocketServerTerms {
  limits: Limits
  logger: Logger
  signals: Pick<Signals, 'subscribe'>
  config: Pick<ListenerSettings, 'publicUrl' | 'trustProxy' | 'limitFactor'>
  /** Told how many connections are open whenever one came or went. */
  onCount?(open: number): void
}

/** How listeners of one kind are let in and told. */
export interface ListenerTerms<Events extends EventTerms<Events>, Data> {
  /** Who a page is, written into its data; or the code of why it is not let in. */
  admit(listener: Listener<Events, Data>, address: string): Promise<Code | null>
  /** The rooms that a page was let into; it chooses none itself. */
  roomsOf(data: Data): string[]
  /** Tells pages of a signal. `missed` cuts all of them off besides. */
  hear(signal: Signal): void
}

/** What lies below a socket: one of Engine.IO's. */
interface Connection {
  request: IncomingMessage
  once(event: 'close', listener: () => void): void
  close(): void
}

/**
 * Makes the Socket.IO server beside the calls of the same origin. Foreign origins are refused (rulings 5.5), as is
 * whoever opens too many connections; clients send nothing and choose no room.
 */
export function openSocketServer<Events extends EventTerms<Events>, Data>(
  server: FastifyInstance,
  terms: SocketServerTerms,
): {
  io: ListenerServer<Events, Data>
  listen(given: ListenerTerms<Events, Data>): void
  /** Closes those of a room whose sessions have ended, now or at their next check. */
  closeEndedIn(room: string, ...sessions: SessionTerms<Data>): void
} {
  const { logger, config } = terms
  const door = createDoor(terms)
  const io: ListenerServer<Events, Data> = new Server(server.server, {
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
  // Engine.IO answers by itself, before the server that the calls have: also what it refuses.
  const headers = Object.entries(plainHeaders(config.publicUrl.startsWith('https:')))
  server.server.prependListener('request', ({ url }: IncomingMessage, response: ServerResponse) => {
    if (!url?.startsWith(LIVE_PATH)) return
    for (const [name, value] of headers) response.setHeader(name, value)
  })
  io.engine.on('connection', (connection: Connection) => {
    const forget = door.count(connection.request)
    connections.add(connection)
    terms.onCount?.(connections.size)
    connection.once('close', () => {
      connections.delete(connection)
      terms.onCount?.(connections.size)
      forget()
    })
  })
  let stop = (): unknown => undefined
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

  return {
    io,
    listen({ admit, roomsOf, hear }) {
      const tries = new WeakMap<object, number>()
      const judge = async (listener: Listener<Events, Data>, next: (error?: Error) => void): Promise<void> => {
        const before = tries.get(listener.conn) ?? 0
        tries.set(listener.conn, before + 1)
        // Looking at a token costs, and each that is found good is one listener more.
        if (before >= TRIES_PER_CONNECTION_MAX) {
          listener.conn.close()
          return next(new Error('REQUEST_LIMIT' satisfies Code))
        }
        const refusal = await orRefuse(logger, () => admit(listener, door.addressOf(listener.request)))
        next(refusal === null ? undefined : new Error(refusal))
      }
      io.use((listener, next) => void judge(listener, next))
      io.on('connection', (listener) => {
        void listener.join(roomsOf(listener.data))
        listener.onAny(() => listener.disconnect(true))
      })
      stop = terms.signals.subscribe((signal) => {
        hear(signal)
        if (signal.kind === 'missed') cutAll(connections)
      })
    },
    closeEndedIn(room, ...sessions) {
      const listeners = [...(io.sockets.adapter.rooms.get(room) ?? [])].flatMap(
        (id) => io.sockets.sockets.get(id) ?? [],
      )
      closeEnded(listeners, ...sessions).catch((error: unknown) =>
        logger.warn({ err: error }, 'sockets wait for their next check'),
      )
    },
  }
}

/** Whether a room has as many listeners as it may; KRAPAO_LIMIT_FACTOR multiplies `max`. */
export function isRoomFull(
  io: { sockets: { adapter: { rooms: ReadonlyMap<string, ReadonlySet<string>> } } },
  room: string,
  max: number,
  limitFactor: number,
): boolean {
  return (io.sockets.adapter.rooms.get(room)?.size ?? 0) >= Math.max(1, max * limitFactor)
}

/** Of which session a listener is, and which sessions live. */
type SessionTerms<Data> = [
  sessionOf: (data: Data) => string | undefined,
  liveSessions: (sessionIds: readonly string[]) => Promise<ReadonlySet<string>>,
]

/** Closes those of the listeners whose sessions have ended; those without one are left alone. */
export async function closeEnded<Events extends EventTerms<Events>, Data>(
  listeners: readonly Listener<Events, Data>[],
  ...[sessionOf, liveSessions]: SessionTerms<Data>
): Promise<void> {
  for (let start = 0; start < listeners.length; start += CHECKED_AT_ONCE) {
    const some = listeners.slice(start, start + CHECKED_AT_ONCE)
    const live = await liveSessions([...new Set(some.flatMap(({ data }) => sessionOf(data) ?? []))])
    for (const listener of some) {
      const sessionId = sessionOf(listener.data)
      if (sessionId !== undefined && !live.has(sessionId)) listener.disconnect(true)
    }
  }
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

function createDoor({ config, limits, logger }: SocketServerTerms): Door {
  const own = new URL(config.publicUrl).origin
  const isTrusted = config.trustProxy === false ? () => false : proxyAddress.compile([...config.trustProxy])
  // Kept, because a connection that broke off has no address any more.
  const addresses = new WeakMap<IncomingMessage, string>()
  const most = Math.max(1, OPEN_PER_ADDRESS_MAX * config.limitFactor)
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
      const address = addressGroup(proxyAddress(request, isTrusted) ?? '')
      addresses.set(request, address)
      const { allowed } = await limits.take(`sockets ${address}`, CONNECTING_PER_ADDRESS)
      if (!allowed || (open.get(address) ?? 0) >= most) return 'REQUEST_LIMIT'
      if (!isForeign(request)) return null
      const origin = request.headers.origin?.slice(0, LOGGED_MAX)
      logger.info({ origin }, 'a connection from a foreign origin was refused')
      return 'UNAUTHORIZED'
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
