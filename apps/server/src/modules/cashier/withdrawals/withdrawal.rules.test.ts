import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { needsReview, nextAskAt, nextWatchAt } from '../books/asking.rules.ts'
import type { PayoutState } from '../providers/bank-words.ts'
import { type PayoutStanding, payoutStep, type WithdrawalState, wireStatus } from './withdrawal.rules.ts'

const now = new Date('2026-11-21T05:00:00Z')
const later = (ms: number) => new Date(now.getTime() + ms)

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

  it('[MON-004] then for ever, at falling pace: each ten minutes after two hours, each hour after a day', () => {
    const pauseAt = (hours: number) => {
      const at = later(hours * 3_600_000)
      return (nextAskAt(now, at).getTime() - at.getTime()) / 60_000
    }
    expect([1, 1.9, 2, 23.9, 24, 24 * 365].map(pauseAt)).toEqual([1, 1, 10, 10, 60, 60])
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

const fresh = { returnedAt: null, endedByHand: false, saidNo: null } as const

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
    ['sent', 'FAILED', 'doubt'],
    ['sent', 'RETURNED', 'doubt'],
    ['paid', 'SENT', 'nothing'],
    ['paid', 'PAID', 'nothing'],
    ['paid', 'FAILED', 'case'],
    ['paid', 'RETURNED', 'give-back'],
    ['failed', 'SENT', 'nothing'],
    ['failed', 'PAID', 'pay-late'],
    ['failed', 'FAILED', 'nothing'],
    ['failed', 'RETURNED', 'nothing'],
  ])('%s and %s: %s', (state, word, expected) => {
    expect(payoutStep({ ...fresh, state }, { state: word, occurredAt: now, isAsked: false })).toBe(expected)
  })

  it.each<[string, Partial<PayoutStanding>, PayoutState, string]>([
    ['a no that was asked about frees', { state: 'sent' }, 'FAILED', 'free'],
    ['so does one that confirms the no before', { state: 'sent', saidNo: 'REFUSED' }, 'FAILED', 'free'],
    ['a yes after a no contradicts it', { state: 'sent', saidNo: 'FAILED' }, 'PAID', 'contradict'],
    ['a yes settles', { state: 'sent' }, 'PAID', 'settle'],
    ['what was ended by hand is confirmed', { state: 'failed', endedByHand: true }, 'FAILED', 'confirm'],
    ['and paid late when it was paid', { state: 'failed', endedByHand: true, returnedAt: now }, 'PAID', 'pay-late'],
    ['an old answer after a return is late', { state: 'failed', returnedAt: now }, 'PAID', 'nothing'],
    ['paid by hand is confirmed', { state: 'paid', endedByHand: true }, 'PAID', 'confirm'],
    ['paid by hand, and it failed: back', { state: 'paid', endedByHand: true }, 'FAILED', 'give-back'],
    ['paid by the bank, and it failed: somebody looks', { state: 'paid' }, 'FAILED', 'case'],
  ])('asked by id: %s', (_, standing, word, expected) => {
    const withdrawal = { ...fresh, state: 'sent' as const, ...standing }
    expect(payoutStep(withdrawal, { state: word, occurredAt: later(1), isAsked: true })).toBe(expected)
  })

  it('asks first about a no of which a callback tells after the operator ended it as paid', () => {
    const ended = { ...fresh, state: 'paid', endedByHand: true } as const
    const told = { occurredAt: later(1), isAsked: false }
    expect(payoutStep(ended, { ...told, state: 'FAILED' })).toBe('doubt')
    expect(payoutStep({ ...ended, saidNo: 'FAILED' }, { ...told, state: 'FAILED' })).toBe('nothing')
    expect(payoutStep(ended, { ...told, state: 'RETURNED' })).toBe('give-back')
    expect(payoutStep({ ...ended, saidNo: 'FAILED' }, { ...told, state: 'PAID' })).toBe('confirm')
  })

  it('takes a PAID that is not younger than the RETURNED we know of as one that comes late', () => {
    const returned = { ...fresh, state: 'failed', returnedAt: now } as const
    const told = { state: 'PAID', isAsked: false } as const
    expect(payoutStep(returned, { ...told, occurredAt: later(-1) })).toBe('nothing')
    expect(payoutStep(returned, { ...told, occurredAt: now })).toBe('nothing')
    expect(payoutStep(returned, { ...told, occurredAt: later(1) })).toBe('pay-late')
    const doubted = { ...returned, state: 'sent', saidNo: 'RETURNED' } as const
    expect(payoutStep(doubted, { ...told, occurredAt: now })).toBe('nothing')
    expect(payoutStep(doubted, { ...told, occurredAt: later(1) })).toBe('contradict')
  })

  it('has the money either in the wallet or at the bank, in whatever order the words come', () => {
    const words = fc.array(
      fc.record({
        state: fc.constantFrom<PayoutState>('SENT', 'PAID', 'FAILED', 'RETURNED'),
        isAsked: fc.boolean(),
        occurredAt: fc.nat(5).map(later),
      }),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(words, (said) => {
        let withdrawal: PayoutStanding = { ...fresh, state: 'sent' }
        let inWallet = 0
        for (const word of said) {
          const step = payoutStep(withdrawal, word)
          if (step === 'doubt') withdrawal = { ...withdrawal, saidNo: 'FAILED' }
          if (step === 'contradict') withdrawal = { ...withdrawal, saidNo: null }
          if (step === 'settle' || step === 'pay-late') withdrawal = { ...fresh, state: 'paid' }
          if (step === 'pay-late') inWallet -= 1
          if (step !== 'free' && step !== 'give-back') continue
          withdrawal = { ...fresh, state: 'failed', returnedAt: step === 'give-back' ? word.occurredAt : null }
          inWallet += 1
        }
        expect(inWallet).toBe(withdrawal.state === 'failed' ? 1 : 0)
      }),
    )
  })
})

it('shows members three states', () => {
  const states: WithdrawalState[] = ['waiting', 'due', 'sent', 'paid', 'failed']
  expect(states.map(wireStatus)).toEqual(['IN_PROGRESS', 'IN_PROGRESS', 'IN_PROGRESS', 'SUCCESS', 'FAILED'])
})
