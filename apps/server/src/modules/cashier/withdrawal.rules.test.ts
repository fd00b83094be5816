import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  needsReview,
  nextAskAt,
  nextWatchAt,
  type PayoutState,
  payoutStep,
  waitReason,
  type WithdrawalState,
  wireStatus,
} from './withdrawal.rules.ts'

const now = new Date('2026-11-21T05:00:00Z')
const later = (ms: number) => new Date(now.getTime() + ms)

describe('which withdrawals wait for the operator (rulings 3.6)', () => {
  const usual = {
    amountMinor: 20_000_00,
    autoMaxMinor: 20_000_00,
    payeeChangedAt: null,
    payeeChangedWaitHours: 24,
    hasOpenCase: false,
    hasLateWin: false,
    now,
  }
  it.each([
    ['up to the amount: none', {}, null],
    ['a satang above it', { amountMinor: 20_000_01 }, 'AMOUNT'],
    ['a bank account changed a moment ago', { payeeChangedAt: now }, 'PAYEE_CHANGED'],
    ['changed nearly a day ago', { payeeChangedAt: later(-86_399_999) }, 'PAYEE_CHANGED'],
    ['changed a day ago: none', { payeeChangedAt: later(-86_400_000) }, null],
    ['an open case of a small amount', { hasOpenCase: true, amountMinor: 1 }, 'OPEN_CASE'],
    ['a win that came late', { hasLateWin: true, amountMinor: 1 }, 'LATE_WIN'],
  ])('%s', (_, changes, expected) => {
    expect(waitReason({ ...usual, ...changes })).toBe(expected)
  })
})

describe('when the bank is asked about a payout (rulings 1.3)', () => {
  it('at 1, 2, 4, 8, 15, 30 s, then each minute', () => {
    const asked: number[] = []
    let at = now
    for (let count = 0; count < 9; count += 1) {
      at = nextAskAt(now, at)
      asked.push((at.getTime() - now.getTime()) / 1000)
    }
    expect(asked).toEqual([1, 2, 4, 8, 15, 30, 90, 150, 210])
  })

  it('needs a review after an hour', () => {
    expect(needsReview(now, later(3_599_999))).toBe(false)
    expect(needsReview(now, later(3_600_000))).toBe(true)
  })

  it('looks at a paid one again for three days, then no more', () => {
    const looks: number[] = []
    for (let at: Date | null = now; at !== null; at = nextWatchAt(now, at)) looks.push(at.getTime() - now.getTime())
    expect(looks.map((ms) => ms / 60_000)).toEqual([0, 5, 30, 120, 1440, 4320])
  })
})

describe('what follows from the word of the bank (rulings 3.6)', () => {
  it.each<[WithdrawalState, PayoutState, string]>([
    ['waiting', 'SENT', 'nothing'],
    ['waiting', 'PAID', 'case'],
    ['waiting', 'FAILED', 'case'],
    ['waiting', 'RETURNED', 'case'],
    ['due', 'SENT', 'nothing'],
    ['due', 'PAID', 'case'],
    ['due', 'FAILED', 'case'],
    ['due', 'RETURNED', 'case'],
    ['sent', 'SENT', 'nothing'],
    ['sent', 'PAID', 'settle'],
    ['sent', 'FAILED', 'free'],
    ['sent', 'RETURNED', 'free'],
    ['paid', 'SENT', 'nothing'],
    ['paid', 'PAID', 'nothing'],
    ['paid', 'FAILED', 'case'],
    ['paid', 'RETURNED', 'give-back'],
    ['failed', 'SENT', 'nothing'],
    ['failed', 'PAID', 'case'],
    ['failed', 'FAILED', 'nothing'],
    ['failed', 'RETURNED', 'nothing'],
  ])('%s and %s: %s', (state, word, expected) => {
    expect(payoutStep({ state, returnedAt: null }, { state: word, occurredAt: now })).toBe(expected)
  })

  it('takes a PAID that is not younger than the RETURNED we know of as one that comes late', () => {
    const returned = { state: 'failed', returnedAt: now } as const
    expect(payoutStep(returned, { state: 'PAID', occurredAt: later(-1) })).toBe('nothing')
    expect(payoutStep(returned, { state: 'PAID', occurredAt: now })).toBe('nothing')
    expect(payoutStep(returned, { state: 'PAID', occurredAt: later(1) })).toBe('case')
  })

  it('gives money back at most once, in whatever order the words come', () => {
    const words = fc.array(fc.constantFrom<PayoutState>('SENT', 'PAID', 'FAILED', 'RETURNED'), { maxLength: 12 })
    fc.assert(
      fc.property(words, (said) => {
        let state: WithdrawalState = 'sent'
        let returnedAt: Date | null = null
        let inWallet = 0
        for (const word of said) {
          const step = payoutStep({ state, returnedAt }, { state: word, occurredAt: now })
          if (step === 'settle') state = 'paid'
          if (step !== 'free' && step !== 'give-back') continue
          state = 'failed'
          returnedAt = word === 'RETURNED' ? now : null
          inWallet += 1
        }
        expect(inWallet).toBe(state === 'failed' ? 1 : 0)
      }),
    )
  })
})

it('shows members three states', () => {
  const states: WithdrawalState[] = ['waiting', 'due', 'sent', 'paid', 'failed']
  expect(states.map(wireStatus)).toEqual(['IN_PROGRESS', 'IN_PROGRESS', 'IN_PROGRESS', 'SUCCESS', 'FAILED'])
})
