/** A value that is replaced, never changed, and those who look at it. */
export interface Observed<T> {
  readonly read: () => T
  readonly change: (part: Partial<T>) => void
  /** Returns how to stop. */
  readonly watch: (listener: () => void) => () => void
}

/** Begins with a value. */
export function observed<T extends object>(first: T): Observed<T> {
  let value = first
  const listeners = new Set<() => void>()
  return {
    read: () => value,
    change: (part) => {
      value = { ...value, ...part }
      for (const listener of listeners) listener()
    },
    watch: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
