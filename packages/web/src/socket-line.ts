import type { Line } from './live.ts'

/** How long one way of connecting may take before it counts as failed. */
const CONNECT_TIMEOUT_MS = 10_000

/**
 * The ways to connect, in the order to try them: requests where something between here and the server lets no WebSocket
 * through. Where it lets a WebSocket wait for ever, the next line begins with the other way.
 */
const ways = ['websocket', 'polling']

/** As much of a socket of Socket.IO as a line needs. */
interface Socket {
  readonly active: boolean
  on(event: string, listener: (given: never) => void): unknown
  off(): unknown
  close(): unknown
}

export interface SocketTerms {
  /** Fetches the client of Socket.IO. */
  readonly load: () => Promise<{ io: (origin: string, options: object) => Socket }>
  /** Where to, when not where the page came from. */
  readonly origin?: string | undefined
  readonly path?: string
  /** Who connects. */
  readonly auth: object
  /** What is heard, by name. */
  readonly on: Readonly<Record<string, (given: never) => void>>
  readonly onOpen: () => void
  /** The try failed or the connection ended; with a code when the server refused it. */
  readonly onEnd: (refusal: string | undefined) => void
}

/** Opens one line by Socket.IO. Trying again is the business of whoever asked for it. */
export function openSocketLine({ load, origin, path, auth, on, onOpen, onEnd }: SocketTerms): Line {
  let socket: Socket | undefined
  let isOver = false

  function close(): void {
    isOver = true
    socket?.off()
    socket?.close()
  }
  function end(refusal?: string): void {
    if (isOver) return
    close()
    onEnd(refusal)
  }
  async function open(): Promise<void> {
    const { io } = await load()
    if (isOver) return
    const own = {
      reconnection: false,
      forceNew: true,
      timeout: CONNECT_TIMEOUT_MS,
      ...(path === undefined ? {} : { path }),
    }
    const line = io(origin ?? location.origin, { auth, transports: [...ways], tryAllTransports: true, ...own })
    socket = line
    line.on('connect', onOpen)
    for (const [event, listener] of Object.entries(on)) line.on(event, listener)
    line.on('disconnect', () => end())
    line.on('connect_error', (error: Error) => {
      // A socket that was refused by the server, and not by the network, is not active any more.
      const refusal = line.active ? undefined : error.message
      if (refusal === undefined && error.message === 'timeout') ways.reverse()
      end(refusal)
    })
  }

  open().catch(() => end())
  return { close }
}
