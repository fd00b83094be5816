// The wallet as staff see it beside what they write: the app itself, in a build of its own, with nobody's session, nothing
// kept in the browser, and no call but those that read what everybody may read.

const ignore = (): void => undefined

/** Storage that cannot be had: the app then keeps what it keeps in memory, and a player's own is neither read nor written. */
function shutStorage(): void {
  const get = (): never => {
    throw new DOMException('nothing is kept here', 'SecurityError')
  }
  for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(globalThis, name, { get })
  Object.defineProperty(document, 'cookie', { get: () => '', set: ignore })
}

shutStorage()
void import('./show-preview.tsx').then(({ showPreview }) => showPreview())
