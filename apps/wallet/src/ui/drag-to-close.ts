import { tokenTimeMs } from '@krapao/web'
import type { PointerEvent, RefObject } from 'react'
import { useRef } from 'react'

/** Pulled this far down, or this fast, a sheet goes. */
const FAR_PX = 96
const FAST_PX_PER_MS = 0.5

/** What the frame of a sheet is given to be pulled by. */
export interface DragHandlers {
  readonly onPointerDown: (event: PointerEvent) => void
  readonly onPointerMove: (event: PointerEvent) => void
  readonly onPointerUp: (event: PointerEvent) => void
  readonly onPointerCancel: (event: PointerEvent) => void
}

interface Drag {
  readonly pointerId: number
  readonly fromY: number
  readonly fromMs: number
  byPx: number
}

/**
 * Lets a finger pull a sheet down by its grip or by what is marked `data-grip`, and asks for `onClose` when it was meant.
 * A shortcut for the cross; on a desktop, where the sheet is a dialog, it does nothing.
 */
export function useDragToClose(sheet: RefObject<HTMLElement | null>, onClose: () => void): DragHandlers {
  const drag = useRef<Drag>(undefined)
  const move = (byPx: number): void => {
    sheet.current?.style.setProperty('transform', byPx === 0 ? null : `translateY(${byPx}px)`)
  }
  const settle = (isMeant: boolean): void => {
    const { byPx = 0 } = drag.current ?? {}
    drag.current = undefined
    const element = sheet.current
    if (element === null || byPx === 0) return
    // It may stay although it was meant: then it is where it was. If it goes, it goes from here.
    move(0)
    element.animate(
      { transform: [`translateY(${byPx}px)`, 'none'] },
      {
        duration: tokenTimeMs('--t-2'),
        easing: getComputedStyle(element).getPropertyValue('--e-out') || 'ease',
      },
    )
    if (isMeant) onClose()
  }
  return {
    onPointerDown(event) {
      const target = event.target as Element
      const isGrip = target === event.currentTarget || target.closest('[data-grip]') !== null
      if (!isGrip || !event.isPrimary || target.closest('button') !== null || matchMedia('(min-width: 900px)').matches)
        return
      drag.current = { pointerId: event.pointerId, fromY: event.clientY, fromMs: event.timeStamp, byPx: 0 }
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove(event) {
      if (drag.current?.pointerId !== event.pointerId) return
      drag.current.byPx = Math.max(0, event.clientY - drag.current.fromY)
      move(drag.current.byPx)
    },
    onPointerUp(event) {
      if (drag.current?.pointerId !== event.pointerId) return
      const { byPx, fromMs } = drag.current
      settle(byPx >= FAR_PX || byPx / Math.max(1, event.timeStamp - fromMs) >= FAST_PX_PER_MS)
    },
    onPointerCancel(event) {
      if (drag.current?.pointerId === event.pointerId) settle(false)
    },
  }
}
