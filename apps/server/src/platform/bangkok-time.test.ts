import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bangkokDay, nextBangkokDay, sinceBangkokMidnight } from './bangkok-time.ts'

describe('a day in Bangkok', () => {
  it.each([
    ['2026-11-21T16:59:59.999Z', '2026-11-21', '2026-11-21T17:00:00.000Z'],
    ['2026-11-21T17:00:00.000Z', '2026-11-22', '2026-11-22T17:00:00.000Z'],
    ['2026-12-31T17:00:00.000Z', '2027-01-01', '2027-01-01T17:00:00.000Z'],
  ])('%s is of %s, and the next one begins at %s', (at, day, next) => {
    expect(bangkokDay(new Date(at))).toBe(day)
    expect(nextBangkokDay(new Date(at)).toISOString()).toBe(next)
    expect(sinceBangkokMidnight(new Date(at))).toBe(new Date(at).getTime() - new Date(next).getTime() + 86_400_000)
  })

  it('changes exactly at the next day', () => {
    const times = fc.date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(times, (at) => {
        const next = nextBangkokDay(at)
        expect(next.getTime()).toBeGreaterThan(at.getTime())
        expect(bangkokDay(new Date(next.getTime() - 1))).toBe(bangkokDay(at))
        expect(bangkokDay(next)).not.toBe(bangkokDay(at))
      }),
    )
  })
})
