import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { daysBetween, formatDate, formatDateTime, timeAgo } from './formats.ts'

const times = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2099, 11, 31) })

describe('dates', () => {
  it('[GEN-009] are written DD/MM/YYYY HH:mm:ss, Gregorian, in Bangkok', () => {
    expect(formatDateTime('2026-11-21T14:04:37.000Z')).toBe('21/11/2026 21:04:37')
    expect(formatDateTime('2025-12-31T17:00:00.000Z')).toBe('01/01/2026 00:00:00')
    expect(formatDateTime(Date.UTC(2024, 1, 28, 17, 0, 1))).toBe('29/02/2024 00:00:01')
  })

  it('[GEN-009] have that form at any time', () => {
    fc.assert(
      fc.property(times, (time) => {
        expect(formatDateTime(time)).toMatch(/^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}:\d{2}$/)
        expect(formatDateTime(time).startsWith(formatDate(time))).toBe(true)
      }),
    )
  })

  it('know the days of Bangkok, which begin at 17:00 UTC', () => {
    expect(daysBetween('2026-11-20T16:59:59.000Z', '2026-11-20T17:00:00.000Z')).toBe(1)
    expect(daysBetween('2026-11-20T17:00:00.000Z', '2026-11-21T16:59:59.000Z')).toBe(0)
  })
})

describe('relative times', () => {
  const now = Date.UTC(2026, 10, 21)
  const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000] as const

  it.each([
    [4 * second, { id: 'time.justNow' }],
    [5 * second, { id: 'time.secondsAgo', n: 5 }],
    [59 * second, { id: 'time.secondsAgo', n: 59 }],
    [5 * minute, { id: 'time.minutesAgo', n: 5 }],
    [59 * minute + 59 * second, { id: 'time.minutesAgo', n: 59 }],
    [3 * hour, { id: 'time.hoursAgo', n: 3 }],
    [23 * hour, { id: 'time.hoursAgo', n: 23 }],
    [2 * day, { id: 'time.daysAgo', n: 2 }],
    [29 * day, { id: 'time.daysAgo', n: 29 }],
    [30 * day, { id: 'time.monthsAgo', n: 1 }],
    [364 * day, { id: 'time.monthsAgo', n: 12 }],
    [365 * day, { id: 'time.yearsAgo', n: 1 }],
    [800 * day, { id: 'time.yearsAgo', n: 2 }],
  ])('[GEN-010] %i ms ago is the largest whole unit', (passedMs, expected) => {
    expect(timeAgo(now - passedMs, now)).toEqual(expected)
  })

  it('never say that something is to come, nor zero of a unit', () => {
    fc.assert(
      fc.property(times, times, (then, at) => {
        const ago = timeAgo(then, at)
        if ('n' in ago) expect(ago.n).toBeGreaterThan(0)
        else expect(at - then).toBeLessThan(5_000)
      }),
    )
  })
})
