import { useSyncExternalStore } from 'react'

/** Whether there is a network, as far as the browser knows: without one nothing goes out, and that much is certain. */
export function isOnline(): boolean {
  return navigator.onLine
}

/**
 * Runs at once, or when the network is back. What is fetched ahead waits so: a browser does not ask again for code that it
 * could not fetch, and whatever needs that code later would fail until the page is loaded anew.
 */
export function whenOnline(run: () => void): void {
  if (isOnline()) run()
  else addEventListener('online', run, { once: true })
}

function watchOnline(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** The same, drawn anew when it changes. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(watchOnline, isOnline)
}
