import { describe, expect, it } from 'vitest'
import { refundProblem, unlapsed } from './refund.rules.ts'

describe('what can be received', () => {
  const now = new Date('2026-11-21T05:00:00Z')
  const lapsing = (at: string) => ({ amountMinor: 1, lapsesAt: new Date(at) })
  const [gone, atOnce, open] = [
    lapsing('2026-11-21T04:59:59.999Z'),
    lapsing('2026-11-21T05:00:00.000Z'),
    lapsing('2026-11-21T05:00:00.001Z'),
  ]

  it.each([
    ['nothing was lost', [], 'NO_REFUND', []],
    ['all has lapsed', [gone, atOnce], 'REFUND_CONDITION', []],
    ['some has lapsed', [gone, open], null, [open]],
    ['none has lapsed', [open], null, [open]],
  ])('when %s', (_, days, problem, left) => {
    expect(refundProblem(days, now)).toBe(problem)
    expect(unlapsed(days, now)).toEqual(left)
  })
})
