import { tokenTimeMs } from '@krapao/web'
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
    const main = mainRef.current
    if (main === null) return
    main.focus({ preventScroll: true })
    main.animate({ opacity: [0, 1] }, { duration: tokenTimeMs('--t-2'), easing: 'ease-out' })
  }, [path])
  return mainRef
}
