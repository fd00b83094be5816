/**
 * Lets the browser's back close what lies on top. The browser's history has one entry for each open sheet, numbered from
 * the lowest: going back takes the entry and closes the sheet, closing the sheet takes the entry. Sheets come and go in
 * the same moment (one closes and says so in a dialog), so entries are evened out once a moment is over.
 */

interface OpenSheet {
  readonly onBack: () => void
}

const open: OpenSheet[] = []
let isListening = false
let isEvenAsked = false
/** On the way back to the entry of the sheet that is open still; the news of it is to come. */
let isGoing = false

/** How many sheets the present entry of the history stands for. */
function entries(): number {
  const { sheet } = (history.state ?? {}) as { sheet?: unknown }
  return typeof sheet === 'number' ? sheet : 0
}

function askToEven(): void {
  if (isEvenAsked) return
  isEvenAsked = true
  queueMicrotask(() => {
    isEvenAsked = false
    even()
  })
}

/** Adds the entries that are missing, or goes back over those that are too many. */
function even(): void {
  if (isGoing) return
  const tooMany = entries() - open.length
  if (tooMany > 0) {
    isGoing = true
    history.go(-tooMany)
  }
  for (let depth = entries() + 1; depth <= open.length; depth += 1) history.pushState({ sheet: depth }, '')
}

function onPopState(): void {
  if (!isGoing) for (const sheet of open.slice(entries()).toReversed()) sheet.onBack()
  isGoing = false
  // What stays open all the same gets its entry back.
  setTimeout(even)
}

/** Puts a sheet on top; `onBack` is to close it. Returns how to take it away, by whatever it was closed. */
export function keepBackForSheet(onBack: () => void): () => void {
  if (!isListening) addEventListener('popstate', onPopState)
  isListening = true
  const sheet = { onBack }
  open.push(sheet)
  askToEven()
  return () => {
    const index = open.indexOf(sheet)
    if (index >= 0) open.splice(index, 1)
    askToEven()
  }
}
