import type { DeskEvents } from '@krapao/contract'
import { LIVE_PATH } from '@krapao/contract'
import type { Line, LineEvents } from '@krapao/web'
import { fetchModule, openSocketLine } from '@krapao/web'

/** What is told: something changed in a room, or, with null, anywhere else. */
export interface DeskNews {
  roomId: string | null
}

/** Opens the one line of a session. */
export type OpenLine = (token: string, events: LineEvents<DeskNews>) => Line

/** A line by Socket.IO to where the page came from. */
export const openLine: OpenLine = (token, events) =>
  openSocketLine({
    load: () => fetchModule(() => import('socket.io-client')),
    path: LIVE_PATH,
    auth: { token },
    on: { desk: events.onNews, proposals: () => events.onNews({ roomId: null }) } satisfies DeskEvents,
    onOpen: events.onOpen,
    onEnd: events.onEnd,
  })
