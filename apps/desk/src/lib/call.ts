import type { AnswerOf, Call, SentBodyOf } from '@krapao/contract'
import { CALL_TIMEOUT_MS } from '@krapao/contract'
import { CallError } from './call-error.ts'
import { noteServerDate } from './clock.ts'
import { readSession, setSession } from './session.ts'
import { readTexts } from './texts/texts.ts'

export interface CallOptions<C extends Call> {
  readonly body?: SentBodyOf<C>
  /** A multipart upload, in place of a body. */
  readonly form?: FormData
  /** The id of a message, made by the client: the same id is stored once. */
  readonly idempotencyKey?: string
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
  /** What sends the call in place of `fetch`, such as one that tells how far an upload is. */
  readonly send?: typeof fetch
}

/**
 * Makes one call of the desk, typed by the contract; nothing is tried again here.
 *
 * @throws {CallError} for everything that is not a success. A dead token ends the session before this throws.
 */
export async function callDesk<C extends Call>(
  method: C['method'],
  path: `/api/desk/${string}`,
  options: CallOptions<C> = {},
): Promise<AnswerOf<C>> {
  const token = readSession()?.token
  const timeout = AbortSignal.timeout(options.timeoutMs ?? CALL_TIMEOUT_MS)
  const signal = options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal])
  let response: Response
  let text: string
  try {
    const ask = (proof?: Record<string, string>): Promise<Response> =>
      (options.send ?? fetch)(path, {
        method,
        headers: { ...headersOf(options, token), ...proof },
        signal,
        ...bodyOf(options),
      })
    response = await ask()
    // The door is busy: a moment of work, which nobody sees, lets this call in.
    if (response.status === 428) response = await ask(await prove(response))
    text = await response.text()
  } catch {
    if (options.signal?.aborted === true) throw options.signal.reason
    throw new CallError(timeout.aborted ? 'timeout' : 'offline', {})
  }
  noteServerDate(response.headers.get('date'), Date.now())
  const answer = parse(text)
  if (answer === undefined) throw new CallError('unreadable', { status: response.status })
  if (response.ok) return answer as AnswerOf<C> // The server is ours and of the same build: it is taken at its word.

  const { message, details } = answer as { message?: unknown; details?: unknown }
  // An old answer must not end the session that was opened since.
  if (response.status === 401 && token !== undefined && readSession()?.token === token) setSession(null, 'expired')
  throw new CallError('refused', {
    code: typeof message === 'string' ? message : '',
    status: response.status,
    details,
    retryAfterS: Number(response.headers.get('retry-after') ?? 0) || 0,
  })
}

async function prove(response: Response): Promise<Record<string, string>> {
  const { details } = (await response.json()) as { details: { challenge: string; bits: number } }
  const { proveWork } = await import('./prove.ts')
  return { 'x-proof': await proveWork(details.challenge, details.bits) }
}

function headersOf(options: CallOptions<Call>, token: string | undefined): Record<string, string> {
  return {
    accept: 'application/json',
    'accept-language': readTexts().language,
    ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(options.idempotencyKey === undefined ? {} : { 'idempotency-key': options.idempotencyKey }),
  }
}

function bodyOf(options: CallOptions<Call>): RequestInit {
  if (options.form !== undefined) return { body: options.form }
  return options.body === undefined ? {} : { body: JSON.stringify(options.body) }
}

function parse(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** A path of the desk with its parameters in place. */
export function roomPath(roomId: string, rest = ''): `/api/desk/${string}` {
  return `/api/desk/rooms/${encodeURIComponent(roomId)}${rest}`
}
