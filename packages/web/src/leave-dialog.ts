import styles from './leave-dialog.module.css'
import { tokenTimeMs } from './token-time.ts'

/** How many dialogs have been opened so far: one that comes as another goes takes its place, and nothing is to be seen leaving. */
let opened = 0
let stage: HTMLElement | undefined

/** Says that a dialog opens: what is still leaving is gone at once. */
export function noteOpened(): void {
  opened += 1
  stage?.remove()
}

/**
 * Shows a dialog leave that is being taken out of the page, in the way that its style sheet has for `data-leaving`. What is
 * seen is the very element, where nothing and nobody can reach it any more. `host` is what it lay upon.
 */
export function showLeaving(dialog: HTMLDialogElement, host: Element): void {
  const durationMs = tokenTimeMs('--t-2')
  // Where a finger has pulled it to.
  const { transform } = getComputedStyle(dialog)
  const movements = dialog.getAnimations()
  const scrolled = [...dialog.querySelectorAll('*')].flatMap((one) =>
    one.scrollTop > 0 ? [[one, one.scrollTop] as const] : [],
  )
  const openedBefore = opened
  // Once it has been taken out, and before anything is drawn.
  queueMicrotask(() => {
    if (dialog.isConnected || opened !== openedBefore || durationMs === 0) return
    stage?.remove()
    const mine = document.createElement('div')
    stage = mine
    mine.className = styles.stage ?? ''
    mine.inert = true
    mine.ariaHidden = 'true'
    // What moved it while it was open would go on, and before its leaving.
    for (const movement of movements) movement.cancel()
    dialog.style.transform = transform
    dialog.dataset['leaving'] = ''
    mine.append(dialog)
    host.append(mine)
    for (const [one, top] of scrolled) one.scrollTop = top
    setTimeout(() => mine.remove(), durationMs)
  })
}
