import { useKeydown } from './use-keydown.ts'

/** Does something by Ctrl and a letter for as long as the component is drawn; with null the key stays the browser's. */
export function useCtrlKey(letter: string, act: (() => void) | null): void {
  useKeydown((event) => {
    if (act === null || event.key.toLowerCase() !== letter || !event.ctrlKey || event.altKey || event.isComposing)
      return
    event.preventDefault()
    if (!event.repeat) act()
  })
}
