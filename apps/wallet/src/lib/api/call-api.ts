import type { AnswerOf, Call, SentBodyOf } from '@krapao/contract'
import { noteServerDate } from '../server-clock.ts'
import { dropToken, readToken } from '../session.ts'
import { identityRefusals } from '../texts/identity-refusals.ts'
import { loadTexts, readTexts } from '../texts/texts.ts'
import { ApiError } from './api-error.ts'
import { callHeaders, takeEarlyCall } from './early-calls.ts'

/** Section 9: a call has 60 s; uploads bring their own time. */
const TIMEOUT_MS = 60_000

/** Refusals that mean: this token is no use any more (decisions 2.27). Counted only when a token was sent. */
const deadTokenCodes = [
  'UNAUTHORIZED',
  'EXPIRED_AUTH_TOKEN',
  'INVALID_USER_1',
  'INVALID_USER_2',
  'INVALID_USER_3',
  'INVALID_USER_4',
]

/** What the app does when the server shuts a door; set once by the app, which knows the router. */
export interface ApiReactions {
  /** The service has ended (ERR-089). */
  gone: () => void
  /** The token is no good and is dropped already; the code says why (LOG-012). */
  signedOut: (code: string) => void
}

let reactions: ApiReactions = { gone: () => undefined, signedOut: () => undefined }

/** Says what to do when the service has ended and when the session has. */
export function setApiReactions(given: ApiReactions): void {
  reactions = given
}

/** A path as the contract writes it; one with `:name` parameters is given with its values in place. */
type PathOf<C extends Call> = C['path'] extends `${string}:${string}` ? `/api/${string}` : C['path']

export interface CallOptions<C extends Call> {
  readonly body?: SentBodyOf<C>
  /** A multipart upload, in place of a body. */
  readonly form?: FormData
  /** A key of the caller's for what moves money: the same key never moves it twice. */
  readonly idempotencyKey?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
  /** What sends the call in place of `fetch`, such as one that tells how far an upload is. */
  readonly send?: typeof fetch
}

/**
 * Makes one call, typed by the contract, and returns the unwrapped body (ERR-088). Nothing is ever tried again here:
 * whether a call may be repeated, its caller knows.
 *
 * @throws {ApiError} for everything that is not a success. A message of `gone` leaves for /terminated and a dead token
 * for /login before this throws.
 */
export async function callApi<C extends Call>(
  method: C['method'],
  path: PathOf<C>,
  options: CallOptions<C> = {},
): Promise<AnswerOf<C>> {
  const token = readToken()
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), options.timeoutMs ?? TIMEOUT_MS)
  const cancel = (): void => timeout.abort()
  options.signal?.addEventListener('abort', cancel)
  if (options.signal?.aborted === true) cancel()
  const early = takeEarlyCall(path, token, readTexts().language)
  const sentMs = early?.sentMs ?? Date.now()
  try {
    const ask = (proof?: Record<string, string>): Promise<Response> =>
      (options.send ?? fetch)(path, {
        method,
        headers: { ...headersOf(options, token), ...proof },
        signal: timeout.signal,
        ...(options.form === undefined
          ? options.body === undefined
            ? {}
            : { body: JSON.stringify(options.body) }
          : { body: options.form }),
      })
    let response = await (early === undefined ? ask() : orAborted(early.answer, timeout.signal))
    // The door is busy: a moment of work, which nobody sees, lets this call in.
    if (response.status === 428) response = await ask(await prove(response))
    noteServerDate(response.headers.get('date'), sentMs, Date.now())
    const body: unknown = await orAborted(readJson(response), timeout.signal)
    react(response, body, token)
    // The server is ours and of the same build: its answers are taken at its word.
    return body as AnswerOf<C>
  } catch (error) {
    if (error instanceof ApiError) {
      await fetchWords(error)
      throw error
    }
    if (options.signal?.aborted === true) throw options.signal.reason
    throw new ApiError({ kind: timeout.signal.aborted ? 'timeout' : 'offline' })
  } finally {
    clearTimeout(timer)
    options.signal?.removeEventListener('abort', cancel)
  }
}

async function prove(response: Response): Promise<Record<string, string>> {
  const { details } = (await response.json()) as { details: { challenge: string; bits: number } }
  const { proveWork } = await import('./prove.ts')
  return { 'x-proof': await proveWork(details.challenge, details.bits) }
}

/** Whoever hears of a refusal says it at once, so that its words are there before. Without them the code is shown. */
export async function fetchWords({ code }: ApiError): Promise<void> {
  if (code !== '' && readTexts().find(`error.${code}`) === undefined) {
    await loadTexts(['errors']).catch(() => undefined)
  }
}

/** What was asked for, or an error as soon as a signal is given. */
function orAborted<Result>(asked: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const end = new Promise<never>((_, fail) => signal.addEventListener('abort', () => fail(signal.reason as Error)))
  return Promise.race([asked, end])
}

function headersOf(options: CallOptions<Call>, token: string | null): Record<string, string> {
  return {
    ...callHeaders(readTexts().language, token),
    ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(options.idempotencyKey === undefined ? {} : { 'idempotency-key': options.idempotencyKey }),
    ...options.headers,
  }
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiError({ kind: 'unreadable', status: response.status })
  }
}

/** Throws for every answer that is no success, after the app was told of what ends a session or the service. */
function react(response: Response, body: unknown, sentToken: string | null): void {
  const { message, details } = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  const code = typeof message === 'string' ? message : ''
  const isGone = code.toLowerCase() === 'gone'
  const isSignedOut =
    code.toLowerCase() === 'invalid-token' ||
    identityRefusals.includes(code) ||
    (sentToken !== null && !response.ok && deadTokenCodes.includes(code))
  if (response.ok && !isGone && !isSignedOut) return

  // An old answer must not end the session that was opened since.
  const isOfThisSession = readToken() === sentToken
  if (isGone) reactions.gone()
  else if (isSignedOut && isOfThisSession) {
    dropToken()
    reactions.signedOut(code)
  }
  const retryAfterS = Number(response.headers.get('retry-after') ?? Number.NaN)
  throw new ApiError({
    kind: 'refused',
    code,
    status: response.status,
    details: typeof details === 'object' && details !== null ? (details as Record<string, unknown>) : {},
    isHandled: isGone || isSignedOut,
    ...(Number.isFinite(retryAfterS) ? { retryAfterS } : {}),
  })
}
