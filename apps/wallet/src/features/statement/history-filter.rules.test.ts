import { describe, expect, it } from 'vitest'
import { everything, firstDays, isDayRange, requestOf, toggleKind } from './history-filter.rules.ts'

/** 00:30 on the 21st in Bangkok, when it is still the 20th in London. */
const nowMs = Date.parse('2026-11-20T17:30:00.000Z')

describe('a narrowed history', () => {
  it('is asked for by days that begin at midnight in Bangkok', () => {
    const from = (period: 'today' | 'week' | 'thisMonth' | 'month') => requestOf({ ...everything, period }, nowMs)
    expect(from('today')).toEqual({ from: '2026-11-20T17:00:00.000Z' })
    expect(from('week')).toEqual({ from: '2026-11-14T17:00:00.000Z' })
    expect(from('thisMonth')).toEqual({ from: '2026-10-31T17:00:00.000Z' })
    expect(from('month')).toEqual({ from: '2026-10-22T17:00:00.000Z' })
    expect(requestOf(everything, nowMs)).toEqual({})
  })

  it('has the whole of the last day of the reader’s own', () => {
    const own = { ...everything, period: 'own', fromDay: '2026-02-28', toDay: '2026-02-28' } as const
    expect(requestOf(own, nowMs)).toEqual({ from: '2026-02-27T17:00:00.000Z', to: '2026-02-28T17:00:00.000Z' })
  })

  it('shows what bonuses gave and took as one kind', () => {
    expect(requestOf({ ...everything, kinds: ['withdraw', 'bonus'] }, nowMs)).toEqual({
      kinds: ['withdraw', 'adjustment', 'bonus', 'finish_bonus'],
    })
  })

  it('shows what set deposits and withdrawals right beside both, once', () => {
    const kinds = requestOf({ ...everything, kinds: ['deposit', 'withdraw', 'transfer'] }, nowMs).kinds
    expect(kinds).toEqual(['deposit', 'adjustment', 'withdraw', 'transfer'])
  })
})

it('a kind is added and taken away, and all kinds are none', () => {
  expect(toggleKind([], 'transfer')).toEqual(['transfer'])
  expect(toggleKind(['transfer'], 'deposit')).toEqual(['deposit', 'transfer'])
  expect(toggleKind(['deposit', 'transfer'], 'transfer')).toEqual(['deposit'])
  expect(toggleKind(['deposit', 'withdraw', 'transfer'], 'bonus')).toEqual([])
})

it('own days are a time when the first is not after the last', () => {
  expect(isDayRange('2026-11-21', '2026-11-21')).toBe(true)
  expect(isDayRange('2026-11-22', '2026-11-21')).toBe(false)
  expect(isDayRange('', '2026-11-21')).toBe(false)
  expect(firstDays(nowMs)).toEqual({ fromDay: '2026-10-23', toDay: '2026-11-21' })
})
