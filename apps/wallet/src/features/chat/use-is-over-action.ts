import type { RefObject } from 'react'
import { useLayoutEffect, useState } from 'react'

/**
 * Whether what `ref` holds, which stays where it is while the page moves, lies over something of the page that can be
 * pressed. What stands beside it is not asked.
 */
export function useIsOverAction(ref: RefObject<HTMLElement | null>): boolean {
  const [isOver, setIsOver] = useState(false)
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return undefined
    const look = (): void => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      const actions = [...document.querySelectorAll('main :is(a, button)')]
      setIsOver(
        actions.some((action) => {
          if (element.parentElement?.contains(action) === true) return false
          const place = action.getBoundingClientRect()
          return place.left < right && place.right > left && place.top < bottom && place.bottom > top
        }),
      )
    }
    look()
    // The page grows and shrinks with its text.
    const sizes = new ResizeObserver(look)
    sizes.observe(document.body)
    sizes.observe(element)
    addEventListener('scroll', look, { passive: true })
    addEventListener('resize', look)
    return () => {
      sizes.disconnect()
      removeEventListener('scroll', look)
      removeEventListener('resize', look)
    }
  }, [ref])
  return isOver
}
