import type { ChatMessage } from '@krapao/contract'
import { CHAT_PAGE_SIZE, CHAT_SEND_DELAY_MS, chatFileKind, chatFileProblem } from '@krapao/contract'
import type { Follower, HistoryState, Post, PostState } from '@krapao/web'
import {
  CallError,
  createHistory,
  createPost,
  emptyHistory,
  emptyPost,
  newestSeq,
  observed,
  TOAST_MS,
} from '@krapao/web'
import { fetchWords } from '../../lib/api/call-api.ts'
import type { ChatApi } from './chat.api.ts'
import { isOwn } from './chat-log.rules.ts'
import type { ChatStore } from './chat-store.ts'
import type { Content, SentContent } from './chat.types.ts'
import { createReadMark } from './read-mark.ts'

/** How long the line under the header says that the connection is back. */
const BACK_MS = 3_000

/** What went wrong, to be said for 4 s (ERR-120, ERR-121). */
export interface ChatAlert {
  readonly id: number
  readonly of: 'send' | 'history'
  readonly error: unknown
}

export interface ChatState extends HistoryState<ChatMessage>, PostState<Content, ChatMessage> {
  /** `back` for a moment after it was lost. */
  readonly connection: 'unknown' | 'open' | 'lost' | 'back'
  /** How many messages of the support came and were not seen. */
  readonly unread: number
  readonly alert: ChatAlert | undefined
}

/** The conversation of one member or guest, for as long as the page is open; it goes on when its panel is closed. */
export interface ChatClient extends Pick<Post<SentContent>, 'send' | 'resend' | 'remove'> {
  /** Uploads a file and sends it. One that the chat does not take is refused at once, with its reason. */
  sendFile(file: File): void
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
    catchUpSize: CHAT_PAGE_SIZE,
    state,
    onPage: ({ unread }) => state.change({ unread }),
    onNew: (messages) => {
      const foreign = messages.filter((message) => !isOwn(message)).length
      if (foreign > 0) state.change({ unread: state.read().unread + foreign })
    },
    onFailed: onFailed('history'),
  })
  const post = createPost<Content, SentContent, ChatMessage>({
    api,
    store,
    state,
    newId,
    nowMs,
    delayMs: CHAT_SEND_DELAY_MS,
    contentOf: ({ name, type }) => ({
      message_type: 'media',
      payload: { message: name, url: true, fileType: chatFileKind(type) ?? 'file' },
    }),
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
    sendFile(file) {
      const refusal = refusalOf(file)
      if (refusal === null) post.sendFile(file)
      // A page of guests has no words for refusals until one is told.
      else void fetchWords(refusal).then(() => onFailed('send')(refusal))
    },
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

/** Why a file is not taken, as the server would say it; null when it is (CHT-051 to CHT-056). */
function refusalOf({ name, type, size }: File): CallError | null {
  const problem = chatFileProblem({ name, type, sizeBytes: size })
  if (problem === null) return null
  const { code } = problem
  const details = code === 'FILE_NOT_SUPPORTED' ? undefined : { max: problem.maxMegabytes * 1024 * 1024 }
  return new CallError({ kind: 'refused', code, details })
}

type Timer = ReturnType<typeof setTimeout>
