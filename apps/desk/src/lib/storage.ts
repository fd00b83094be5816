/** Everything that the desk keeps in a browser, by name. */
export type StorageKey = 'desk-session' | 'desk-language' | 'desk-theme'

// A browser can refuse storage: the page then works as long as it is open.
const memory = new Map<StorageKey, string>()

function storageOf(key: StorageKey): Storage | undefined {
  try {
    // A session ends with the tab: what staff see is not for whoever opens the browser next.
    return key === 'desk-session' ? globalThis.sessionStorage : globalThis.localStorage
  } catch {
    return undefined
  }
}

/** The value kept under a key, or null. */
export function readStored(key: StorageKey): string | null {
  return storageOf(key)?.getItem(key) ?? memory.get(key) ?? null
}

/** Keeps a value, or forgets it; in memory alone where the browser refuses. */
export function writeStored(key: StorageKey, value: string | null): void {
  memory.delete(key)
  try {
    if (value === null) storageOf(key)?.removeItem(key)
    else storageOf(key)?.setItem(key, value)
    if (storageOf(key) !== undefined) return
  } catch {
    // Full or forbidden.
  }
  if (value !== null) memory.set(key, value)
}
