import { HOUR_MS } from '../../platform/durations.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changeOf, confirmationOf, levelOf, periodStart, resetsAt } from './limit.rules.ts'

const at = (time: string) => new Date(`${time}+07:00`)

describe('the periods of limits', () => {
  it.each([
    ['day', '2026-11-24T00:00:00.000', '2026-11-24T00:00:00.000', '2026-11-25T00:00:00.000'],
    ['day', '2026-11-24T23:59:59.999', '2026-11-24T00:00:00.000', '2026-11-25T00:00:00.000'],
    ['week', '2026-11-24T12:00:00.000', '2026-11-18T00:00:00.000', '2026-12-01T00:00:00.000'],
    ['month', '2026-11-01T00:00:00.000', '2026-11-01T00:00:00.000', '2026-12-01T00:00:00.000'],
    ['month', '2026-12-31T23:59:59.999', '2026-12-01T00:00:00.000', '2027-01-01T00:00:00.000'],
    ['month', '2028-02-29T12:00:00.000', '2028-02-01T00:00:00.000', '2028-03-01T00:00:00.000'],
  ] as const)('%s at %s in Bangkok began at %s and makes room at %s', (period, now, start, reset) => {
    expect(periodStart(period, at(now))).toEqual(at(start))
    expect(resetsAt(period, at(now), null)).toEqual(at(reset))
  })

  it('make room when the oldest of seven days leaves them', () => {
    expect(resetsAt('week', at('2026-11-24T12:00:00.000'), at('2026-11-19T18:00:00.000'))).toEqual(
      at('2026-11-26T00:00:00.000'),
    )
  })

  it('hold every moment, and end after it', () => {
    const moments = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(moments, fc.constantFrom('day', 'week', 'month'), (now, period) => {
        const [from, until] = [periodStart(period, now), resetsAt(period, now, null)]
        expect(from <= now && now < until).toBe(true)
        expect(until.getTime() - from.getTime()).toBeLessThanOrEqual((period === 'week' ? 13 : 31) * 24 * HOUR_MS)
      }),
    )
  })
})

describe('a change of a limit', () => {
  it.each([
    [null, null, 'same'],
    [null, 500_00, 'now'],
    [500_00, 499_00, 'now'],
    [500_00, 500_00, 'same'],
    [500_00, 500_01, 'waits'],
    [500_00, null, 'waits'],
  ] as const)('from %s to %s: %s', (present, wanted, change) => expect(changeOf(present, wanted)).toBe(change))

  it('that waits can be confirmed for seven days, and lapses', () => {
    const pendingFrom = at('2026-11-24T12:00:00.000')
    const until = at('2026-12-01T12:00:00.000')
    expect(confirmationOf({ pendingFrom }, at('2026-11-24T00:00:00.000'))).toEqual({ from: pendingFrom, until })
    expect(confirmationOf({ pendingFrom }, at('2026-12-01T11:59:59.999'))).toEqual({ from: pendingFrom, until })
    expect(confirmationOf({ pendingFrom }, until)).toBeNull()
    expect(confirmationOf({ pendingFrom: null }, until)).toBeNull()
  })

  it.each([
    [100_00, 0, 'open'],
    [100_00, 79_99, 'open'],
    [100_00, 80_00, 'near'],
    [100_00, 99_99, 'near'],
    [100_00, 100_00, 'reached'],
    [100_00, 200_00, 'reached'],
  ] as const)('of %d with %d used is %s', (amount, used, level) => expect(levelOf(amount, used)).toBe(level))
})
