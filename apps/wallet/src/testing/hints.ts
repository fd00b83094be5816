/** Stands in for `lib/socket.ts`: live hints that a test gives by itself. */

const name = 'hint of the test'

export function subscribeWallet(listener: () => void): () => void {
  addEventListener(name, listener)
  return () => removeEventListener(name, listener)
}

/** Tells the page that the member's money may have changed. */
export function hint(): void {
  dispatchEvent(new Event(name))
}
