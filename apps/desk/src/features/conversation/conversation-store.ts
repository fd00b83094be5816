import type { AnswerOf, desk, DeskMessage } from '@krapao/contract'
import type { Observed } from '@krapao/web'
import { CallError, newestSeq, observed } from '@krapao/web'
import { callDesk, roomPath } from '../../lib/call.ts'
import { readSession } from '../../lib/session.ts'
import type { History, Outgoing } from './history.rules.ts'
import { emptyHistory, followsOn, withNews } from './history.rules.ts'
import type { OutgoingMessages } from './outgoing.ts'
import { createOutgoing } from './outgoing.ts'

/** Messages of a page upward, and of a page of what was missed. */
const PAGE = 30
const CATCH_UP_PAGE = 100

type HistoryAnswer = AnswerOf<typeof desk.deskHistory>

/** What is drawn of one room. A new object with every change. */
export interface ConversationView {
  readonly history: History
  readonly outgoing: readonly Outgoing[]
  /** `first`: nothing has come yet; `earlier`: a page upward is on its way. */
  readonly loading: 'first' | 'earlier' | null
  readonly error: unknown
}

/**
 * The messages of one room and what this agent sends to it. It outlives the screen: what is on its way goes on while
 * another room is open, and what failed is kept until it is sent again or removed.
 */
export interface Conversation extends OutgoingMessages {
  readonly view: Observed<ConversationView>
  /** Fetches the newest page, or, where there is one already, what came since. */
  readonly catchUp: () => Promise<void>
  readonly loadEarlier: () => Promise<void>
  /** Fetches one message anew: its files are signed for a quarter of an hour. */
  readonly refresh: (seq: number) => Promise<void>
}

/**
 * The conversation is of the session in which it is made: what waits when that ends is sent by nobody. `onSettled` hears
 * of each message that was stored or refused while it lasts: the room is another one than before.
 */
export function createConversation(roomId: string, onSettled: (error: unknown) => void): Conversation {
  const token = readSession()?.token
  const state = observed<ConversationView>({ history: emptyHistory, outgoing: [], loading: null, error: null })
  const { read, change } = state
  let catching: Promise<void> | null = null
  let isAskedAgain = false

  const isOver = (): boolean => readSession()?.token !== token
  /** Asked right before each call, which is made as whoever is logged in at that moment. */
  function requireSession(): void {
    if (isOver()) throw new CallError({ kind: 'refused', code: 'EXPIRED_AUTH_TOKEN', status: 401 })
  }
  async function fetchPage(body: { limit: number; before?: number; after?: number }): Promise<HistoryAnswer> {
    requireSession()
    return callDesk<typeof desk.deskHistory>('POST', roomPath(roomId, '/history'), { body })
  }
  function take(messages: readonly DeskMessage[], isWhole = false): void {
    const stored = new Set(messages.map((message) => message.deliver.id))
    for (const { key, fileUrl } of read().outgoing)
      if (stored.has(key) && fileUrl !== null) URL.revokeObjectURL(fileUrl)
    const history = withNews(read().history, messages)
    change({
      history: isWhole ? { ...history, isWhole: true } : history,
      // What was stored is no longer on its way, also where the answer to it was lost.
      outgoing: read().outgoing.filter(({ key }) => !stored.has(key)),
      error: null,
    })
  }
  async function fetchNew(): Promise<void> {
    if (read().history.messages.length === 0) {
      change({ loading: 'first' })
      const { messages } = await fetchPage({ limit: PAGE })
      take(messages, messages.length < PAGE)
      // Earlier ones may be asked for from now on, also while newer ones are.
      change({ loading: null })
      return
    }
    for (;;) {
      const { messages } = await fetchPage({ limit: CATCH_UP_PAGE, after: newestSeq(read().history.messages) })
      take(messages)
      if (messages.length < CATCH_UP_PAGE) return
    }
  }
  async function catchUp(): Promise<void> {
    // A hint that comes while one is answered may be of something newer.
    isAskedAgain = catching !== null
    catching ??= (async () => {
      try {
        do {
          isAskedAgain = false
          await fetchNew()
        } while (isAskedAgain)
      } catch (error) {
        change({ error })
      } finally {
        catching = null
        if (read().loading === 'first') change({ loading: null })
      }
    })()
    return catching
  }
  async function loadEarlier(): Promise<void> {
    const [first] = read().history.messages
    if (read().loading !== null || read().history.isWhole || first === undefined) return
    change({ loading: 'earlier' })
    try {
      const { messages } = await fetchPage({ limit: PAGE, before: first.seq })
      take(messages, messages.length < PAGE)
    } catch (error) {
      change({ error })
    } finally {
      change({ loading: null })
    }
  }
  async function refresh(seq: number): Promise<void> {
    const { messages } = await fetchPage({ limit: 1, after: seq - 1 })
    take(messages)
  }

  const outgoing = createOutgoing({
    roomId,
    read: () => read().outgoing,
    change: (messages) => change({ outgoing: messages }),
    requireSession,
    async onStored(stored) {
      if (followsOn(read().history, stored)) take([stored])
      else await catchUp()
      if (!isOver()) onSettled(null)
    },
    onRefused(error) {
      if (!isOver()) onSettled(error)
    },
  })

  return {
    view: state,
    catchUp,
    loadEarlier,
    refresh,
    ...outgoing,
  }
}
