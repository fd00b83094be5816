import { useEffect, useRef, useState } from 'react'

/** A link of the app that leads away from this page, in this tab. */
function linkAway(event: MouseEvent): HTMLAnchorElement | null {
  if (event.defaultPrevented || event.button !== 0) return null
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (link === null || link.target === '_blank' || link.origin !== location.origin) return null
  return link.pathname === location.pathname ? null : link
}

/**
 * Asks before what was typed is left by a link, such as those of the menu, or by closing the tab. `leave` goes where the
 * member was going; null while nobody is.
 */
export function useLeaveQuestion(isChanged: boolean): { leave: (() => void) | null; stay: () => void } {
  const [link, setLink] = useState<HTMLAnchorElement | null>(null)
  const isAllowed = useRef(false)
  useEffect(() => {
    if (!isChanged) return undefined
    const onClick = (event: MouseEvent): void => {
      const away = isAllowed.current ? null : linkAway(event)
      if (away === null) return
      event.preventDefault()
      event.stopPropagation()
      setLink(away)
    }
    const onUnload = (event: BeforeUnloadEvent): void => {
      if (!isAllowed.current) event.preventDefault()
    }
    // Before the link itself hears of the click.
    document.addEventListener('click', onClick, { capture: true })
    addEventListener('beforeunload', onUnload)
    return () => {
      document.removeEventListener('click', onClick, { capture: true })
      removeEventListener('beforeunload', onUnload)
    }
  }, [isChanged])
  const leave = (): void => {
    isAllowed.current = true
    setLink(null)
    link?.click()
  }
  return { leave: link === null ? null : leave, stay: () => setLink(null) }
}
