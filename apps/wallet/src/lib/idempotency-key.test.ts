import { isIdempotencyKey } from '@krapao/contract'
import { expect, it } from 'vitest'
import { newIdempotencyKey } from '@krapao/web'

it('makes keys that the contract takes, each another one', () => {
  const keys = Array.from({ length: 200 }, newIdempotencyKey)
  expect(keys.filter((key) => !isIdempotencyKey(key))).toEqual([])
  expect(new Set(keys).size).toBe(200)
})
