import type { AnswerOf, Call, SentBodyOf } from '@krapao/contract'
import type { Http } from '../platform/http/index.ts'
import { type FormFile, formOf } from './form.ts'

/** Who sends it, whatever it is. */
export interface Sender {
  token?: string | undefined
  /** The idempotency key. */
  key?: string | undefined
  headers?: Record<string, string> | undefined
  address?: string | undefined
}

/** What a test sends with a call. A body may be of a wrong shape on purpose: then it is given as `rawBody`. */
export interface Sent<C extends Call> extends Sender {
  params?: Record<string, string>
  query?: Record<string, string> | undefined
  body?: SentBodyOf<C> | undefined
  rawBody?: unknown
  /** A file that is sent as a form, with fields beside it, in place of a body. */
  form?: FormFile & { fields?: Record<string, string> }
}

/** An answer of whatever call. */
export interface Answer {
  status: number
  body: Record<string, unknown>
  headers: Record<string, unknown>
}

/** An answer, right or wrong: its body has the shape of the contract, or `message` and `details`. */
export interface Answered<C extends Call> {
  status: number
  body: AnswerOf<C> & { message?: string | null; details?: Record<string, unknown> }
  headers: Record<string, unknown>
}

/** Sends to a path, known to the contract or not. `payload` goes as it is, said to be JSON unless told otherwise. */
export async function inject(
  http: Http,
  [method, url]: readonly [method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH', url: string],
  sent: Sender & {
    query?: Record<string, string> | undefined
    payload?: string | Buffer | undefined
    contentType?: string | undefined
  } = {},
): Promise<Answer> {
  const { token, key, headers, address, query, payload, contentType = 'application/json' } = sent
  const response = await http.inject({
    ...{ method, url },
    ...(query && { query }),
    ...(address !== undefined && { remoteAddress: address }),
    headers: {
      ...(payload !== undefined && { 'content-type': contentType }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(key !== undefined && { 'idempotency-key': key }),
      ...headers,
    },
    ...(payload !== undefined && { payload }),
  })
  const body = (response.body === '' ? {} : JSON.parse(response.body)) as Answer['body']
  return { status: response.statusCode, body, headers: response.headers }
}

/** JSON of a body; undefined of none. */
export const jsonOf = (body: unknown) => JSON.stringify(body) as string | undefined

export type Client = ReturnType<typeof createClient>

/**
 * A client of the server in the same process, typed by the contract. `http` is asked for at each call: it may be another
 * after a restart. `explain` tells what the log says of a defect.
 */
export function createClient(http: () => Http, explain: (requestId: unknown) => string = () => '') {
  async function call<C extends Call>(made: C, sent: Sent<C> = {}): Promise<Answered<C>> {
    const { params = {}, body, rawBody = body, form, ...rest } = sent
    const answer = await inject(http(), [made.method, fillPath(made.path, params)], {
      ...rest,
      ...(form === undefined ? { payload: jsonOf(rawBody) } : formOf(form, form.fields)),
      headers: { 'x-client': 'wallet-user', ...sent.headers },
    })
    // The server holds its answers against the contract while it is tested, so the body is of its shape.
    return { ...answer, body: answer.body as Answered<C>['body'] }
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
