import type { ComposedMessage, desk, DeskMessage } from '@krapao/contract'
import { CallError, newIdempotencyKey } from '@krapao/web'
import { callDesk, roomPath } from '../../lib/call.ts'
import type { Outgoing } from './history.rules.ts'
import { uploadFile } from './upload-file.ts'

/** What this agent sends to one room. What failed is kept until it is sent again or removed. */
export interface OutgoingMessages {
  readonly send: (message: ComposedMessage) => void
  readonly sendFile: (file: File) => void
  readonly retry: (key: string) => void
  readonly remove: (key: string) => void
}

export interface OutgoingTerms {
  readonly roomId: string
  readonly read: () => readonly Outgoing[]
  readonly change: (outgoing: readonly Outgoing[]) => void
  /** Throws once the session is over in which the conversation was made. */
  readonly requireSession: () => void
  readonly onStored: (message: DeskMessage) => Promise<void>
  readonly onRefused: (error: CallError) => void
}

/** Sends to a room, one message after the other. */
export function createOutgoing({ roomId, read, change, ...terms }: OutgoingTerms): OutgoingMessages {
  const { requireSession } = terms
  const aborts = new Map<string, AbortController>()
  /** The end of the line of messages to be sent: they arrive in the order in which they were written. */
  let lineEnd: Promise<unknown> = Promise.resolve()

  function update(key: string, part: Partial<Outgoing>): void {
    change(read().map((one) => (one.key === key ? { ...one, ...part } : one)))
  }
  async function upload(key: string, file: File, signal: AbortSignal): Promise<ComposedMessage> {
    update(key, { state: 'uploading', share: 0 })
    requireSession()
    const uploaded = await uploadFile(file, (share) => update(key, { share }), signal)
    const { filePath, fileType } = uploaded
    return { message_type: 'media', payload: { message: file.name.slice(0, 255), fileType, filePath } }
  }
  function sendInLine(key: string, message: ComposedMessage): Promise<DeskMessage> {
    const sent = lineEnd.then(() => {
      requireSession()
      const options = { body: { message }, idempotencyKey: key }
      return callDesk<typeof desk.deskSend>('POST', roomPath(roomId, '/messages'), options)
    })
    lineEnd = sent.catch(() => undefined)
    return sent
  }
  async function dispatch(key: string): Promise<void> {
    const one = read().find((outgoing) => outgoing.key === key)
    if (one === undefined || aborts.has(key)) return
    const abort = new AbortController()
    aborts.set(key, abort)
    update(key, { state: one.message === null ? 'uploading' : 'sending', error: null })
    try {
      const message = one.message ?? (one.file === null ? null : await upload(key, one.file, abort.signal))
      if (message === null) return
      update(key, { message, state: 'sending' })
      await terms.onStored(await sendInLine(key, message))
    } catch (error) {
      // What the server refused of a file may be its upload, which is good for a while only.
      const isToUpload = one.file !== null && error instanceof CallError && error.kind === 'refused'
      if (!abort.signal.aborted) update(key, { state: 'failed', error, ...(isToUpload ? { message: null } : {}) })
      if (error instanceof CallError) terms.onRefused(error)
    } finally {
      aborts.delete(key)
    }
  }
  function begin(message: ComposedMessage | null, file: File | null): void {
    const key = newIdempotencyKey()
    const fileUrl = file === null ? null : URL.createObjectURL(file)
    change([...read(), { key, message, file, fileUrl, state: 'sending', share: 0, error: null }])
    void dispatch(key)
  }

  return {
    send: (message) => begin(message, null),
    sendFile: (file) => begin(null, file),
    retry: (key) => void dispatch(key),
    remove(key) {
      aborts.get(key)?.abort()
      const one = read().find((outgoing) => outgoing.key === key)
      if (one?.fileUrl) URL.revokeObjectURL(one.fileUrl)
      change(read().filter((outgoing) => outgoing.key !== key))
    },
  }
}
