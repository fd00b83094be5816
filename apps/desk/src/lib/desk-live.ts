import { CHAT_RECONNECT_MS } from '@krapao/contract'
import type { Observed } from '@krapao/web'
import { createLive, observed } from '@krapao/web'
import type { DeskNews, OpenLine } from './live.ts'
import { readSession, watchSession } from './session.ts'

/** Whether the line to the server stands. */
export type LiveState = 'connecting' | 'open' | 'lost'

/** Something may have changed: in this room, or, with null, anywhere. */
export type ChangeListener = (roomId: string | null) => void

/** Hints of the server: whoever shows something asks again. */
export interface DeskLive {
  readonly state: Observed<LiveState>
  readonly onChange: (listener: ChangeListener) => () => void
  /** Keeps a line for the session until it is stopped. */
  readonly start: () => () => void
}

/**
 * Tells of changes while a session lasts. Each time the line comes to stand, and when the page is seen again, anything
 * may have changed. So it may after a refusal: the call that follows finds out why and ends the session where it is dead.
 */
export function createDeskLive(openLine: OpenLine): DeskLive {
  const state = observed<LiveState>('connecting')
  const listeners = new Set<ChangeListener>()
  const tell = (roomId: string | null): void => listeners.forEach((listener) => listener(roomId))
  const live = createLive<DeskNews>({
    reconnectMs: CHAT_RECONNECT_MS,
    connect: openLine,
    readIdentity: () => readSession()?.token ?? null,
    // The title tells who waits, also while nobody sees the page.
    isVisible: () => true,
    watch: watchSession,
  })
  return {
    state,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start() {
      state.set('connecting')
      const seenAgain = (): void => {
        if (document.visibilityState === 'visible') tell(null)
      }
      document.addEventListener('visibilitychange', seenAgain)
      const stops = [
        live.subscribe(() => tell(null)),
        live.follow({
          onOpen: () => state.set('open'),
          onNews: ({ roomId }) => tell(roomId),
          onLost: () => state.set('lost'),
        }),
      ]
      return () => {
        document.removeEventListener('visibilitychange', seenAgain)
        for (const stop of stops) stop()
      }
    },
  }
}
