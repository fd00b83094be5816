import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../../platform/durations.ts'
import { type MemberFlow, paymentFlags } from './payment-flags.rules.ts'

const start = Date.parse('2026-11-21T05:00:00Z')

/** What one member paid, took and won: hours, what, and baht. */
const kindsOf = (...flows: [hours: number, what: MemberFlow['what'], amount: number][]) => {
  const found = paymentFlags(
    flows.map(([hours, what, amount]) => ({
      memberId: 'm',
      what,
      amountMinor: Math.round(amount * 100),
      at: new Date(start + hours * HOUR_MS),
    })),
  )
  return [...new Set(found.map(({ kind }) => kind))]
}

describe('payments just below a threshold', () => {
  it.each([50_000, 100_000, 700_000, 2_000_000])(
    '[OFC-059] are three within a day, each within a tenth below it: %d',
    (line) => {
      const [least, most] = [line * 0.9, line - 0.01]
      expect(kindsOf([0, 'deposit', least], [12, 'withdrawal', most], [24, 'deposit', least])).toContain(
        'below-threshold',
      )
      expect(kindsOf([0, 'deposit', least], [24, 'deposit', most])).toEqual([])
      expect(kindsOf([0, 'deposit', least], [1, 'deposit', least], [24.01, 'deposit', least])).toEqual([])
      expect(kindsOf([0, 'deposit', least], [1, 'deposit', least - 0.01], [2, 'deposit', least])).toEqual([])
      expect(kindsOf([0, 'deposit', least], [1, 'deposit', line], [2, 'deposit', least])).toEqual([])
    },
  )

  it('[OFC-059] below different ones are none', () => {
    expect(kindsOf([0, 'deposit', 49_000], [1, 'deposit', 99_000], [2, 'deposit', 49_000])).toEqual([])
  })
})

describe('money that comes in and goes out', () => {
  it('[OFC-059] is four fifths of a deposit within a day, hardly played with', () => {
    expect(kindsOf([0, 'deposit', 1_000], [24, 'withdrawal', 800])).toEqual(['in-and-out'])
    expect(kindsOf([0, 'deposit', 1_000], [1, 'withdrawal', 400], [2, 'withdrawal', 400])).toEqual(['in-and-out'])
    expect(kindsOf([0, 'deposit', 1_000], [1, 'result', -99.99], [2, 'withdrawal', 800])).toEqual(['in-and-out'])
    expect(kindsOf([0, 'deposit', 1_000], [24, 'withdrawal', 799.99])).toEqual([])
    expect(kindsOf([0, 'deposit', 1_000], [24.01, 'withdrawal', 1_000])).toEqual([])
    expect(kindsOf([0, 'withdrawal', 1_000], [1, 'deposit', 1_000])).toEqual([])
    expect(kindsOf([0, 'deposit', 1_000], [1, 'result', -100], [2, 'withdrawal', 800])).toEqual([])
    expect(kindsOf([0, 'deposit', 1_000], [1, 'result', 100], [2, 'withdrawal', 1_100])).toEqual([])
  })
})
