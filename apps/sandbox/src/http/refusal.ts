/** What a door of the sandbox says no with: `{error, message?}` under its HTTP status. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message = '') {
    super(message)
    this.status = status
    this.code = code
  }

  /** The answer's body. */
  get body(): { error: string; message?: string } {
    return this.message === '' ? { error: this.code } : { error: this.code, message: this.message }
  }
}

/** A request that is no request: 400 with the reason in words. */
export function badRequest(message: string): Refusal {
  return new Refusal(400, 'BAD_REQUEST', message)
}

/** The named thing does not exist: 404. */
export function notFound(message = ''): Refusal {
  return new Refusal(404, 'NOT_FOUND', message)
}
