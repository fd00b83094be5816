import type { DeskEvents, DeskHint } from '@krapao/contract'
import { LIVE_PATH } from '@krapao/contract'
import type { Line, LineEvents } from '@krapao/web'
import { openSocketLine } from '@krapao/web'
import { io } from 'socket.io-client'

/** Opens the one line of a session. */
export type OpenLine = (token: string, events: LineEvents<DeskHint>) => Line

/** A line by Socket.IO to where the page came from. */
export const openLine: OpenLine = (token, events) =>
  openSocketLine({
    load: () => Promise.resolve({ io }),
    path: LIVE_PATH,
    auth: { token },
    on: { desk: events.onNews } satisfies DeskEvents,
    onOpen: events.onOpen,
    onEnd: events.onEnd,
  })
