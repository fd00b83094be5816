import { CallError } from '../call-error.ts'
import type { Observed } from '../observed.ts'
import type { UploadProgress } from '../upload.ts'
import type { SendQueue, Wish } from './send-queue.ts'
import { createSendQueue } from './send-queue.ts'

/** A message that was not confirmed for so long is sent again only when its writer wants it. */
const STALE_MS = 60 * 60_000

/** The delivery of what was sent here (CHT-037); what comes from the server has succeeded. */
export type DeliveryStatus = 'uploading_file' | 'sending' | 'succeed' | 'failed'

/** A message of this writer that the server's history does not have yet. */
export interface Outgoing<Shown, Message> {
  /** Made here: the message is stored once by it, however often it is sent. */
  readonly clientId: string
  readonly content: Shown
  readonly status: DeliveryStatus
  /** How much of its file is uploaded, from 0 to 1. */
  readonly share: number
  /** Why it failed. */
  readonly error: unknown
  /** As the server stored it, when the history around it is not here yet. */
  readonly stored: Message | undefined
}

/** What is on its way from here. */
export interface PostState<Shown, Message> {
  readonly outgoing: readonly Outgoing<Shown, Message>[]
  /** Pictures and videos that were chosen here, by client id: shown from here instead of being fetched back. */
  readonly previews: Readonly<Record<string, string>>
}

export const emptyPost: PostState<never, never> = { outgoing: [], previews: {} }

export interface Post<Sent> {
  send(content: Sent): void
  /** Uploads a file and sends it (CHT-043). */
  sendFile(file: File): void
  resend(clientId: string): void
  /** Takes a failed message away, or gives up an upload. */
  remove(clientId: string): void
  /** Sends what an earlier page left without an answer. */
  restore(): void
  /** The network may be back: what waits for its next try is tried now. */
  hurry(): void
  stop(): void
}

/** A message that was wished to be sent and has no answer yet. */
interface Unanswered<Sent> extends Wish<Sent> {
  readonly atMs: number
}

/** Where what has no answer outlives its page. */
export interface UnansweredStore<Sent> {
  readUnanswered(): readonly Unanswered<Sent>[]
  keepUnanswered(wish: Unanswered<Sent>): void
  dropUnanswered(clientId: string): void
}

interface PostCalls<Sent, Message> {
  /** Stores a message; the same client id stores it once. */
  send(content: Sent, clientId: string): Promise<Message>
  /** Uploads a file; answers the message that it is sent by. */
  upload(file: File, terms: { signal: AbortSignal; onProgress: UploadProgress }): Promise<Sent>
}

export interface PostTerms<Shown, Sent extends Shown, Message> {
  readonly api: PostCalls<Sent, Message>
  readonly store?: UnansweredStore<Sent>
  readonly state: Observed<PostState<Shown, Message>>
  readonly newId: () => string
  readonly nowMs: () => number
  /** For how long a text is shown before it leaves. */
  readonly delayMs: number
  /** How a file is shown that is not there yet. */
  readonly contentOf: (file: File, preview: string) => Shown
  /** A message that the server has. Returns whether the history shows it now. */
  readonly onStored: (message: Message) => boolean
  readonly onFailed: (error: unknown) => void
}

/** A file that was chosen, and what became of it. */
interface Upload<Sent> {
  readonly file: File
  abort: AbortController
  /** What is to be sent once the file is there. */
  content?: Sent | undefined
}

/** Keeps what is on its way in `state`; the history takes over what arrived. */
export function createPost<Shown, Sent extends Shown, Message>(terms: PostTerms<Shown, Sent, Message>): Post<Sent> {
  const { api, store, state, newId, nowMs, onFailed } = terms
  const uploads = new Map<string, Upload<Sent>>()
  const timers = new Set<ReturnType<typeof setTimeout>>()
  const queue: SendQueue<Sent> = createSendQueue({ send: api.send, onStored, onRefused })

  function change(clientId: string, part: Partial<Outgoing<Shown, Message>>): void {
    const outgoing = state.read().outgoing.map((one) => (one.clientId === clientId ? { ...one, ...part } : one))
    state.change({ outgoing })
  }

  function drop(clientId: string): void {
    state.change({ outgoing: state.read().outgoing.filter((one) => one.clientId !== clientId) })
  }

  function fail(clientId: string, error: unknown): void {
    change(clientId, { status: 'failed', error })
    onFailed(error)
  }

  function onStored({ clientId }: Wish<Sent>, message: Message): void {
    store?.dropUnanswered(clientId)
    uploads.delete(clientId)
    if (terms.onStored(message)) drop(clientId)
    else change(clientId, { status: 'succeed', stored: message })
  }

  function onRefused({ clientId }: Wish<Sent>, error: unknown): void {
    // After a session's end it is kept: the same writer may come back.
    if (error instanceof CallError && error.isHandled) return
    store?.dropUnanswered(clientId)
    // What was uploaded is good for a while only.
    const one = uploads.get(clientId)
    if (one !== undefined && error instanceof CallError && error.code === 'NO_DATA') one.content = undefined
    fail(clientId, error)
  }

  function show(clientId: string, content: Shown, status: DeliveryStatus): void {
    const one = { clientId, content, status, share: 0, error: null, stored: undefined }
    state.change({ outgoing: [...state.read().outgoing, one] })
  }

  /** A moment after a text was shown it leaves (CHT-040, LIM-019); who closes the page meanwhile finds it kept. */
  function sendLater(wish: Wish<Sent>): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      queue.add(wish)
    }, terms.delayMs)
    timers.add(timer)
  }

  function post(wish: Wish<Sent>, add = queue.add): void {
    store?.keepUnanswered({ ...wish, atMs: nowMs() })
    add(wish)
  }

  async function upload(clientId: string, one: Upload<Sent>): Promise<void> {
    one.abort = new AbortController()
    const { signal } = one.abort
    change(clientId, { status: 'uploading_file', share: 0 })
    try {
      const content = await api.upload(one.file, {
        signal,
        onProgress: (share) => {
          if (!signal.aborted) change(clientId, { share })
        },
      })
      if (signal.aborted) return
      one.content = content
      change(clientId, { status: 'sending', share: 1 })
      post({ clientId, content })
    } catch (error) {
      if (!signal.aborted) fail(clientId, error)
    }
  }

  return {
    send(content) {
      const clientId = newId()
      show(clientId, content, 'sending')
      post({ clientId, content }, terms.delayMs === 0 ? queue.add : sendLater)
    },
    sendFile(file) {
      const clientId = newId()
      const one: Upload<Sent> = { file, abort: new AbortController() }
      const preview = URL.createObjectURL(file)
      uploads.set(clientId, one)
      state.change({ previews: { ...state.read().previews, [clientId]: preview } })
      show(clientId, terms.contentOf(file, preview), 'uploading_file')
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
      post({ clientId, content: one?.content ?? (failed.content as Sent) })
    },
    remove(clientId) {
      uploads.get(clientId)?.abort.abort()
      uploads.delete(clientId)
      store?.dropUnanswered(clientId)
      const { [clientId]: preview, ...previews } = state.read().previews
      if (preview !== undefined) URL.revokeObjectURL(preview)
      state.change({ previews })
      drop(clientId)
    },
    restore() {
      for (const { clientId, content, atMs } of store?.readUnanswered() ?? []) {
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
