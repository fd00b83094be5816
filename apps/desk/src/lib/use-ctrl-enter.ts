import { useKeydown } from './use-keydown.ts'

/** Does something by Ctrl+Enter for as long as the component is drawn; a plain Enter stays what it is. */
export function useCtrlEnter(act: () => void): void {
  useKeydown((event) => {
    if (event.key !== 'Enter' || !event.ctrlKey || event.repeat || event.isComposing) return
    event.preventDefault()
    act()
  })
}
