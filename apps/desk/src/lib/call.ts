import { type AnswerOf, type Call, CALL_TIMEOUT_MS, type SentBodyOf } from '@krapao/contract'
import type { CallOptions } from '@krapao/web'
import { refusalOf, sendCall } from '@krapao/web'
import { readSession, setSession } from './session.ts'
import { askStepUp } from './step-up.ts'
import { readTexts } from './texts/texts.ts'

/**
 * Makes one call of the desk, typed by the contract. Nothing is tried again here, but for what wants a fresh second factor: it goes
 * on when the agent has given one.
 *
 * @throws {CallError} for everything that is not a success. A dead token ends the session before this throws.
 */
export async function callDesk<C extends Call>(
  method: C['method'],
  path: `/api/desk/${string}`,
  options: CallOptions<SentBodyOf<C>> = {},
): Promise<AnswerOf<C>> {
  const token = readSession()?.token
  const answer = await sendCall(
    method,
    path,
    { timeoutMs: CALL_TIMEOUT_MS, ...options },
    {
      accept: 'application/json',
      'accept-language': readTexts().language,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
  )
  const { response, body } = answer
  if (response.ok) return body as AnswerOf<C> // The server is ours and of the same build: it is taken at its word.
  // An old answer must not end the session that was opened since.
  if (response.status === 401 && token !== undefined && readSession()?.token === token) setSession(null, 'expired')
  const refusal = refusalOf(answer)
  if (refusal.code === 'STEP_UP' && (await askStepUp())) return callDesk(method, path, options)
  throw refusal
}

/** A path of the desk with its parameters in place. */
export function roomPath(roomId: string, rest = ''): `/api/desk/${string}` {
  return `/api/desk/rooms/${encodeURIComponent(roomId)}${rest}`
}
