import { useSyncExternalStore } from 'react'

function watch(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** Whether anybody can see the page: what comes to a hidden tab is not read. */
export function usePageSeen(): boolean {
  return useSyncExternalStore(watch, () => document.visibilityState === 'visible')
}
