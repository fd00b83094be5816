import type { Observed } from '../observed.ts'
import { newestSeq, type Numbered, withMessages } from './message-order.ts'

/** How long after a failed try the missed messages are asked for again. */
const CATCH_UP_AGAIN_MS = 5_000

/** What is here of the server's history: always a stretch without holes up to the newest message that is known. */
export interface HistoryState<Message> {
  readonly stored: readonly Message[]
  readonly phase: 'none' | 'loading' | 'ready' | 'failed'
  readonly isLoadingEarlier: boolean
  /** The first message of all is here. */
  readonly isWhole: boolean
}

export const emptyHistory: HistoryState<never> = { stored: [], phase: 'none', isLoadingEarlier: false, isWhole: false }

export interface History<Message> {
  /** Loads the newest page, in place of all that is here (CHT-006). */
  load(): Promise<void>
  /** Loads the page before what is here (CHT-011). */
  loadEarlier(): Promise<void>
  /** Takes a message that was told or answered; one after a hole has those before it asked for. */
  take(message: Message): void
  /** Asks for what came since the newest message that is here. */
  catchUp(): void
  /** Asks for a message anew: the address of its file is good for 15 minutes. */
  refresh(seq: number): Promise<void>
  stop(): void
}

/** What the history asks the server for. */
interface HistoryCalls<Message, Page extends { readonly messages: readonly Message[] }> {
  /** The page before all that is here; of nothing the newest. */
  before(stored: readonly Message[]): Promise<Page>
  /** The first messages after one, oldest first, so many at most. */
  after(seq: number, most: number): Promise<{ readonly messages: readonly Message[] }>
}

export interface HistoryTerms<Message, Page extends { readonly messages: readonly Message[] }> {
  readonly api: HistoryCalls<Message, Page>
  /** How many missed messages are asked for at once. */
  readonly catchUpSize: number
  readonly state: Observed<HistoryState<Message>>
  readonly onPage?: (page: Page) => void
  /** Messages that came while the history was here, oldest first, each once. */
  readonly onNew?: (messages: readonly Message[]) => void
  readonly onFailed: (error: unknown) => void
}

/** Keeps the history in `state`. What fails is told, but for catching up, which is tried until it succeeds. */
export function createHistory<Message extends Numbered, Page extends { readonly messages: readonly Message[] }>({
  api,
  catchUpSize,
  state,
  onPage,
  onNew,
  onFailed,
}: HistoryTerms<Message, Page>): History<Message> {
  let isOver = false
  /** Answers to what was asked for before the last loading are dropped. */
  let loads = 0
  let isCatchingUp = false
  let isAskedAgain = false
  let againTimer: ReturnType<typeof setTimeout> | undefined

  const isWhole = (stored: readonly Message[], isEmpty: boolean): boolean => isEmpty || (stored[0]?.seq ?? 0) === 1

  function append(messages: readonly Message[]): void {
    const { stored } = state.read()
    const fresh = messages.filter(({ seq }) => seq > newestSeq(stored))
    state.change({ stored: withMessages(stored, messages) })
    if (fresh.length > 0) onNew?.(fresh)
  }

  async function load(): Promise<void> {
    loads += 1
    const own = loads
    isAskedAgain = false
    state.change({ stored: [], phase: 'loading', isLoadingEarlier: false, isWhole: false })
    try {
      const page = await api.before([])
      if (isOver || own !== loads) return
      const stored = withMessages<Message>([], page.messages)
      state.change({ stored, phase: 'ready', isWhole: isWhole(stored, stored.length === 0) })
      onPage?.(page)
      if (isAskedAgain) catchUp()
    } catch (error) {
      if (isOver || own !== loads) return
      state.change({ phase: 'failed' })
      onFailed(error)
    }
  }

  async function loadEarlier(): Promise<void> {
    const { phase, isLoadingEarlier, isWhole: isAllHere, stored } = state.read()
    if (phase !== 'ready' || isLoadingEarlier || isAllHere) return
    const own = loads
    state.change({ isLoadingEarlier: true })
    try {
      const { messages } = await api.before(stored)
      if (isOver || own !== loads) return
      const all = withMessages(state.read().stored, messages)
      state.change({ stored: all, isLoadingEarlier: false, isWhole: isWhole(all, messages.length === 0) })
    } catch (error) {
      if (isOver || own !== loads) return
      state.change({ isLoadingEarlier: false })
      onFailed(error)
    }
  }

  function catchUp(): void {
    const { phase } = state.read()
    // Where nothing is here yet, whoever loads it gets all that is.
    if (isOver || phase === 'none' || phase === 'failed') return
    clearTimeout(againTimer)
    isAskedAgain = true
    if (!isCatchingUp && phase === 'ready') void runCatchUp()
  }

  async function runCatchUp(): Promise<void> {
    isCatchingUp = true
    const own = loads
    try {
      while (isAskedAgain) {
        isAskedAgain = false
        const { messages } = await api.after(newestSeq(state.read().stored), catchUpSize)
        if (isOver || own !== loads) return
        append(messages)
        if (messages.length >= catchUpSize) isAskedAgain = true
      }
    } catch {
      isAskedAgain = true
      if (!isOver) againTimer = setTimeout(catchUp, CATCH_UP_AGAIN_MS)
    } finally {
      isCatchingUp = false
      // A loading came between: what it was asked after that has not been done.
      if (own !== loads && isAskedAgain) catchUp()
    }
  }

  return {
    load,
    loadEarlier,
    catchUp,
    take(message) {
      const { phase, stored } = state.read()
      // What is told while the history is on its way may be missing in it.
      if (phase !== 'ready' || message.seq > newestSeq(stored) + 1) catchUp()
      else append([message])
    },
    async refresh(seq) {
      const { messages } = await api.after(seq - 1, 1)
      const { stored } = state.read()
      const known = new Set(stored.map((message) => message.seq))
      const again = messages.filter((message) => known.has(message.seq))
      if (!isOver) state.change({ stored: withMessages(stored, again) })
    },
    stop() {
      isOver = true
      clearTimeout(againTimer)
    },
  }
}
