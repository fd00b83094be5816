import type { ChatMessage } from '@krapao/contract'
import { CHAT_SEND_DELAY_MS, chatFileKind, chatFileProblem } from '@krapao/contract'
import type { Observed } from '@krapao/web'
import { CallError } from '@krapao/web'
import { fetchWords } from '../../lib/api/call-api.ts'
import type { ChatApi } from './chat.api.ts'
import type { Outgoing, SentContent } from './chat.types.ts'
import type { ChatStore } from './chat-store.ts'
import type { SendQueue, Wish } from './send-queue.ts'
import { createSendQueue } from './send-queue.ts'

/** A message that was not confirmed for so long is sent again only when its writer wants it. */
const STALE_MS = 60 * 60_000

/** What is on its way from here. */
export interface PostState {
  readonly outgoing: readonly Outgoing[]
  /** Pictures and videos that were chosen here, by client id: shown from here instead of being fetched back. */
  readonly previews: Readonly<Record<string, string>>
}

export const emptyPost: PostState = { outgoing: [], previews: {} }

export interface Post {
  send(content: SentContent): void
  /** Uploads a file and sends it (CHT-043). One that the chat does not take is refused at once, with its reason. */
  sendFile(file: File): void
  resend(clientId: string): void
  /** Takes a failed message away, or gives up an upload. */
  remove(clientId: string): void
  /** Sends what an earlier page left without an answer. */
  restore(): void
  hurry(): void
  stop(): void
}

export interface PostTerms {
  readonly api: Pick<ChatApi, 'send' | 'upload'>
  readonly store: ChatStore
  readonly state: Observed<PostState>
  readonly newId: () => string
  readonly nowMs: () => number
  /** A message that the server has. Returns whether the history shows it now. */
  readonly onStored: (message: ChatMessage) => boolean
  readonly onFailed: (error: unknown) => void
}

/** A file that was chosen, and what became of it. */
interface Upload {
  readonly file: File
  abort: AbortController
  /** What is to be sent once the file is there. */
  content?: SentContent
}

/** Keeps what is on its way in `state`; the history takes over what arrived. */
export function createPost(terms: PostTerms): Post {
  const { api, store, state, newId, nowMs, onFailed } = terms
  const uploads = new Map<string, Upload>()
  const timers = new Set<ReturnType<typeof setTimeout>>()
  const queue: SendQueue = createSendQueue({ send: api.send, onStored, onRefused })

  function change(clientId: string, part: Partial<Outgoing>): void {
    const outgoing = state.read().outgoing.map((one) => (one.clientId === clientId ? { ...one, ...part } : one))
    state.change({ outgoing })
  }

  function drop(clientId: string): void {
    state.change({ outgoing: state.read().outgoing.filter((one) => one.clientId !== clientId) })
  }

  function onStored({ clientId }: Wish, message: ChatMessage): void {
    store.dropUnanswered(clientId)
    uploads.delete(clientId)
    if (terms.onStored(message)) drop(clientId)
    else change(clientId, { status: 'succeed', stored: message })
  }

  function onRefused({ clientId }: Wish, error: unknown): void {
    // After a session's end it is kept: the same member may come back.
    if (error instanceof CallError && error.isHandled) return
    store.dropUnanswered(clientId)
    change(clientId, { status: 'failed' })
    onFailed(error)
  }

  function show(clientId: string, content: Outgoing['content'], status: Outgoing['status']): void {
    const one: Outgoing = { clientId, content, status, share: 0, stored: undefined }
    state.change({ outgoing: [...state.read().outgoing, one] })
  }

  /** Half a second after a text was shown it leaves (CHT-040, LIM-019); who closes the page meanwhile finds it kept. */
  function sendLater(wish: Wish): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      queue.add(wish)
    }, CHAT_SEND_DELAY_MS)
    timers.add(timer)
  }

  function keep(wish: Wish): void {
    store.keepUnanswered({ ...wish, atMs: nowMs() })
  }

  function post(clientId: string, content: SentContent): void {
    keep({ clientId, content })
    queue.add({ clientId, content })
  }

  async function upload(clientId: string, one: Upload): Promise<void> {
    one.abort = new AbortController()
    const { signal } = one.abort
    change(clientId, { status: 'uploading_file', share: 0 })
    try {
      const { filePath, fileType } = await api.upload(one.file, {
        signal,
        onProgress: (share) => {
          if (!signal.aborted) change(clientId, { share })
        },
      })
      if (signal.aborted) return
      one.content = { message_type: 'media', payload: { message: one.file.name, url: true, fileType, filePath } }
      change(clientId, { status: 'sending', share: 1 })
      post(clientId, one.content)
    } catch (error) {
      if (signal.aborted) return
      change(clientId, { status: 'failed' })
      onFailed(error)
    }
  }

  return {
    send(content) {
      const clientId = newId()
      show(clientId, content, 'sending')
      keep({ clientId, content })
      sendLater({ clientId, content })
    },
    sendFile(file) {
      const refusal = refusalOf(file)
      if (refusal !== null) {
        // A page of guests has no words for refusals until one is told.
        void fetchWords(refusal).then(() => onFailed(refusal))
        return
      }
      const clientId = newId()
      const one: Upload = { file, abort: new AbortController() }
      uploads.set(clientId, one)
      state.change({ previews: { ...state.read().previews, [clientId]: URL.createObjectURL(file) } })
      const payload = { message: file.name, url: true, fileType: chatFileKind(file.type) ?? 'file' }
      show(clientId, { message_type: 'media', payload }, 'uploading_file')
      void upload(clientId, one)
    },
    resend(clientId) {
      const failed = state.read().outgoing.find((one) => one.clientId === clientId && one.status === 'failed')
      if (failed === undefined) return
      const one = uploads.get(clientId)
      if (one !== undefined && one.content === undefined) {
        void upload(clientId, one)
        return
      }
      change(clientId, { status: 'sending' })
      // What is not a file of this page was given as it is sent.
      post(clientId, one?.content ?? (failed.content as SentContent))
    },
    remove(clientId) {
      uploads.get(clientId)?.abort.abort()
      uploads.delete(clientId)
      store.dropUnanswered(clientId)
      const { [clientId]: preview, ...previews } = state.read().previews
      if (preview !== undefined) URL.revokeObjectURL(preview)
      state.change({ previews })
      drop(clientId)
    },
    restore() {
      for (const { clientId, content, atMs } of store.readUnanswered()) {
        const isStale = nowMs() - atMs > STALE_MS
        show(clientId, content, isStale ? 'failed' : 'sending')
        if (!isStale) queue.add({ clientId, content })
      }
    },
    hurry: queue.hurry,
    stop() {
      queue.stop()
      for (const timer of timers) clearTimeout(timer)
      for (const { abort } of uploads.values()) abort.abort()
      for (const preview of Object.values(state.read().previews)) URL.revokeObjectURL(preview)
    },
  }
}

/** Why a file is not taken, as the server would say it; null when it is (CHT-051 to CHT-056). */
function refusalOf(file: File): CallError | null {
  const problem = chatFileProblem({ name: file.name, type: file.type, sizeBytes: file.size })
  if (problem === null) return null
  if (problem.code === 'FILE_NOT_SUPPORTED') return new CallError({ kind: 'refused', code: problem.code })
  const max = problem.maxMegabytes * 1024 * 1024
  return new CallError({ kind: 'refused', code: problem.code, details: { max } })
}
