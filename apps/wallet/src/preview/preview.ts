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

/** The focus stays with the hand that writes at the desk: nothing here takes it by itself, and nothing scrolls the desk to it. */
function leaveFocus(): void {
  HTMLElement.prototype.focus = ignore
  const { showModal } = HTMLDialogElement.prototype
  HTMLDialogElement.prototype.showModal = function show(this: HTMLDialogElement) {
    // What is inert while it opens is given no focus.
    this.inert = true
    showModal.call(this)
    this.inert = false
  }
}

shutStorage()
leaveFocus()
void import('./show-preview.tsx').then(({ showPreview }) => showPreview())
