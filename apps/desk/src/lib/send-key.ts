import { readTopDialog } from '@krapao/web'
import { useKeydown } from './use-keydown.ts'

/** Ctrl+Enter presses the button that says so, in the dialog on top where one is open. A plain Enter stays what it is. */
export function useSendKey(): void {
  useKeydown((event) => {
    if (event.key !== 'Enter' || !event.ctrlKey || event.repeat || event.isComposing || event.defaultPrevented) return
    event.preventDefault()
    const inSight = readTopDialog() ?? document
    inSight.querySelector<HTMLElement>('[aria-keyshortcuts="Control+Enter"]')?.click()
  })
}
