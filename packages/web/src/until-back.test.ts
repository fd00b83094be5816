import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallError } from './call-error.ts'
import type { CallAnswer } from './send-call.ts'
import { untilBack } from './until-back.ts'

const answer = (status: number, code = '', retryAfter?: string): CallAnswer => ({
  response: new Response('{}', { status, headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter } }),
  body: {},
  code,
})
const away = answer(503, 'INTERNAL_SERVER_ERROR', '1')
const back = answer(200)

let said: string[]
const words = { say: () => void said.push('away'), unsay: () => void said.push('back') }

/** Answers in this order, each once. */
function inTurn(...answers: readonly (CallAnswer | CallError)[]) {
  const left = [...answers]
  return vi.fn(() => {
    const next = left.shift() ?? away
    return next instanceof CallError ? Promise.reject(next) : Promise.resolve(next)
  })
}

beforeEach(() => {
  said = []
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('what goes on when the service is back', () => {
  it('is sent again until there is another answer, and the reader is told once of all that wait', async () => {
    const [one, other] = [inTurn(away, new CallError({ kind: 'offline' }), back), inTurn(back)]
    const both = [untilBack(away, one, words), untilBack(away, other, words)]
    expect(said).toEqual(['away'])
    await vi.runAllTimersAsync()
    expect(await Promise.all(both)).toEqual([back, back])
    expect([one.mock.calls.length, other.mock.calls.length]).toEqual([3, 1])
    expect(said).toEqual(['away', 'back'])
  })

  it('waits as long as the server says before the first try', async () => {
    const send = inTurn(back)
    const waiting = untilBack(answer(503, 'INTERNAL_SERVER_ERROR', '5'), send, words)
    await vi.advanceTimersByTimeAsync(4_999)
    expect(send).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1_252)
    expect(await waiting).toBe(back)
  })

  it('gives up after two minutes with the last answer', async () => {
    const send = inTurn()
    const began = Date.now()
    const waiting = untilBack(away, send, words)
    await vi.runAllTimersAsync()
    expect(await waiting).toBe(away)
    expect(Date.now() - began).toBeLessThan(135_000)
    expect(send.mock.calls.length).toBeGreaterThan(9)
    expect(said).toEqual(['away', 'back'])
  })

  it.each([
    ['no time to wait', answer(503, 'INTERNAL_SERVER_ERROR')],
    ['a limit', answer(429, 'REQUEST_LIMIT', '60')],
    ['a defect', answer(500, 'INTERNAL_SERVER_ERROR', '1')],
  ])('is not what was answered with %s', async (_, given) => {
    const send = inTurn()
    expect(await untilBack(given, send, words)).toBe(given)
    expect([send.mock.calls.length, said]).toEqual([0, []])
  })

  it('ends when its caller gives up, with his reason', async () => {
    const abort = new AbortController()
    const send = inTurn()
    const waiting = untilBack(away, send, words, abort.signal)
    abort.abort(new Error('left the page'))
    await expect(waiting).rejects.toThrow('left the page')
    expect([send.mock.calls.length, said]).toEqual([0, ['away', 'back']])
  })

  it('is told of an answer that cannot be read, at once', async () => {
    const waiting = untilBack(away, inTurn(new CallError({ kind: 'unreadable', status: 200 })), words)
    const told = expect(waiting).rejects.toMatchObject({ kind: 'unreadable' })
    await vi.runAllTimersAsync()
    await told
  })
})
