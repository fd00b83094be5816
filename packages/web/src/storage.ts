/** Where a value is kept: until it is removed, or until the browser is closed. */
export type Keeping = 'always' | 'session'

// A browser can refuse storage (private windows, blocked cookies): the page then works as long as it is open.
const memory = new Map<string, string>()

function storageOf(keeping: Keeping): Storage | undefined {
  try {
    return keeping === 'always' ? globalThis.localStorage : globalThis.sessionStorage
  } catch {
    return undefined
  }
}

/** The value kept under a key, or null. */
export function readStored(key: string, keeping: Keeping = 'always'): string | null {
  return storageOf(keeping)?.getItem(key) ?? memory.get(`${keeping}:${key}`) ?? null
}

/** Keeps a value; in memory alone where the browser refuses. */
export function writeStored(key: string, value: string, keeping: Keeping = 'always'): void {
  try {
    storageOf(keeping)?.setItem(key, value)
    if (storageOf(keeping) !== undefined) return
  } catch {
    // Full or forbidden.
  }
  memory.set(`${keeping}:${key}`, value)
}

/** Forgets a value wherever it is. */
export function removeStored(key: string, keeping: Keeping = 'always'): void {
  memory.delete(`${keeping}:${key}`)
  storageOf(keeping)?.removeItem(key)
}
