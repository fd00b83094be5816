/**
 * Why a call did not succeed. `refused`: the server said no, in a message. `offline`: nothing went out or came back.
 * `timeout`: no answer in time, so what was asked may yet happen. `unreadable`: an answer that is not the server's own
 * (a proxy's page, a broken body).
 */
export type FailureKind = 'refused' | 'offline' | 'timeout' | 'unreadable'

interface Failure {
  readonly kind: FailureKind
  /** The server's message: a code of the catalogue, or words. Empty for anything but `refused`. */
  readonly code?: string
  readonly status?: number
  readonly details?: unknown
  /** In seconds; 0 where the server does not say. */
  readonly retryAfterS?: number
  readonly isHandled?: boolean
  readonly isRepeat?: boolean
}

/** The one error that calls to the server end with. */
export class CallError extends Error {
  override readonly name = 'CallError'
  readonly kind: FailureKind
  readonly code: string
  readonly status: number
  readonly details: Readonly<Record<string, unknown>>
  readonly retryAfterS: number
  /** The app has left for another page already: nothing is to be shown. */
  readonly isHandled: boolean
  /** It was sent before by the same call, and nobody knows what came of that. */
  readonly isRepeat: boolean

  constructor({ kind, code = '', status = 0, details, retryAfterS = 0, isHandled = false, isRepeat = false }: Failure) {
    super(code === '' ? kind : code)
    this.kind = kind
    this.code = code
    this.status = status
    this.details = typeof details === 'object' && details !== null ? { ...details } : {}
    this.retryAfterS = retryAfterS
    this.isHandled = isHandled
    this.isRepeat = isRepeat
  }
}
