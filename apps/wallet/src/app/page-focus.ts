import type { RefObject } from 'react'
import { useEffect, useRef } from 'react'

/** Brings a reader to the beginning of a page that he went to: scrolled to its top, and read from there. */
export function useFocusOnNewPage(path: string): RefObject<HTMLElement | null> {
  const mainRef = useRef<HTMLElement>(null)
  const drawnPath = useRef(path)
  useEffect(() => {
    if (drawnPath.current === path) return
    drawnPath.current = path
    window.scrollTo(0, 0)
    mainRef.current?.focus({ preventScroll: true })
  }, [path])
  return mainRef
}
