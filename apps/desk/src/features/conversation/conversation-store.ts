import type { AnswerOf, ComposedMessage, desk, DeskMessage } from '@krapao/contract'
import { chatFileKind } from '@krapao/contract'
import type { HistoryState, Observed, Outgoing as WebOutgoing, Post, PostState } from '@krapao/web'
import {
  CallError,
  createHistory,
  createPost,
  emptyHistory,
  emptyPost,
  newestSeq,
  newIdempotencyKey,
  observed,
  serverNowMs,
} from '@krapao/web'
import { callDesk, roomPath } from '../../lib/call.ts'
import { readSession } from '../../lib/session.ts'
import { uploadFile } from './upload-file.ts'

/** Messages of a page upward, and of a page of what was missed. */
const PAGE = 30
const CATCH_UP_PAGE = 100
const FILE_NAME_MAX = 255

type HistoryAnswer = AnswerOf<typeof desk.deskHistory>

/** A message of this agent that is on its way. */
export type Outgoing = WebOutgoing<ComposedMessage, DeskMessage>

/** What is drawn of one room. A new object with every change. */
export interface ConversationView extends HistoryState<DeskMessage>, PostState<ComposedMessage, DeskMessage> {
  /** Why messages could not be fetched; null once some were. */
  readonly error: unknown
}

/**
 * The messages of one room and what this agent sends to it. It outlives the screen: what is on its way goes on while
 * another room is open, and what failed is kept until it is sent again or removed.
 */
export interface Conversation extends Pick<Post<ComposedMessage>, 'send' | 'sendFile' | 'resend' | 'remove'> {
  readonly view: Observed<ConversationView>
  /** Fetches the newest page, or, where there is one already, what came since. */
  readonly catchUp: () => void
  readonly loadEarlier: () => void
  /** Fetches one message anew: its files are signed for a quarter of an hour. */
  readonly refresh: (seq: number) => void
}

/**
 * The conversation is of the session in which it is made: what waits when that ends is sent by nobody. `onSettled` hears
 * of each message that was stored or refused while it lasts: the room is another one than before.
 */
export function createConversation(roomId: string, onSettled: () => void): Conversation {
  const token = readSession()?.token
  const view = observed<ConversationView>({ ...emptyHistory, ...emptyPost, error: null })

  const isOver = (): boolean => readSession()?.token !== token
  /** Asked right before each call, which is made as whoever is logged in at that moment. */
  async function inSession<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    if (isOver()) throw new CallError({ kind: 'refused', code: 'EXPIRED_AUTH_TOKEN', status: 401 })
    return call()
  }
  async function page(body: { limit: number; before?: number; after?: number }): Promise<HistoryAnswer> {
    const answer = await inSession(() =>
      callDesk<typeof desk.deskHistory>('POST', roomPath(roomId, '/history'), { body }),
    )
    view.change({ error: null })
    return answer
  }
  const settle = (): void => {
    if (!isOver()) onSettled()
  }

  const history = createHistory<DeskMessage, HistoryAnswer>({
    api: {
      before: ([first]) => page({ limit: PAGE, ...(first === undefined ? {} : { before: first.seq }) }),
      after(seq, limit) {
        // Nobody asks on for who has left.
        if (isOver()) history.stop()
        return page({ limit, after: seq })
      },
    },
    catchUpSize: CATCH_UP_PAGE,
    state: view,
    onFailed: (error) => view.change({ error }),
  })
  const post = createPost<ComposedMessage, ComposedMessage, DeskMessage>({
    api: {
      send: (message, clientId) =>
        inSession(() =>
          callDesk<typeof desk.deskSend>('POST', roomPath(roomId, '/messages'), {
            body: { message },
            idempotencyKey: clientId,
          }),
        ),
      async upload(file, { onProgress, signal }) {
        const { filePath, fileType } = await inSession(() => uploadFile(file, onProgress, signal))
        return { message_type: 'media', payload: { message: file.name.slice(0, FILE_NAME_MAX), fileType, filePath } }
      },
    },
    state: view,
    newId: newIdempotencyKey,
    nowMs: serverNowMs,
    delayMs: 0,
    contentOf: ({ name, type }, preview) => ({
      message_type: 'media',
      payload: { message: name, fileType: chatFileKind(type) ?? 'image', filePath: preview },
    }),
    onStored(message) {
      if (view.read().phase === 'failed') void history.load()
      else history.take(message)
      settle()
      const isShown = newestSeq(view.read().stored) >= message.seq
      // From here on the server's own picture is shown.
      if (isShown) post.remove(message.deliver.id)
      return isShown
    },
    onFailed: settle,
  })

  return {
    view,
    ...post,
    catchUp() {
      post.hurry()
      const { phase } = view.read()
      if (phase === 'none' || phase === 'failed') void history.load()
      else history.catchUp()
    },
    loadEarlier: () => void history.loadEarlier(),
    refresh: (seq) => void history.refresh(seq).catch((error: unknown) => view.change({ error })),
  }
}

/** What of it the history does not show: also where the answer to it was lost, and where it is asked for still. */
export function stillOnTheWay({ outgoing, stored }: ConversationView): readonly Outgoing[] {
  const known = new Set(stored.map(({ deliver }) => deliver.id))
  return outgoing.filter(({ clientId }) => !known.has(clientId))
}
