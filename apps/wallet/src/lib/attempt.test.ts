import { isIdempotencyKey } from '@krapao/contract'
import { describe, expect, it } from 'vitest'
import { createAttempt, newIdempotencyKey } from './attempt.ts'

describe('keys', () => {
  it('are what the contract takes, each another one', () => {
    const keys = Array.from({ length: 200 }, newIdempotencyKey)
    expect(keys.filter((key) => !isIdempotencyKey(key))).toEqual([])
    expect(new Set(keys).size).toBe(200)
  })

  it('stay the same for one wish until it is settled', () => {
    const attempt = createAttempt()
    const first = attempt.keyFor('KBANK 100')
    expect(attempt.keyFor('KBANK 100')).toBe(first)
    attempt.settle()
    expect(attempt.keyFor('KBANK 100')).not.toBe(first)
  })

  it('are new for another wish', () => {
    const attempt = createAttempt()
    const first = attempt.keyFor('KBANK 100')
    expect(attempt.keyFor('KBANK 200')).not.toBe(first)
    expect(attempt.keyFor('KBANK 100')).not.toBe(first)
  })
})
