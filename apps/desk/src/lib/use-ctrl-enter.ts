import { useEffect, useEffectEvent } from 'react'

/** Does something by Ctrl+Enter for as long as the component is drawn; a plain Enter stays what it is. */
export function useCtrlEnter(act: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !event.ctrlKey || event.repeat || event.isComposing) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
