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

/** Deposits and bonuses come in, withdrawals and what a bonus's end takes go out, transfers move. */
export function directionOf(statementType: string): Direction {
  return directions[statementType] ?? 'move'
}

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
