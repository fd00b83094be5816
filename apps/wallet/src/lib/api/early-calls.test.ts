import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { callHeaders, hasEarlyAnswer, takeEarlyCall } from './early-calls.ts'

const path = '/api/wallet/home'
const answer = Promise.resolve(new Response('{}'))

beforeEach(() => {
  vi.useFakeTimers()
  globalThis.earlyCalls = { [path]: { token: 't1', language: 'lo', sentMs: Date.now(), answer, hasCome: false } }
})
afterEach(() => {
  vi.useRealTimers()
  globalThis.earlyCalls = undefined
})

describe('a call that the page made before the app came', () => {
  it('is taken once, by who asks the same for the same member in the same language', () => {
    expect(takeEarlyCall('/api/lookup/info', 't1', 'lo')).toBeUndefined()
    expect(takeEarlyCall(path, 't1', 'lo')?.answer).toBe(answer)
    expect(takeEarlyCall(path, 't1', 'lo')).toBeUndefined()
  })

  it.each([
    ['another member', 't2', 'lo'],
    ['nobody', null, 'lo'],
    ['another language', 't1', 'th'],
  ] as const)('is for nobody when %s asks, and for nobody after that', (_, token, language) => {
    expect(takeEarlyCall(path, token, language)).toBeUndefined()
    expect(takeEarlyCall(path, 't1', 'lo')).toBeUndefined()
  })

  it('is asked again when it is as old as the app lets its own answers become', () => {
    vi.advanceTimersByTime(10_000)
    expect(takeEarlyCall(path, 't1', 'lo')).toBeUndefined()
  })

  it('is waited for only when its answer has come', () => {
    expect(hasEarlyAnswer(path)).toBe(false)
    const call = globalThis.earlyCalls?.[path]
    if (call !== undefined) call.hasCome = true
    expect(hasEarlyAnswer(path)).toBe(true)
    expect(hasEarlyAnswer('/api/lookup/info')).toBe(false)
  })
})

describe('what is said with a call', () => {
  it('is the language, and the token as it is stored', () => {
    expect(callHeaders('lo', null)).toEqual({
      accept: 'application/json',
      'accept-language': 'lo',
      'x-client': 'wallet-user',
    })
    expect(callHeaders('th', 'กข').authorization).toBe('Bearer %E0%B8%81%E0%B8%82')
  })
})
