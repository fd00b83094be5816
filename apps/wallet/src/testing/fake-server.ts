import { onTestFinished, vi } from 'vitest'

/** One request that the app made. */
export interface SeenCall {
  readonly method: string
  readonly path: string
  readonly headers: Headers
  readonly body: unknown
}

/** What a call answers with: a body with 200, or a whole response. */
export type FakeAnswer = object | Response

/** Answers by `METHOD path`, as an object or as what makes one of the call. */
export type FakeAnswers = Readonly<Record<string, FakeAnswer | ((call: SeenCall) => FakeAnswer | Promise<FakeAnswer>)>>

/** A refusal as the server writes it. */
export function refusal(status: number, message: string, details?: object): Response {
  return Response.json({ message, ...(details === undefined ? {} : { details }) }, { status })
}

const usual: FakeAnswers = {
  'GET /api/lookup/active': { terminated: false },
  'GET /api/lookup/info': { name: 'Purse House', website: 'purse.example' },
}

/**
 * Stands in for the server during one test: answers the app's calls and keeps what it saw, in order. What nobody
 * answers is refused with NOT_FOUND.
 */
export function fakeServer(given: FakeAnswers = {}): { calls: SeenCall[]; callsTo: (name: string) => SeenCall[] } {
  const answers = { ...usual, ...given }
  const calls: SeenCall[] = []
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const sent = await request.text()
    const call: SeenCall = {
      method: request.method,
      path: new URL(request.url).pathname,
      headers: request.headers,
      body: sent === '' ? undefined : (JSON.parse(sent) as unknown),
    }
    calls.push(call)
    const answer = answers[`${call.method} ${call.path}`] ?? refusal(404, 'NOT_FOUND')
    const made = typeof answer === 'function' ? await Promise.race([answer(call), abortOf(request.signal)]) : answer
    return made instanceof Response ? made.clone() : Response.json(made)
  })
  onTestFinished(() => spy.mockRestore())
  return { calls, callsTo: (name) => calls.filter((call) => `${call.method} ${call.path}` === name) }
}

/** Ends, as fetch does, when the caller gives up. */
function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const giveUp = (): void => reject(new DOMException('aborted', 'AbortError'))
    signal.addEventListener('abort', giveUp)
    if (signal.aborted) giveUp()
  })
}
