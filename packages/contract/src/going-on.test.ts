import { describe, expect, it } from 'vitest'
import { allCalls } from './all-calls.ts'
import { deskCalls } from './desk-calls.ts'
import { mayGoOn, SENT_TWICE } from './going-on.ts'

const calls = [...allCalls, ...deskCalls]

describe('what a page sends again by itself', () => {
  it('is of the contract, changes something, and has no key that would do', () => {
    const known = calls
      .filter(({ method, idempotent, keyed }) => method !== 'GET' && !idempotent && keyed !== true)
      .map(({ method, path }) => `${method} ${path}`)
    expect(SENT_TWICE.filter((place) => !known.includes(place))).toEqual([])
    expect(new Set(SENT_TWICE).size).toBe(SENT_TWICE.length)
  })

  it('is these calls alone beside what reads and what has a key, whatever they are about', () => {
    const sent = calls.map(({ method, path }) => [method, path.replaceAll(/:\w+\??/g, '01q0gn0p32')] as const)
    const again = sent.filter(([method, path]) => method !== 'GET' && mayGoOn(method, path, undefined))
    expect(again).toHaveLength(SENT_TWICE.length)
    expect(sent.every(([method, path]) => mayGoOn(method, path, 'key'))).toBe(true)
    expect(mayGoOn('POST', '/api/desk/rooms/a/b/read', undefined)).toBe(false)
    expect(mayGoOn('POST', '/api/wallet/withdraw', undefined)).toBe(false)
  })
})
