/**
 * Lets the browser's back close what lies on top. Each open sheet puts an entry of its own into the browser's history;
 * going back takes the entry and closes the sheet, closing the sheet takes the entry.
 */

interface OpenSheet {
  readonly id: number
  readonly onBack: () => void
}

const open: OpenSheet[] = []
let lastId = 0
/** Steps back that were made here, whose news is still to come. */
let ownSteps = 0

function onPopState(): void {
  if (ownSteps > 0) ownSteps -= 1
  else open.pop()?.onBack()
}

/** Puts a sheet on top. Returns how to take it away, by whatever it was closed. */
export function keepBackForSheet(onBack: () => void): () => void {
  lastId += 1
  const sheet = { id: lastId, onBack }
  if (open.length === 0 && ownSteps === 0) addEventListener('popstate', onPopState)
  open.push(sheet)
  history.pushState({ sheet: sheet.id }, '')
  return () => {
    const index = open.indexOf(sheet)
    if (index < 0) return
    open.splice(index, 1)
    // Somebody went to another page meanwhile: that entry is not ours to take.
    if ((history.state as { sheet?: number } | null)?.sheet !== sheet.id) return
    ownSteps += 1
    history.back()
  }
}
