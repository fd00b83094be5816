import { describe, expect, it } from 'vitest'
import { connectionsMax } from './connections.ts'

const limits = (soft: string) =>
  `Limit  Soft Limit  Hard Limit  Units\nMax open files            ${soft}   1048576   files\n`

describe('connections of a listener', () => {
  it.each([
    ['1024', 512],
    ['65536', 20_000],
    ['100', 64],
    ['unlimited', 20_000],
  ])('leave descriptors for the server itself: of %s they take %i', (soft, max) => {
    expect(connectionsMax(1, limits(soft))).toBe(max)
  })

  it('are shared where two listen', () => {
    expect(connectionsMax(0.5, limits('1024')) * 2).toBe(connectionsMax(1, limits('1024')))
    expect(connectionsMax(0.5, limits('unlimited'))).toBe(10_000)
  })

  it('are bounded where the system does not say', () => {
    expect(connectionsMax(1, '')).toBe(20_000)
  })
})
