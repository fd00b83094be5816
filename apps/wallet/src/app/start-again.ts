import type { OpenModal } from '../lib/modals.ts'

/**
 * A browser keeps a part of the app that failed to come as failed, and a server of a newer version has the parts of the
 * older one no more. Then only the whole page helps, fetched again, with the modal on it that was wanted. What is wanted
 * is kept in the entry of the browser's history, which outlives the page.
 */

type Wanted = Pick<OpenModal, 'name' | 'params'>

/** Whether the server can be reached at all. */
async function isReachable(): Promise<boolean> {
  try {
    return (await fetch('/mark.svg', { method: 'HEAD', cache: 'no-store' })).ok
  } catch {
    return false
  }
}

/** Fetches the page again, for a modal that could not be fetched. Does nothing without a connection: returns false. */
export async function startAgainFor({ name, params }: Wanted): Promise<boolean> {
  if (!(await isReachable())) return false
  history.replaceState({ ...readState(), wanted: { name, params } }, '')
  location.reload()
  return true
}

/** The modal for which the page was fetched again; only the first to ask is told. */
export function takeWanted(): Wanted | undefined {
  const { wanted, ...state } = readState()
  if (wanted === undefined) return undefined
  history.replaceState(state, '')
  return wanted as Wanted
}

function readState(): Readonly<Record<string, unknown>> {
  return (history.state ?? {}) as Record<string, unknown>
}
