import { useKeydown } from './use-keydown.ts'

/** What is done by which keys: `Alt+KeyN` as `event.code` names the key, wherever its letter lies. */
export type Shortcuts = Readonly<Record<string, () => void>>

/**
 * Listens for keys pressed together with Alt, for as long as the component is drawn. A single letter would be taken from
 * whoever writes or speaks; under an open dialog nothing is done.
 */
export function useShortcuts(shortcuts: Shortcuts): void {
  useKeydown((event) => {
    if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const act = shortcuts[`Alt+${event.code}`]
    if (act === undefined || document.querySelector('dialog[open]') !== null) return
    event.preventDefault()
    act()
  })
}
