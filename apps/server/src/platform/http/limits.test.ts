import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../../testing/clock.ts'
import { addressGroup, createLimits } from './limits.ts'

describe('limits', () => {
  it('let `max` calls through in a window and say how long it still lasts', async () => {
    const clock = createFakeClock('2026-11-21T00:00:00Z')
    const limits = createLimits({ clock, factor: 1 })
    const take = () => limits.take('a', { max: 2, windowS: 60 })
    expect([await take(), await take()]).toEqual(Array(2).fill({ allowed: true, retryAfterS: 0 }))
    clock.advance(10_500)
    expect(await take()).toEqual({ allowed: false, retryAfterS: 50 })
    expect(await limits.take('b', { max: 2, windowS: 60 })).toMatchObject({ allowed: true })
    clock.advance(49_500)
    expect(await take()).toMatchObject({ allowed: true })
  })

  it('count as much as a call brings, and take none of what does not fit whole', async () => {
    const limits = createLimits({ clock: createFakeClock(), factor: 1 })
    const take = async (amount: number) => (await limits.take('a', { max: 10, windowS: 60 }, amount)).allowed
    expect([await take(6), await take(5), await take(4), await take(1)]).toEqual([true, false, true, false])
  })

  it.each([
    [2, 6],
    [0.5, 1],
    [0.001, 1],
  ])('multiplied by %d let %d of 3 through', async (factor, expected) => {
    const limits = createLimits({ clock: createFakeClock(), factor })
    let allowed = 0
    for (let index = 0; index < 10; index += 1) {
      if ((await limits.take('a', { max: 3, windowS: 60 })).allowed) allowed += 1
    }
    expect(allowed).toBe(expected)
  })

  it('look through all callers seldom, however many new ones come', async () => {
    const clock = createFakeClock()
    const limits = createLimits({ clock, factor: 1 })
    const take = (key: string) => limits.take(key, { max: 1, windowS: 60 })
    for (let index = 0; index <= 100_000; index += 1) await take(`k${index}`)
    // The one look made room for many: those that come next drive nobody out.
    for (let index = 0; index < 4_000; index += 1) await take(`new${index}`)
    expect(await take('k5500')).toMatchObject({ allowed: false })
  })

  it('forget the oldest callers when there are too many, never the newest', async () => {
    const limits = createLimits({ clock: createFakeClock(), factor: 1 })
    const take = (key: string) => limits.take(key, { max: 1, windowS: 60 })
    for (let index = 0; index <= 100_000; index += 1) await take(`k${index}`)
    expect(await take('k100000')).toMatchObject({ allowed: false })
    expect(await take('k0')).toMatchObject({ allowed: true })
  })
})

describe('the address that limits count by', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['not an address', 'not an address'],
    [':::::', ':::::'],
    ['x'.repeat(500), 'x'.repeat(64)],
  ])('of %s is %s', (address, group) => {
    expect(addressGroup(address)).toBe(group)
  })
})
