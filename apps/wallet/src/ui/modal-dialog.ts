import type { RefObject, SyntheticEvent } from 'react'
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { keepBackForSheet } from './close-by-back.ts'

/** The dialogs that are open, the lowest first: what is outside the top one can be neither seen well nor pressed. */
let dialogs: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()

function change(next: readonly HTMLDialogElement[]): void {
  dialogs = next
  for (const listener of listeners) listener()
}

/** The dialog on top, or null. What must be seen whatever is open is drawn into it. */
export function useTopDialog(): HTMLDialogElement | null {
  return useSyncExternalStore(watch, () => dialogs.at(-1) ?? null)
}

function watch(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What a dialog element is given to be modal. */
export interface ModalDialog {
  readonly ref: RefObject<HTMLDialogElement | null>
  readonly onCancel: (event: SyntheticEvent) => void
}

/** Opens a dialog over everything for as long as it is drawn. Escape and the browser's back ask for `onClose`. */
export function useModalDialog(onClose: () => void): ModalDialog {
  const ref = useRef<HTMLDialogElement>(null)
  const closeRef = useRef(onClose)
  useEffect(() => {
    closeRef.current = onClose
  })
  useLayoutEffect(() => {
    const dialog = ref.current
    if (dialog === null) return undefined
    dialog.showModal()
    change([...dialogs, dialog])
    const release = keepBackForSheet(() => closeRef.current())
    return () => {
      release()
      dialog.close()
      change(dialogs.filter((one) => one !== dialog))
    }
  }, [])
  return {
    ref,
    onCancel: (event) => {
      // Also heard from what is inside: a file chooser that is cancelled says so too.
      if (event.target !== event.currentTarget) return
      event.preventDefault()
      onClose()
    },
  }
}
