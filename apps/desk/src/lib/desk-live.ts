import type { OpenLine } from './live.ts'

/** Whether the line to the server stands. */
export type LiveState = 'connecting' | 'open' | 'lost'

/** Something may have changed: in this room, or, with null, anywhere, for nobody told for a while. */
export type ChangeListener = (roomId: string | null) => void

/** Hints of the server: whoever shows something asks again. */
export interface DeskLive {
  readonly state: () => LiveState
  readonly watchState: (listener: () => void) => () => void
  readonly onChange: (listener: ChangeListener) => () => void
  /** Keeps a line for a token until it is stopped. */
  readonly start: (token: string) => () => void
}

/**
 * Tells of changes while a session lasts. Each time the line comes to stand, and when the page is seen again, anything
 * may have changed. So it may after a refusal: the call that follows finds out why and ends the session where it is dead.
 */
export function createDeskLive(openLine: OpenLine): DeskLive {
  const stateListeners = new Set<() => void>()
  const changeListeners = new Set<ChangeListener>()
  let state: LiveState = 'connecting'

  function become(next: LiveState): void {
    state = next
    for (const listener of stateListeners) listener()
  }
  function tell(roomId: string | null): void {
    for (const listener of changeListeners) listener(roomId)
  }

  return {
    state: () => state,
    watchState(listener) {
      stateListeners.add(listener)
      return () => stateListeners.delete(listener)
    },
    onChange(listener) {
      changeListeners.add(listener)
      return () => changeListeners.delete(listener)
    },
    start(token) {
      become('connecting')
      const close = openLine(token, {
        onOpen: () => {
          become('open')
          tell(null)
        },
        onHint: ({ roomId }) => tell(roomId),
        onLost: (refusal) => {
          become('lost')
          if (refusal !== undefined) tell(null)
        },
      })
      const seenAgain = (): void => {
        if (document.visibilityState === 'visible') tell(null)
      }
      document.addEventListener('visibilitychange', seenAgain)
      return () => {
        document.removeEventListener('visibilitychange', seenAgain)
        close()
      }
    },
  }
}
