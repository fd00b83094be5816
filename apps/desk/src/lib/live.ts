import type { DeskEvents, DeskHint } from '@krapao/contract'
import { CHAT_RECONNECT_MS, LIVE_PATH } from '@krapao/contract'
import type { Socket } from 'socket.io-client'
import { io } from 'socket.io-client'

/** What a line tells: that it stands, that something changed, and that it was lost; `refusal` is the server's no. */
export interface LineEvents {
  onOpen: () => void
  onHint: (hint: DeskHint) => void
  onLost: (refusal: string | undefined) => void
}

/** Opens the one line of a session. Returns how to close it. */
export type OpenLine = (token: string, events: LineEvents) => () => void

/** A line by Socket.IO to where the page came from, tried again every 5 s while it is lost. */
export const openLine: OpenLine = (token, events) => {
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const socket: Socket<DeskEvents> = io(location.origin, {
    path: LIVE_PATH,
    auth: { token },
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    reconnection: false,
    forceNew: true,
    timeout: 10_000,
  })
  const again = (): void => {
    clearTimeout(timer)
    if (!isOver) timer = setTimeout(() => socket.connect(), CHAT_RECONNECT_MS)
  }
  socket.on('connect', () => events.onOpen())
  socket.on('desk', (hint) => events.onHint(hint))
  socket.on('disconnect', () => {
    if (!isOver) events.onLost(undefined)
    again()
  })
  socket.on('connect_error', (error) => {
    // A socket that the server refused, and not the network, is not active any more.
    if (!isOver) events.onLost(socket.active ? undefined : error.message)
    again()
  })
  return () => {
    isOver = true
    clearTimeout(timer)
    socket.off()
    socket.close()
  }
}
