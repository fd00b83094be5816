/**
 * Why a call did not succeed. `refused`: the server said no. `offline`: nothing went out or came back. `timeout`: no
 * answer in time, so what was asked may yet happen. `unreadable`: an answer that is not the server's own.
 */
export type FailureKind = 'refused' | 'offline' | 'timeout' | 'unreadable'

/** The one error that calls to the server end with. */
export class CallError extends Error {
  override readonly name = 'CallError'
  readonly kind: FailureKind
  /** A code of the catalogue; empty for anything but `refused`. */
  readonly code: string
  readonly status: number
  readonly details: Readonly<Record<string, unknown>>
  readonly retryAfterS: number

  constructor(kind: FailureKind, answer: { code?: string; status?: number; details?: unknown; retryAfterS?: number }) {
    super(answer.code ?? kind)
    this.kind = kind
    this.code = answer.code ?? ''
    this.status = answer.status ?? 0
    this.details = typeof answer.details === 'object' && answer.details !== null ? { ...answer.details } : {}
    this.retryAfterS = answer.retryAfterS ?? 0
  }
}
