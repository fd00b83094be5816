import { type AnswerOf, type Call, CALL_TIMEOUT_MS, type SentBodyOf } from '@krapao/contract'
import type { CallAnswer, CallError, CallOptions } from '@krapao/web'
import { refusalOf, sendCall } from '@krapao/web'
import type { Act } from '../modals.ts'
import { dropToken, readToken } from '../session.ts'
import { identityRefusals } from '../texts/identity-refusals.ts'
import { loadTexts, readTexts } from '../texts/texts.ts'
import { callHeaders, takeEarlyCall } from './early-calls.ts'
import type { goOn as GoOn } from './go-on.ts'

/** Refusals that mean: this token is no use any more (decisions 2.27). Counted only when a token was sent. */
const deadTokenCodes = /^(UNAUTHORIZED|EXPIRED_AUTH_TOKEN|INVALID_USER_[1-4])$/

/** What the app does when the server shuts a door; set once by the app, which knows the router. */
export interface ApiReactions {
  /** The service has ended (ERR-089). */
  gone: () => void
  /** The token is no good and is dropped already; the code says why (LOG-012). */
  signedOut: (code: string) => void
  /** Asks the member to show that it is he; answers whether he did. */
  stepUp: (act: Act | undefined) => Promise<boolean>
}

let reactions: ApiReactions = {
  gone: () => undefined,
  signedOut: () => undefined,
  stepUp: () => Promise.resolve(false),
}

/** Says what to do when the service has ended and when the session has. */
export function setApiReactions(given: ApiReactions): void {
  reactions = given
}

/** A path as the contract writes it; one with `:name` parameters is given with its values in place. */
type PathOf<C extends Call> = C['path'] extends `${string}:${string}` ? `/api/${string}` : C['path']

/**
 * Makes one call, typed by the contract, and returns the unwrapped body (ERR-088). Tried again is only what the server asks
 * to have sent again later, and what may be: whether any other call may be repeated, its caller knows.
 *
 * @param options with what it does, in words, for who is asked first whether it is he.
 * @throws {CallError} for everything that is not a success. A message of `gone` leaves for /terminated and a dead token
 * for /login before this throws.
 */
export async function callApi<C extends Call>(
  method: C['method'],
  path: PathOf<C>,
  { act, ...options }: CallOptions<SentBodyOf<C>> & { readonly act?: Act } = {},
): Promise<AnswerOf<C>> {
  const token = readToken()
  const { language } = readTexts()
  const send = () =>
    sendCall(
      method,
      path,
      { timeoutMs: CALL_TIMEOUT_MS, ...options },
      callHeaders(language, token),
      takeEarlyCall(path, token, language),
    )
  const first = await send()
  const answer = first.response.status === 503 ? await goOnAfter(first, send, method, path, options) : first
  const ending = react(answer, token)
  // The server is ours and of the same build: its answers are taken at its word.
  if (answer.response.ok && ending === null) return answer.body as AnswerOf<C>
  const error = refusalOf(answer, ending !== null)
  // Nothing was done: the same goes out once more when its owner has shown that it is he.
  if (error.code === 'STEP_UP' && token !== null && (await reactions.stepUp(act)))
    return callApi(method, path, { ...options, ...(act === undefined ? {} : { act }) })
  await fetchWords(error)
  throw error
}

/** Loaded when the service is away, which is seldom; whoever does not get it is told as of any failure. */
const goOnAfter: typeof GoOn = (first, ...given) =>
  import('./go-on.ts').then(
    ({ goOn }) => goOn(first, ...given),
    () => first,
  )

/** Whoever hears of a refusal says it at once, so that its words are there before. Without them the code is shown. */
export async function fetchWords({ code }: CallError): Promise<void> {
  if (code !== '' && readTexts().find(`error.${code}`) === undefined) {
    await loadTexts(['errors']).catch(() => undefined)
  }
}

/** Whether an answer ends the service or the session, of which the app is told; null for neither. */
function react({ response, code }: CallAnswer, sentToken: string | null): 'service' | 'session' | null {
  if (code.toLowerCase() === 'gone') {
    reactions.gone()
    return 'service'
  }
  const isSignedOut =
    code.toLowerCase() === 'invalid-token' ||
    identityRefusals.includes(code) ||
    (sentToken !== null && !response.ok && deadTokenCodes.test(code))
  if (!isSignedOut) return null
  // An old answer must not end the session that was opened since.
  if (readToken() === sentToken) {
    dropToken()
    reactions.signedOut(code)
  }
  return 'session'
}
