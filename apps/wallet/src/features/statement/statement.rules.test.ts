import type { StatementRow } from '@krapao/contract'
import { describe, expect, it } from 'vitest'
import {
  byDay,
  directionOf,
  failedMoneyAt,
  lookAgainMs,
  settledSince,
  signOf,
  statusOf,
  withdrawalSteps,
} from './statement.rules.ts'

function row(createdAt: string): StatementRow {
  return {
    _id: createdAt,
    statementType: 'deposit',
    from: 'BANK',
    to: 'WALLET',
    status: 'SUCCESS',
    amount: 1,
    createdAt,
  }
}

describe('the history', () => {
  it('[STM-006] shows SUCCESS and FAILED as such and anything else as in progress', () => {
    expect(['SUCCESS', 'FAILED', 'IN_PROGRESS', 'PENDING', ''].map(statusOf)).toEqual([
      'SUCCESS',
      'FAILED',
      'IN_PROGRESS',
      'IN_PROGRESS',
      'IN_PROGRESS',
    ])
  })

  it('knows which way money went', () => {
    const kinds = ['deposit', 'bonus', 'withdraw', 'finish_bonus', 'transfer', 'new kind']
    const directions = kinds.map((statementType) => directionOf({ statementType, to: 'WALLET' }))
    expect(directions).toEqual(['in', 'in', 'out', 'out', 'move', 'move'])
    const adjusted = ['WALLET', 'HOUSE'].map((to) => directionOf({ statementType: 'adjustment', to }))
    expect(adjusted).toEqual(['in', 'out'])
  })

  it('gathers rows by the days of Bangkok', () => {
    const rows = ['2026-11-21T02:00:00.000Z', '2026-11-20T17:00:00.000Z', '2026-11-20T16:59:59.000Z'].map(row)
    const days = byDay(rows, Date.parse('2026-11-21T10:00:00.000Z'))
    expect(days.map((day) => [day.daysAgo, day.rows.length])).toEqual([
      [0, 2],
      [1, 1],
    ])
  })
})

describe('a row', () => {
  const withdrawal = {
    ...row('2026-11-21T02:00:00.000Z'),
    statementType: 'withdraw',
    from: 'WALLET',
    to: 'BANK',
  } as const
  const nowMs = Date.parse('2026-11-21T02:00:30.000Z')

  it('has a sign for where money went, and none when nothing moved', () => {
    const kinds = ['deposit', 'bonus', 'withdraw', 'finish_bonus', 'transfer'] as const
    const signs = (status: StatementRow['status']) =>
      kinds.map((statementType) => signOf({ statementType, status, to: 'WALLET' }))
    expect(signs('SUCCESS')).toEqual(['+', '+', '−', '−', ''])
    expect(signs('FAILED')).toEqual(['', '', '', '', ''])
    // What is only announced has not come in.
    expect(signs('IN_PROGRESS')).toEqual(['', '', '−', '−', ''])
  })

  it('is looked at again while it is under way, soon at first and then seldom', () => {
    const underWay = { ...withdrawal, status: 'IN_PROGRESS' } as const
    expect(lookAgainMs([withdrawal], nowMs)).toBeUndefined()
    const laterMs = [0, 120_000, 3_600_000].map((ms) => lookAgainMs([withdrawal, underWay], nowMs + ms) ?? Infinity)
    expect(laterMs).toEqual(laterMs.toSorted((one, other) => one - other))
    expect(laterMs[0]).toBeLessThan(laterMs[2] ?? 0)
    expect(laterMs[2]).toBeLessThan(60_000)
  })

  it('has settled when it was under way before and is not now', () => {
    const underWay = { ...withdrawal, status: 'IN_PROGRESS' } as const
    const failed = { ...withdrawal, status: 'FAILED' } as const
    expect(settledSince([underWay], [failed, row('2026-11-21T03:00:00.000Z')])).toEqual([failed])
    expect(settledSince([underWay], [underWay])).toEqual([])
    expect(settledSince([], [failed])).toEqual([])
  })

  it('of a withdrawal tells no more of its way than its status does', () => {
    const inWords = (status: string): string[] => withdrawalSteps(status).map(({ name, state }) => `${name} ${state}`)
    expect(inWords('IN_PROGRESS')).toEqual(['asked done', 'checking current', 'willPay ahead'])
    expect(inWords('SUCCESS')).toEqual(['asked done', 'checking done', 'paid done'])
    expect(inWords('FAILED')).toEqual(['asked done', 'returned failed'])
  })

  it('that failed tells where the money is', () => {
    const failed = { ...withdrawal, status: 'FAILED' } as const
    const transfer = { ...failed, statementType: 'transfer' } as const
    expect(failedMoneyAt(withdrawal)).toBeUndefined()
    expect(failedMoneyAt(failed)).toBe('source')
    expect(failedMoneyAt({ ...transfer, from: 'PG', to: 'WALLET' })).toBe('source')
    expect(failedMoneyAt({ ...transfer, from: 'PG', to: 'JOKER' })).toBe('source-or-wallet')
  })
})
