import type { AnswerOf, Call, SentBodyOf } from '@krapao/contract'
import type { Http } from '../platform/http/index.ts'

/** What a test sends with a call. A body may be of a wrong shape on purpose: then it is given as `rawBody`. */
export interface Sent<C extends Call> {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: SentBodyOf<C>
  rawBody?: unknown
  token?: string
  /** The idempotency key. */
  key?: string
  headers?: Record<string, string>
  address?: string
}

/** An answer, right or wrong: its body has the shape of the contract, or `message` and `details`. */
export interface Answered<C extends Call> {
  status: number
  body: AnswerOf<C> & { message?: string | null; details?: Record<string, unknown> }
  headers: Record<string, unknown>
}

export type Client = ReturnType<typeof createClient>

/**
 * A client of the server in the same process, typed by the contract. `http` is asked for at each call: it may be another
 * after a restart. `explain` tells what the log says of a defect.
 */
export function createClient(http: () => Http, explain: (requestId: unknown) => string = () => '') {
  async function call<C extends Call>(made: C, sent: Sent<C> = {}): Promise<Answered<C>> {
    const payload = sent.rawBody === undefined ? sent.body : sent.rawBody
    const response = await http().inject({
      method: made.method,
      url: fillPath(made.path, sent.params ?? {}),
      ...(sent.query ? { query: sent.query } : {}),
      ...(sent.address === undefined ? {} : { remoteAddress: sent.address }),
      headers: {
        'x-client': 'wallet-user',
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...(sent.token === undefined ? {} : { authorization: `Bearer ${sent.token}` }),
        ...(sent.key === undefined ? {} : { 'idempotency-key': sent.key }),
        ...sent.headers,
      },
      ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
    })
    const body: unknown = response.body === '' ? {} : JSON.parse(response.body)
    // The server holds its answers against the contract while it is tested, so the body is of its shape.
    return { status: response.statusCode, body: body as Answered<C>['body'], headers: response.headers }
  }
  return {
    /** Makes a call of the contract. */
    call,
    /** Makes a call that must succeed; throws with what was answered otherwise. */
    async ok<C extends Call>(made: C, sent?: Sent<C>): Promise<AnswerOf<C>> {
      const answer = await call(made, sent)
      if (answer.status === 200) return answer.body
      const why = answer.status >= 500 ? explain(answer.headers['x-request-id']) : ''
      throw new Error(`${made.name} was answered with ${answer.status} ${JSON.stringify(answer.body)} ${why}`.trim())
    },
  }
}

/** The path of a call with its parameters filled in; an optional one that is not given falls away. */
function fillPath(path: string, params: Record<string, string>): string {
  return path
    .replace(/\/:(\w+)\?/g, (_, name: string) =>
      params[name] === undefined ? '' : `/${encodeURIComponent(params[name])}`,
    )
    .replace(/:(\w+)/g, (_, name: string) => {
      const value = params[name]
      if (value === undefined) throw new Error(`the path ${path} needs ${name}`)
      return encodeURIComponent(value)
    })
}
