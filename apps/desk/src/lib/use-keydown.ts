import { useEffectEvent, useLayoutEffect } from 'react'

/** Hears each key that is pressed on the page, for as long as the component is drawn; `capture` before the page does. */
export function useKeydown(press: (event: KeyboardEvent) => void, capture = false): void {
  const hear = useEffectEvent(press)
  // Before it is painted: who sees a question may answer it, however quick he is.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent): void => hear(event)
    document.addEventListener('keydown', listen, capture)
    return () => document.removeEventListener('keydown', listen, capture)
  }, [capture])
}
