import { CHAT_NEAR_BOTTOM_PX } from '@krapao/contract'
import type { RefObject } from 'react'
import { useCallback, useEffect, useRef, useState } from 'react'

/** So close to the top, what came earlier is asked for. */
const NEAR_TOP_PX = 160

/** What the log is scrolled with. */
export interface LogScroll {
  readonly scrollerRef: RefObject<HTMLDivElement | null>
  /** Holds the rows, and nothing else. */
  readonly rowsRef: RefObject<HTMLDivElement | null>
  /** The reader is at most 60 px away from the end (LIM-017). */
  readonly isNearBottom: boolean
  readonly toBottom: () => void
}

/** The message that the reader looks at, and how far below the top of the log it stands. */
interface Anchor {
  readonly row: Element
  readonly topPx: number
}

/**
 * Keeps what the reader sees where it is, whatever comes above or below it: at the end he stays at the end, elsewhere
 * the message he looks at stays. Done by hand, because not every browser anchors; where one does, it is switched off in the
 * style sheet. Sizes are looked at after layout and before anything is drawn, so nothing jumps.
 */
export function useLogScroll(onNearTop: () => void): LogScroll {
  const scrollerRef = useRef<HTMLDivElement>(null)
  const rowsRef = useRef<HTMLDivElement>(null)
  const nearTopRef = useRef(onNearTop)
  const isAtEnd = useRef(true)
  const [isNearBottom, setIsNearBottom] = useState(true)
  useEffect(() => {
    nearTopRef.current = onNearTop
  })

  useEffect(() => {
    const scroller = scrollerRef.current
    const rows = rowsRef.current
    if (scroller === null || rows === null) return undefined
    let anchor: Anchor | undefined

    let sizes = ''
    let lastTopPx = 0

    const sizesNow = (): string => `${scroller.scrollHeight} ${scroller.clientHeight}`
    const look = (): void => {
      const left = scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop
      isAtEnd.current = left <= CHAT_NEAR_BOTTOM_PX
      setIsNearBottom(isAtEnd.current)
      anchor = anchorOf(scroller, rows)
      lastTopPx = scroller.scrollTop
      if (scroller.scrollTop <= NEAR_TOP_PX) nearTopRef.current()
    }
    const keepPlace = (): void => {
      if (isAtEnd.current) scroller.scrollTop = scroller.scrollHeight
      else if (anchor?.row.isConnected === true) scroller.scrollTop += topOf(anchor.row, scroller) - anchor.topPx
      sizes = sizesNow()
      look()
    }
    const onScroll = (): void => {
      // What has just grown, and not the reader, may have put the end out of sight: that is told next. Who goes up, means it.
      if (sizes === sizesNow() || scroller.scrollTop < lastTopPx) look()
    }
    const observer = new ResizeObserver(keepPlace)
    observer.observe(scroller)
    observer.observe(rows)
    scroller.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      scroller.removeEventListener('scroll', onScroll)
    }
  }, [])

  const toBottom = useCallback(() => {
    isAtEnd.current = true
    const scroller = scrollerRef.current
    scroller?.scrollTo({ top: scroller.scrollHeight })
  }, [])
  return { scrollerRef, rowsRef, isNearBottom, toBottom }
}

function topOf(row: Element, scroller: Element): number {
  return row.getBoundingClientRect().top - scroller.getBoundingClientRect().top
}

/** The first message that is in sight; marks come and go. */
function anchorOf(scroller: Element, rows: Element): Anchor | undefined {
  for (const row of rows.querySelectorAll('[data-message]')) {
    const topPx = topOf(row, scroller)
    if (topPx + row.clientHeight > 0) return { row, topPx }
  }
  return undefined
}
