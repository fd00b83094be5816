type Listener = (memberId: string, reason: string) => void

/** Hints, within this process, that something of a member changed. The database is the truth; a hint may be lost. */
export interface Signals {
  publish(memberId: string, reason: string): void
  /** @returns the way to stop listening. */
  subscribe(listener: Listener): () => void
}

/** Makes the hints of one process. A listener that throws never reaches the publisher. */
export function createSignals(onError: (error: unknown) => void = () => {}): Signals {
  const listeners = new Set<Listener>()
  return {
    publish(memberId, reason) {
      for (const listener of listeners) {
        try {
          listener(memberId, reason)
        } catch (error) {
          onError(error)
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
