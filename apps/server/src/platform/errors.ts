import { type Code, statusOf } from '@krapao/contract'

/** A JSON object, as it stands in `details` of a refusal. */
export interface ErrorDetails {
  readonly [key: string]: unknown
}

interface Terms {
  /** The HTTP status; the usual one of the code when absent. */
  status?: number
  details?: ErrorDetails
  /** Seconds for the `retry-after` header. */
  retryAfterS?: number
  cause?: unknown
}

/** A refusal that a client may see: a code of the catalogue, its HTTP status, and what helps to put it right. */
export class AppError extends Error {
  readonly code: Code
  readonly status: number
  readonly details: ErrorDetails | undefined
  readonly retryAfterS: number | undefined

  constructor(code: Code, terms: Terms = {}) {
    super(code, terms.cause === undefined ? undefined : { cause: terms.cause })
    this.name = 'AppError'
    this.code = code
    this.status = terms.status ?? statusOf(code)
    this.details = terms.details
    this.retryAfterS = terms.retryAfterS
  }
}

/** Refuses with a code of the catalogue; its usual status stands unless another is given. */
export function refuse(code: Code, terms: Terms = {}): never {
  throw new AppError(code, terms)
}

/** Refuses what was sent in these fields. */
export function refuseFields(...fields: readonly string[]): never {
  throw new AppError('NO_DATA', { status: 422, details: { fields } })
}
