import type { RefObject, SyntheticEvent } from 'react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { keepBackForSheet } from './close-by-back.ts'
import { noteOpened, showLeaving } from './leave-dialog.ts'
import { putOnTop, readTopDialog } from './top-dialog.ts'

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
    noteOpened()
    dialog.showModal()
    const leaveTop = putOnTop(dialog)
    const release = keepBackForSheet(() => closeRef.current())
    return () => {
      release()
      leaveTop()
      showLeaving(dialog, readTopDialog() ?? document.body)
      dialog.close()
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
