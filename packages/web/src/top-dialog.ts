import { observed } from './observed.ts'

/** The dialogs that are open, the lowest first: what is outside the top one can be neither seen well nor pressed. */
const dialogs = /* @__PURE__ */ observed<readonly HTMLDialogElement[]>([])

/** The dialog on top, or null. What must be seen whatever is open is drawn into it. */
export function useTopDialog(): HTMLDialogElement | null {
  return dialogs.use().at(-1) ?? null
}

/** The dialog on top as it is now, or null. */
export function readTopDialog(): HTMLDialogElement | null {
  return dialogs.read().at(-1) ?? null
}

/** Puts an open dialog on top. Returns how to take it away again. */
export function putOnTop(dialog: HTMLDialogElement): () => void {
  dialogs.set([...dialogs.read(), dialog])
  return () => dialogs.set(dialogs.read().filter((one) => one !== dialog))
}
