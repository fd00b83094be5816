import type { DeskEvents, DeskHint } from '@krapao/contract'
import { LIVE_PATH } from '@krapao/contract'
import type { Line, LineEvents } from '@krapao/web'
import { fetchModule, openSocketLine } from '@krapao/web'

/** Opens the one line of a session. */
export type OpenLine = (token: string, events: LineEvents<DeskHint>) => Line

/** A line by Socket.IO to where the page came from. */
export const openLine: OpenLine = (token, events) =>
  openSocketLine({
    load: () => fetchModule(() => import('socket.io-client')),
    path: LIVE_PATH,
    auth: { token },
    on: { desk: events.onNews } satisfies DeskEvents,
    onOpen: events.onOpen,
    onEnd: events.onEnd,
  })
