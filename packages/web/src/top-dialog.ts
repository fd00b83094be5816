import { useSyncExternalStore } from 'react'

/** The dialogs that are open, the lowest first: what is outside the top one can be neither seen well nor pressed. */
let dialogs: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()

function change(next: readonly HTMLDialogElement[]): void {
  dialogs = next
  for (const listener of listeners) listener()
}

/** The dialog on top, or null. What must be seen whatever is open is drawn into it. */
export function useTopDialog(): HTMLDialogElement | null {
  return useSyncExternalStore(watch, readTopDialog)
}

/** The dialog on top as it is now, or null. */
export function readTopDialog(): HTMLDialogElement | null {
  return dialogs.at(-1) ?? null
}

function watch(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Puts an open dialog on top. Returns how to take it away again. */
export function putOnTop(dialog: HTMLDialogElement): () => void {
  change([...dialogs, dialog])
  return () => change(dialogs.filter((one) => one !== dialog))
}
