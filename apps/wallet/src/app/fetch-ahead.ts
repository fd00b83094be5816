import { whenOnline } from '../lib/online.ts'

/** A page is drawn and has its data by then: what may be wanted next is fetched. */
const QUIET_AFTER_MS = 2_000
/** Browsers that do not say when they are idle get this long between two parts. */
const PAUSE_MS = 100

function whenIdle(run: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: 1_000 })
  else setTimeout(run, PAUSE_MS)
}

/** Whether the reader has asked his browser to fetch no more than is needed. Not every browser says. */
function savesData(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } }
  return connection?.saveData === true
}

/**
 * Does what fetches parts of the app ahead of their need, each when the one before is there and nothing else is to be
 * done: all at once they would keep a slow phone from answering a press, and its line from what a press asks for. Returns
 * how to stop.
 */
export function fetchAhead(works: readonly (() => Promise<unknown>)[]): () => void {
  if (savesData()) return () => undefined
  let isOver = false
  const go = (index: number): void => {
    const work = works[index]
    if (isOver || work === undefined) return
    whenOnline(() => {
      if (isOver) return
      const goOn = (): void => whenIdle(() => go(index + 1))
      work().then(goOn, goOn)
    })
  }
  const timer = setTimeout(() => go(0), QUIET_AFTER_MS)
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}
