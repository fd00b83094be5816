import { keepBackForSheet, putOnTop } from '@krapao/web'
import type { RefObject, SyntheticEvent } from 'react'
import { useEffect, useLayoutEffect, useRef } from 'react'

/** From this width on the panel stands beside the page; below it covers the page. */
const WIDE = '(min-width: 900px)'
/** What is less of the window than this is left by a keyboard. */
const KEYBOARD_SHARE = 0.75

/**
 * Opens the panel for as long as it is drawn. On a desktop it is a dialog beside the page, which goes on working. On a
 * phone it covers the page, so it is modal: the page behind takes no focus, and the browser's back closes it.
 */
export function useChatDialog(
  panelRef: RefObject<HTMLDialogElement | null>,
  {
    headingRef,
    inputRef,
    onClose,
  }: {
    headingRef: RefObject<HTMLElement | null>
    inputRef: RefObject<HTMLElement | null>
    onClose: () => void
  },
): { onCancel: (event: SyntheticEvent) => void } {
  const closeRef = useRef(onClose)
  useEffect(() => {
    closeRef.current = onClose
  })
  useLayoutEffect(() => {
    const panel = panelRef.current
    if (panel === null) return undefined
    const wide = matchMedia(WIDE)
    let leave = open(panel, wide.matches, () => closeRef.current())
    // The keyboard of a phone would cover the conversation before anything was read.
    if (wide.matches) inputRef.current?.focus()
    else headingRef.current?.focus()
    const onWidth = (): void => {
      const focused = document.activeElement
      leave()
      leave = open(panel, wide.matches, () => closeRef.current())
      if (focused instanceof HTMLElement) focused.focus()
    }
    wide.addEventListener('change', onWidth)
    const stopFitting = fitToView(panel)
    return () => {
      wide.removeEventListener('change', onWidth)
      stopFitting()
      leave()
    }
  }, [panelRef, headingRef, inputRef])
  return {
    onCancel: (event) => {
      // Also heard from what is inside: a file chooser that is cancelled says so too.
      if (event.target !== event.currentTarget) return
      event.preventDefault()
      onClose()
    },
  }
}

function open(panel: HTMLDialogElement, isWide: boolean, onBack: () => void): () => void {
  if (isWide) {
    panel.show()
    return () => panel.close()
  }
  panel.showModal()
  const leaveTop = putOnTop(panel)
  const release = keepBackForSheet(onBack)
  return () => {
    release()
    leaveTop()
    panel.close()
  }
}

/** Tells the style sheet which part of the window is in sight: a phone's keyboard covers the rest without a word. */
function fitToView(panel: HTMLElement): () => void {
  const view = globalThis.visualViewport
  if (view === null) return () => undefined
  const fit = (): void => {
    // Whoever looks closer wants to see more of the same, not less.
    if (view.scale > 1.01) return
    panel.style.setProperty('--view-top', `${Math.round(view.offsetTop)}px`)
    panel.style.setProperty('--view-height', `${Math.round(view.height)}px`)
    panel.toggleAttribute('data-keyboard', view.height < innerHeight * KEYBOARD_SHARE)
  }
  fit()
  view.addEventListener('resize', fit)
  view.addEventListener('scroll', fit)
  return () => {
    view.removeEventListener('resize', fit)
    view.removeEventListener('scroll', fit)
  }
}
