import type { StatementRow } from '@krapao/contract'
import { daysBetween } from '../../lib/formats.ts'

/** Which way the money of a row went, seen from the member. */
export type Direction = 'in' | 'out' | 'move'

const directions: Readonly<Record<string, Direction>> = {
  deposit: 'in',
  bonus: 'in',
  withdraw: 'out',
  finish_bonus: 'out',
}

const signs = { in: '+', out: '−', move: '' } as const

/**
 * Deposits and bonuses come in, withdrawals and what a bonus's end takes go out, transfers move; what sets right what was
 * booked before does either.
 */
export function directionOf({ statementType, to }: Going): Direction {
  if (statementType === 'adjustment') return to === 'WALLET' ? 'in' : 'out'
  return directions[statementType] ?? 'move'
}

/** What of a row tells which way its money went. */
type Going = Pick<StatementRow, 'to'> & { statementType: string }

/** The status that is shown: what is neither SUCCESS nor FAILED is in progress (STM-006). */
export function statusOf(status: string): 'SUCCESS' | 'FAILED' | 'IN_PROGRESS' {
  return status === 'SUCCESS' || status === 'FAILED' ? status : 'IN_PROGRESS'
}

/** Rows of one day in Bangkok. */
export interface StatementDay {
  /** 0 is today, 1 yesterday. */
  readonly daysAgo: number
  readonly rows: readonly StatementRow[]
}

/** Gathers rows, newest first, by the day they belong to. */
export function byDay(rows: readonly StatementRow[], nowMs: number): StatementDay[] {
  const days: { daysAgo: number; rows: StatementRow[] }[] = []
  for (const row of rows) {
    const daysAgo = daysBetween(row.createdAt, nowMs)
    const day = days.at(-1)
    if (day?.daysAgo === daysAgo) day.rows.push(row)
    else days.push({ daysAgo, rows: [row] })
  }
  return days
}

/**
 * Whether the money of a row is where it goes, or has at least left: what is yet to come in, such as a deposit that is
 * only announced, is nobody's until it is there.
 */
export function hasMoved(row: Going & Pick<StatementRow, 'status'>): boolean {
  const known = statusOf(row.status)
  return known === 'SUCCESS' || (known === 'IN_PROGRESS' && directionOf(row) !== 'in')
}

/** The sign before an amount, and which way money went; a row whose money has not moved has none. */
export function signOf(row: Going & Pick<StatementRow, 'status'>): '' | '+' | '−' {
  return hasMoved(row) ? signs[directionOf(row)] : ''
}

/**
 * How long until rows are looked at again: not at all when all are settled, soon while the newest one under way is
 * young, and seldom when it has lasted, as one that waits for the operator does.
 */
export function lookAgainMs(rows: readonly StatementRow[], nowMs: number): number | undefined {
  const startsMs = rows.filter((row) => statusOf(row.status) === 'IN_PROGRESS').map((row) => Date.parse(row.createdAt))
  if (startsMs.length === 0) return undefined
  const ageMs = nowMs - Math.max(...startsMs)
  if (ageMs < 60_000) return 2_000
  return ageMs < 10 * 60_000 ? 5_000 : 20_000
}

/** The rows that were under way before and are settled now. */
export function settledSince(before: readonly StatementRow[], now: readonly StatementRow[]): StatementRow[] {
  const wereUnderWay = new Set(before.filter((row) => statusOf(row.status) === 'IN_PROGRESS').map((row) => row._id))
  return now.filter((row) => wereUnderWay.has(row._id) && statusOf(row.status) !== 'IN_PROGRESS')
}

/** How a step of a withdrawal stands. */
export interface WithdrawalStep {
  readonly name: 'asked' | 'checking' | 'willPay' | 'paid' | 'returned'
  readonly state: 'done' | 'current' | 'ahead' | 'failed'
}

/**
 * The way of a withdrawal as far as its status tells: asked, checked and sent, then paid, or returned to the wallet.
 * What lies between is not told apart by the history, so it is not claimed here either.
 */
export function withdrawalSteps(status: string): WithdrawalStep[] {
  const known = statusOf(status)
  if (known === 'IN_PROGRESS') {
    return [
      { name: 'asked', state: 'done' },
      { name: 'checking', state: 'current' },
      { name: 'willPay', state: 'ahead' },
    ]
  }
  if (known === 'FAILED') {
    return [
      { name: 'asked', state: 'done' },
      { name: 'returned', state: 'failed' },
    ]
  }
  return [
    { name: 'asked', state: 'done' },
    { name: 'checking', state: 'done' },
    { name: 'paid', state: 'done' },
  ]
}

/** Where the money of a failed row is: still or again at its source; of a transfer between games also maybe the wallet. */
export function failedMoneyAt(row: StatementRow): 'source' | 'source-or-wallet' | undefined {
  if (statusOf(row.status) !== 'FAILED') return undefined
  if (row.statementType !== 'transfer' && row.statementType !== 'withdraw') return undefined
  return row.from === 'WALLET' || row.to === 'WALLET' ? 'source' : 'source-or-wallet'
}
