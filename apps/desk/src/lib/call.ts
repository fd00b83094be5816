import { type AnswerOf, type Call, CALL_TIMEOUT_MS, type SentBodyOf } from '@krapao/contract'
import type { CallOptions } from '@krapao/web'
import { refusalOf, sendCall } from '@krapao/web'
import type { goOn as GoOn } from './go-on.ts'
import { readSession, setSession } from './session.ts'
import { askStepUp } from './step-up.ts'
import { readTexts } from './texts/texts.ts'

/**
 * Makes one call of the desk, typed by the contract. Tried again is only what wants a fresh second factor, when the agent has given
 * one, and what the server asks to have sent again later, where that may be.
 *
 * @throws {CallError} for everything that is not a success. A dead token ends the session before this throws.
 */
export async function callDesk<C extends Call>(
  method: C['method'],
  path: `/api/desk/${string}`,
  options: CallOptions<SentBodyOf<C>> = {},
): Promise<AnswerOf<C>> {
  const token = readSession()?.token
  const send = () =>
    sendCall(
      method,
      path,
      { timeoutMs: CALL_TIMEOUT_MS, ...options },
      {
        accept: 'application/json',
        'accept-language': readTexts().language,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
    )
  const first = await send()
  const answer = first.response.status === 503 ? await goOnAfter(first, send, method, path, options) : first
  const { response, body } = answer
  if (response.ok) return body as AnswerOf<C> // The server is ours and of the same build: it is taken at its word.
  // An old answer must not end the session that was opened since.
  if (response.status === 401 && token !== undefined && readSession()?.token === token) setSession(null, 'expired')
  const refusal = refusalOf(answer, false, answer !== first)
  if (refusal.code === 'STEP_UP' && (await askStepUp())) return callDesk(method, path, options)
  throw refusal
}

/** Loaded when the service is away, which is seldom; whoever does not get it is told as of any failure. */
const goOnAfter: typeof GoOn = (first, ...given) =>
  import('./go-on.ts').then(
    ({ goOn }) => goOn(first, ...given),
    () => first,
  )

/**
 * What sends a deed under its key: the same key never does it twice.
 *
 * @param after done whatever came of it, such as asking anew for what is shown.
 */
export function sender<C extends Call>(
  method: C['method'],
  path: `/api/desk/${string}`,
  after = (): void => undefined,
) {
  return (body: object, idempotencyKey: string): Promise<AnswerOf<C>> =>
    // Each call takes a shape of its own: who names the call knows it.
    callDesk<C>(method, path, { body: body as SentBodyOf<C>, idempotencyKey }).finally(after)
}

/** A path of the desk with its parameters in place. */
export function roomPath(roomId: string, rest = ''): `/api/desk/${string}` {
  return `/api/desk/rooms/${encodeURIComponent(roomId)}${rest}`
}
