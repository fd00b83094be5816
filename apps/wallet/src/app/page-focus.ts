import { tokenTimeMs } from '@krapao/web'
import type { RefObject } from 'react'
import { useEffect, useRef } from 'react'

/** The page that stood last, in whichever shell; none yet when the app has just been opened. */
let drawnPath: string | undefined

/** Brings a reader to the beginning of a page that he went to: scrolled to its top, and read from there. */
export function useFocusOnNewPage(path: string): RefObject<HTMLElement | null> {
  const mainRef = useRef<HTMLElement>(null)
  useEffect(() => {
    const isNew = drawnPath !== undefined && drawnPath !== path
    drawnPath = path
    if (!isNew) return
    window.scrollTo(0, 0)
    const main = mainRef.current
    if (main === null) return
    main.focus({ preventScroll: true })
    main.animate({ opacity: [0, 1] }, { duration: tokenTimeMs('--t-2'), easing: 'ease-out' })
  }, [path])
  return mainRef
}
