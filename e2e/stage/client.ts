import { randomUUID } from 'node:crypto'
import { type AnswerOf, type Call, isCode, type ParamsOf, refusalsOf, type SentBodyOf } from '@krapao/contract'

/** What is sent with a call; all parts are optional here, because tests leave some out on purpose. */
export interface Sent<C extends Call> {
  params?: ParamsOf<C>
  query?: Record<string, string>
  body?: SentBodyOf<C>
  token?: string
  /** The idempotency key. */
  key?: string
  headers?: Record<string, string>
}

/** An answer as it came: the body is the call's where the status is 200, else it has the refusal's `message`. */
export interface Answered<C extends Call> {
  status: number
  body: AnswerOf<C>
  /** The code that the call was refused with; null when it was answered. */
  refusal: string | null
  details: Record<string, unknown>
  headers: Headers
}

export interface Client {
  /** Makes a call. Throws when the connection breaks, or when the answer is none that the contract knows. */
  call<C extends Call>(call: C, sent?: Sent<C>): Promise<Answered<C>>
  /** Makes a call that must be answered with 200, and gives its body. */
  ok<C extends Call>(call: C, sent?: Sent<C>): Promise<AnswerOf<C>>
  /** Makes a call that must be refused, and gives status and code, such as `409 MONEY_NOT_ENOUGH`. */
  refused<C extends Call>(call: C, sent?: Sent<C>): Promise<string>
  /** Makes a call while programs are being killed: null when no answer came, which says nothing of what was done. */
  attempt<C extends Call>(call: C, sent?: Sent<C>): Promise<Answered<C> | null>
}

/** Longer than any call may take: it waits 30 s for its turn and 10 s for a party. */
const answerWithinMs = 60_000

/** The answer that is none: a broken promise of the contract. */
class ContractError extends Error {}

/** A client of the server at an address. It holds every answer against the contract, right ones and refusals. */
export function createClient(baseUrl: string): Client {
  async function call<C extends Call>(made: C, sent: Sent<C> = {}): Promise<Answered<C>> {
    const search = sent.query === undefined ? '' : `?${new URLSearchParams(sent.query).toString()}`
    const response = await fetch(`${baseUrl}${fillPath(made.path, { ...sent.params })}${search}`, {
      method: made.method,
      headers: {
        'x-client': 'wallet-user',
        'accept-language': 'en',
        ...(sent.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(sent.token === undefined ? {} : { authorization: `Bearer ${sent.token}` }),
        ...(sent.key === undefined ? {} : { 'idempotency-key': sent.key }),
        ...sent.headers,
      },
      ...(sent.body === undefined ? {} : { body: JSON.stringify(sent.body) }),
      signal: AbortSignal.timeout(answerWithinMs),
    })
    const text = await response.text()
    const { status, headers } = response
    if (status === 200) return { status, body: await readAnswer(made, text), refusal: null, details: {}, headers }
    const { message, details } = readRefusal(made, status, text)
    // A refused call has no body of its own; whoever reads one all the same compares it with nothing.
    return { status, body: {} as AnswerOf<C>, refusal: message, details, headers }
  }
  return {
    call,
    async ok(made, sent) {
      const { status, body, refusal } = await call(made, sent)
      if (refusal === null) return body
      throw new Error(`${made.name} was refused with ${status} ${refusal}`)
    },
    async refused(made, sent) {
      const { status, body, refusal } = await call(made, sent)
      if (refusal !== null) return `${status} ${refusal}`
      throw new Error(`${made.name} was answered with ${JSON.stringify(body)}`)
    },
    async attempt(made, sent) {
      try {
        return await call(made, sent)
      } catch (error) {
        if (error instanceof ContractError) throw error
        return null
      }
    },
  }
}

async function readAnswer<C extends Call>(made: C, text: string): Promise<AnswerOf<C>> {
  const body: unknown = JSON.parse(text)
  const read = await made.answer['~standard'].validate(body)
  if (read.issues !== undefined) throw new ContractError(`${made.name} was answered with no answer of its: ${text}`)
  // The schema has just found it to be of this type.
  return body as AnswerOf<C>
}

function readRefusal(made: Call, status: number, text: string): { message: string; details: Record<string, unknown> } {
  const body: unknown = JSON.parse(text)
  const told = typeof body === 'object' && body !== null && 'message' in body ? body.message : null
  if (typeof told === 'string' && isCode(told) && refusalsOf(made).get(status)?.includes(told) === true) {
    const details = typeof body === 'object' && body !== null && 'details' in body ? body.details : null
    return { message: told, details: { ...(typeof details === 'object' ? details : null) } }
  }
  throw new ContractError(`${made.name} was refused with what the contract does not know: ${status} ${text}`)
}

/** The path of a call with its parameters filled in; an optional one that is not given falls away. */
function fillPath(path: string, params: Readonly<Record<string, unknown>>): string {
  return path
    .replace(/\/:(\w+)\?/g, (_, name: string) => (params[name] === undefined ? '' : `/${segment(params[name])}`))
    .replace(/:(\w+)/g, (_, name: string) => segment(params[name]))
}

function segment(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError('a parameter of the path is missing')
  return encodeURIComponent(value)
}

/** A new idempotency key. */
export function newKey(): string {
  return randomUUID()
}

/** How long until a condition is looked at again: soon at first, then less and less often: looking is work too. */
const lookAfterMs = { first: 20, growth: 1.4, longest: 400 }

/**
 * Waits until what `look` sees fits, and answers it. What is waited for is named, so that a failure says what never
 * came; `withinMs` is when to give up, never how long to wait.
 */
export async function waitUntil<Seen>(
  what: string,
  look: () => Promise<Seen>,
  fits: (seen: Seen) => boolean,
  withinMs = 120_000,
): Promise<Seen> {
  const deadline = performance.now() + withinMs
  for (let pauseMs = lookAfterMs.first; ; pauseMs = Math.min(pauseMs * lookAfterMs.growth, lookAfterMs.longest)) {
    const seen = await look()
    if (fits(seen)) return seen
    if (performance.now() > deadline) {
      throw new Error(`${what}: not within ${withinMs} ms; last seen: ${JSON.stringify(seen)}`)
    }
    await new Promise((done) => setTimeout(done, pauseMs))
  }
}
