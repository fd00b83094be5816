import { CallError } from './call-error.ts'
import { noteServerDate } from './server-clock.ts'

/** What a call is sent with; `Body` is the contract's. */
export interface CallOptions<Body = unknown> {
  readonly body?: Body
  /** A multipart upload, in place of a body. */
  readonly form?: FormData
  /** A key of the caller's: the same key never does it twice. */
  readonly idempotencyKey?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
  /** What sends the call in place of `fetch`, such as one that tells how far an upload is. */
  readonly send?: typeof fetch
}

/** An answer that could be read, be it a success or not. */
export interface CallAnswer {
  readonly response: Response
  readonly body: unknown
  /** The message of an answer that has one, else empty. */
  readonly code: string
}

/** A first answer that is on its way already. */
export interface Asked {
  readonly sentMs: number
  readonly answer: Promise<Response>
}

/**
 * Sends one call and reads what comes back. Nothing is ever tried again here: whether a call may be repeated, its caller
 * knows.
 *
 * @param own the headers that the app sends with every call.
 * @throws {CallError} when no answer came, or none that can be read; what `options.signal` says when it was given up.
 */
export async function sendCall(
  method: string,
  path: string,
  options: CallOptions & { readonly timeoutMs: number },
  own: Readonly<Record<string, string>>,
  asked?: Asked,
): Promise<CallAnswer> {
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), options.timeoutMs)
  const cancel = (): void => timeout.abort()
  options.signal?.addEventListener('abort', cancel)
  if (options.signal?.aborted === true) cancel()
  const sentMs = asked?.sentMs ?? Date.now()
  try {
    const { body, form, send = fetch, idempotencyKey } = options
    const headers = {
      ...own,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      ...options.headers,
    }
    const content = form ?? (body === undefined ? undefined : JSON.stringify(body))
    const ask = (proof?: Record<string, string>): Promise<Response> =>
      send(path, {
        method,
        headers: { ...headers, ...proof },
        signal: timeout.signal,
        ...(content === undefined ? {} : { body: content }),
      })
    let response = await (asked === undefined ? ask() : orAborted(asked.answer, timeout.signal))
    // The door is busy: a moment of work, which nobody sees, lets this call in.
    if (response.status === 428) response = await ask(await prove(response))
    noteServerDate(response.headers.get('date'), sentMs, Date.now())
    return await orAborted(readAnswer(response), timeout.signal)
  } catch (error) {
    if (error instanceof CallError) throw error
    if (options.signal?.aborted === true) throw options.signal.reason
    throw new CallError({ kind: timeout.signal.aborted ? 'timeout' : 'offline' })
  } finally {
    clearTimeout(timer)
    options.signal?.removeEventListener('abort', cancel)
  }
}

/** The error of an answer that is no success. */
export function refusalOf({ response, body, code }: CallAnswer, isHandled = false, isRepeat = false): CallError {
  const { details } = Object(body) as { details?: unknown }
  const retryAfterS = Number(response.headers.get('retry-after') ?? 0) || 0
  return new CallError({ kind: 'refused', code, status: response.status, details, retryAfterS, isHandled, isRepeat })
}

async function prove(response: Response): Promise<Record<string, string>> {
  const { details } = (await response.json()) as { details: { challenge: string; bits: number } }
  // Loaded when a server asks for it, which it does on busy days alone.
  const { proveWork } = await import('./prove-work.ts')
  return { 'x-proof': await proveWork(details.challenge, details.bits) }
}

/** What was asked for, or an error as soon as a signal is given. */
function orAborted<Result>(asked: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const end = new Promise<never>((_, fail) => signal.addEventListener('abort', () => fail(signal.reason as Error)))
  return Promise.race([asked, end])
}

async function readAnswer(response: Response): Promise<CallAnswer> {
  const text = await response.text()
  try {
    const body: unknown = JSON.parse(text)
    const { message } = Object(body) as { message?: unknown }
    return { response, body, code: typeof message === 'string' ? message : '' }
  } catch {
    throw new CallError({ kind: 'unreadable', status: response.status })
  }
}
