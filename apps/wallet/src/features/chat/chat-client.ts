import type { ChatMessage } from '@krapao/contract'
import type { Follower } from '@krapao/web'
import { CallError, newestSeq, observed, TOAST_MS } from '@krapao/web'
import type { ChatApi } from './chat.api.ts'
import type { HistoryState } from './chat-history.ts'
import { createHistory, emptyHistory } from './chat-history.ts'
import { isOwn } from './chat-log.rules.ts'
import type { Post, PostState } from './chat-post.ts'
import { createPost, emptyPost } from './chat-post.ts'
import type { ChatStore } from './chat-store.ts'
import { createReadMark } from './read-mark.ts'

/** How long the line under the header says that the connection is back. */
const BACK_MS = 3_000

/** What went wrong, to be said for 4 s (ERR-120, ERR-121). */
export interface ChatAlert {
  readonly id: number
  readonly of: 'send' | 'history'
  readonly error: unknown
}

export interface ChatState extends HistoryState, PostState {
  /** `back` for a moment after it was lost. */
  readonly connection: 'unknown' | 'open' | 'lost' | 'back'
  /** How many messages of the support came and were not seen. */
  readonly unread: number
  readonly alert: ChatAlert | undefined
}

/** The conversation of one member or guest, for as long as the page is open; it goes on when its panel is closed. */
export interface ChatClient extends Pick<Post, 'send' | 'sendFile' | 'resend' | 'remove'> {
  readonly store: ChatStore
  read(): ChatState
  watch(listener: () => void): () => void
  /** Loads the history and follows what is said, as long as the widget is there. Returns how to stop. */
  attend(): () => void
  reload(): void
  loadEarlier(): void
  /** The reader sees the end of the conversation: it is read (CHT-042). */
  seen(): void
  refresh(seq: number): Promise<void>
  /** The visitor is another one now: everything that is under way ends. */
  stop(): void
}

export interface ChatTerms {
  readonly api: ChatApi
  readonly store: ChatStore
  readonly follow: (follower: Follower<ChatMessage>) => () => void
  /** Makes the id of a message: a UUID. */
  readonly newId: () => string
  readonly nowMs: () => number
}

const empty: ChatState = { ...emptyHistory, ...emptyPost, connection: 'unknown', unread: 0, alert: undefined }

/** Makes the conversation of one visitor. Nothing is asked before somebody attends. */
export function createChatClient({ api, store, follow, newId, nowMs }: ChatTerms): ChatClient {
  const state = observed<ChatState>(empty)
  const timers: { alert?: Timer; back?: Timer } = {}
  let attendants = 0
  let lastAlert = 0
  let stopFollowing: (() => void) | undefined

  const readMark = createReadMark(api.markRead)
  const onFailed = (of: ChatAlert['of']) => (error: unknown) => {
    if (error instanceof CallError && error.isHandled) return
    lastAlert += 1
    state.change({ alert: { id: lastAlert, of, error } })
    clearTimeout(timers.alert)
    timers.alert = setTimeout(() => state.change({ alert: undefined }), TOAST_MS)
  }
  const history = createHistory({
    api,
    state,
    onPage: ({ unread }) => state.change({ unread }),
    onNew: (messages) => {
      const foreign = messages.filter((message) => !isOwn(message)).length
      if (foreign > 0) state.change({ unread: state.read().unread + foreign })
    },
    onFailed: onFailed('history'),
  })
  const post = createPost({
    api,
    store,
    state,
    newId,
    nowMs,
    onStored: (message) => {
      history.take(message)
      return newestSeq(state.read().stored) >= message.seq
    },
    onFailed: onFailed('send'),
  })
  post.restore()

  function onOpen(): void {
    clearTimeout(timers.back)
    const isBack = state.read().connection === 'lost'
    state.change({ connection: isBack ? 'back' : 'open' })
    if (isBack) timers.back = setTimeout(() => state.change({ connection: 'open' }), BACK_MS)
    post.hurry()
    if (state.read().phase === 'failed') void history.load()
    else history.catchUp()
  }
  const hurry = (): void => post.hurry()

  return {
    store,
    read: state.read,
    watch: state.watch,
    send: post.send,
    sendFile: post.sendFile,
    resend: post.resend,
    remove: post.remove,
    refresh: history.refresh,
    reload: () => void history.load(),
    loadEarlier: () => void history.loadEarlier(),
    seen() {
      if (state.read().unread === 0) return
      state.change({ unread: 0 })
      readMark.seen(newestSeq(state.read().stored))
    },
    attend() {
      attendants += 1
      if (attendants === 1) {
        const isHere = state.read().phase === 'ready'
        stopFollowing = follow({
          onNews: history.take,
          onOpen,
          onLost: () => state.change({ connection: 'lost' }),
        })
        if (isHere) history.catchUp()
        else if (state.read().phase !== 'loading') void history.load()
        addEventListener('online', hurry)
      }
      return () => {
        attendants -= 1
        if (attendants > 0) return
        stopFollowing?.()
        removeEventListener('online', hurry)
        state.change({ connection: 'unknown' })
      }
    },
    stop() {
      stopFollowing?.()
      clearTimeout(timers.alert)
      clearTimeout(timers.back)
      history.stop()
      post.stop()
      readMark.stop()
      removeEventListener('online', hurry)
    },
  }
}

type Timer = ReturnType<typeof setTimeout>
