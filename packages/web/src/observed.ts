import { useSyncExternalStore } from 'react'

/** A value that is replaced, never changed, and those who look at it. */
export interface Observed<T> {
  readonly read: () => T
  set(value: T): void
  /** Replaces a part of it. */
  readonly change: (part: Partial<T>) => void
  /** Returns how to stop. */
  readonly watch: (listener: () => void) => () => void
  /** The value, drawn anew when it is replaced. */
  readonly use: () => T
}

/** Begins with a value. */
/* @__NO_SIDE_EFFECTS__ */
export function observed<T>(first: T): Observed<T> {
  let value = first
  const listeners = new Set<() => void>()
  const read = (): T => value
  const set = (next: T): void => {
    value = next
    for (const listener of listeners) listener()
  }
  const watch = (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    read,
    set,
    change: (part) => set({ ...value, ...part }),
    watch,
    use: () => useSyncExternalStore(watch, read),
  }
}
