import { onTestFinished, vi } from 'vitest'
import { readSession } from '../lib/session.ts'
import { agentMali, aRoom, someFacts, someReplies } from './desk.fixture.ts'

/** One request that the desk made. */
export interface SeenCall {
  readonly name: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Headers
  readonly body: unknown
}

type FakeAnswer = object | Response

/** Answers by `METHOD path`, as an object or as what makes one of the call. */
export type FakeAnswers = Readonly<Record<string, FakeAnswer | ((call: SeenCall) => FakeAnswer | Promise<FakeAnswer>)>>

/** A refusal as the server writes it. */
export function refusal(status: number, message: string, details?: object): Response {
  return Response.json({ message, ...(details === undefined ? {} : { details }) }, { status })
}

const room = aRoom({ state: 'held', agent: agentMali, waitingSince: null, unread: 0 })
export const openRoomId = room.roomId
/** The path of the room that the usual answers have. */
export const openRoom = `/api/desk/rooms/${openRoomId}`

const usual: FakeAnswers = {
  'GET /api/desk/inbox': { rooms: [room], next: null, counts: { waiting: 0, mine: 1, open: 1 } },
  [`GET ${openRoom}`]: { room, facts: someFacts },
  [`POST ${openRoom}/history`]: { messages: [] },
  [`POST ${openRoom}/read`]: { code: 'OK' },
  'GET /api/desk/replies': { replies: someReplies },
  'GET /api/desk/me': () => ({ agent: readSession()?.agent }),
  'GET /api/desk/audit': { rows: [], count: 0, next: null },
  'POST /api/desk/logout': { code: 'OK' },
}

export interface FakeDesk {
  readonly calls: SeenCall[]
  readonly callsTo: (name: string) => SeenCall[]
  /** Changes what is answered from now on. */
  readonly answer: (answers: FakeAnswers) => void
}

/** Stands in for the server during one test, uploads included. What nobody answers is refused with NO_DATA. */
export function fakeDesk(given: FakeAnswers = {}): FakeDesk {
  const answers = { ...usual, ...given }
  const calls: SeenCall[] = []
  async function reply(request: Request, body: unknown): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    const name = `${request.method} ${pathname}`
    const call: SeenCall = { name, path: pathname, query: searchParams, headers: request.headers, body }
    calls.push(call)
    const answer = answers[name] ?? refusal(404, 'NO_DATA')
    const made = typeof answer === 'function' ? await answer(call) : answer
    return made instanceof Response ? made.clone() : Response.json(made)
  }
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const sent = await request.text()
    // A form is taken as it is.
    const isForm = request.headers.get('content-type')?.startsWith('multipart/') === true
    return reply(request, sent === '' ? undefined : isForm ? sent : (JSON.parse(sent) as unknown))
  })
  const upload = vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (this: XMLHttpRequest, body) {
    const { method, path } = opened.get(this) ?? { method: 'POST', path: '/' }
    const progress = (loaded: number): boolean =>
      this.upload.dispatchEvent(new ProgressEvent('progress', { lengthComputable: true, loaded, total: 100 }))
    progress(40)
    void reply(new Request(new URL(path, location.origin), { method }), body).then(async (response) => {
      const text = await response.text()
      Object.defineProperties(this, { status: { value: response.status }, responseText: { value: text } })
      this.dispatchEvent(new Event('load'))
    })
  })
  const opened = new WeakMap<XMLHttpRequest, { method: string; path: string }>()
  const open = vi.spyOn(XMLHttpRequest.prototype, 'open').mockImplementation(function (
    this: XMLHttpRequest,
    method: string,
    path: string | URL,
  ) {
    opened.set(this, { method, path: String(path) })
  })
  const header = vi.spyOn(XMLHttpRequest.prototype, 'setRequestHeader').mockImplementation(() => undefined)
  onTestFinished(() => {
    for (const one of [spy, upload, open, header]) one.mockRestore()
  })
  return {
    calls,
    callsTo: (name) => calls.filter((call) => call.name === name),
    answer: (more) => void Object.assign(answers, more),
  }
}
