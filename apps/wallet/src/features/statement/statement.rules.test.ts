import type { StatementRow } from '@krapao/contract'
import { describe, expect, it } from 'vitest'
import { byDay, directionOf, statusOf } from './statement.rules.ts'

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
    expect(['deposit', 'bonus', 'withdraw', 'finish_bonus', 'transfer', 'new kind'].map(directionOf)).toEqual([
      'in',
      'in',
      'out',
      'out',
      'move',
      'move',
    ])
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
